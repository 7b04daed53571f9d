export type { NodeDraft } from "../state/record/node-draft.js";
export { type NodeQuery, type RetrievedNode, retrieveNodes } from "../state/record/retrieve-nodes.js";
export { type RollUpOptions, rollUp } from "../state/record/roll-up.js";
export { stateFromNodes } from "../state/record/state-from-nodes.js";
export { type RecordVerification, verifyNodes } from "../state/record/verify-nodes.js";
