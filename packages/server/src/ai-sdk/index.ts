export { type AiSdkOptions, aiSdk } from "./ai-sdk.js";
export { openUiMessage, translateToUiMessage, type UiTranslation } from "./translate-ui-message.js";
export type { UiFinishReason, UiMessageChunk } from "./ui-message-chunk.js";
export { type Drafts, initialUiMessageState, type UiMessageState } from "./ui-message-state.js";
