export { mcpTransport } from './mcp-transport.ts'
export { toMcpServer } from './to-mcp-server.ts'
