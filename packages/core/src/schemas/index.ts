export { depthLevelSchema } from "../contract/depth.js";
export {
  OPERATION_STATES,
  pendingRequestSchema,
  RUN_STATUSES,
  runErrorSchema,
  runEventSchemas,
} from "../contract/event.js";
export { type DocumentCodec, documentCodec } from "../contract/json-codec.js";
export { lazySchema } from "../contract/lazy-schema.js";
export { stlOperationSchema } from "../contract/operation.js";
export { haltFrameSchema } from "../contract/policy.js";
export { avecSchema, cognitiveStateSchema, contextFactSchema } from "../contract/state.js";
export { verdictSchema } from "../contract/verdict.js";
