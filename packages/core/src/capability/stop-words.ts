/** English words that say nothing about which capability is meant, as stems see them. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those and or but nor so if then than of in on at by for from to into onto with without " +
    "as is are was were be been being am do does did done have has had having will would shall should can could may " +
    "might must i me my mine we us our you your yours he him his she her it its they them their there here what which " +
    "who whom whose when where why how all any both each few more most some such no not only own same too very just " +
    "please want need like help also about between per via using use used let s t m re ve d ll don"
  ).split(" "),
);

/** True for a lower-case word without content of its own. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);
