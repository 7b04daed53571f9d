export { stemWord } from "../capability/stem-word.js";
