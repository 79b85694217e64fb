/** The library's tools as an MCP server over stdio, with an HTTP client of its own. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const API = 'https://api.lending.example/v1'
const post = { method: 'POST', headers: { 'content-type': 'application/json' } }

const TOOLS = {
  list_books: (args) => fetch(`${API}/books?${new URLSearchParams(args)}`),
  get_book: ({ bookId }) => fetch(`${API}/books/${encodeURIComponent(bookId)}`),
  create_loan: (args) => fetch(`${API}/loans`, { ...post, body: JSON.stringify(args) }),
}

const server = new Server({ name: 'library', version: '1.0.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.keys(TOOLS).map((name) => ({
    name,
    inputSchema: { type: 'object', additionalProperties: true },
  })),
}))
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const response = await TOOLS[params.name](params.arguments)
  return { isError: !response.ok, content: [{ type: 'text', text: await response.text() }] }
})
await server.connect(new StdioServerTransport())
