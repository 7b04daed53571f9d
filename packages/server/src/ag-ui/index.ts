export { agUi } from "./ag-ui.js";
export type { AgUiEvent, AgUiInterrupt, AgUiMessage, AgUiOutcome } from "./ag-ui-event.js";
export { type AgUiState, initialAgUiState } from "./ag-ui-state.js";
export { openAgUiRun, translateToAgUi } from "./translate-ag-ui.js";
