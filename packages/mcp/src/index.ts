export type { McpConnectOptions, McpMedia, McpToolOverride } from "./client/client-options.js";
export { connectMcp } from "./client/connect-mcp.js";
export type { McpConnection, McpServerInfo, McpStatus } from "./client/mcp-connection.js";
export type { McpEvent, SkippedTool } from "./client/mcp-event.js";
export type { McpAddress, McpCommand, McpTarget } from "./client/mcp-target.js";
export type { McpTransportKind } from "./client/opened-transport.js";
export { uniteTools } from "./client/unite-tools.js";
export { MCP_ERRORS, McpError, type McpErrorCode } from "./mcp-error.js";
