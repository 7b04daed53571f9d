/** The parts of the SDK a client needs, loaded when the first connection is made. */
export async function loadSdk() {
  const [{ Client }, types, { StreamableHTTPError }, { SseError }] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/types.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    import("@modelcontextprotocol/sdk/client/sse.js"),
  ]);
  const { ElicitRequestSchema, ErrorCode, McpError, ResultSchema, ToolListChangedNotificationSchema } = types;
  return {
    Client,
    ElicitRequestSchema,
    ErrorCode,
    ProtocolError: McpError,
    ResultSchema,
    SseError,
    StreamableHTTPError,
    ToolListChangedNotificationSchema,
  };
}

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
