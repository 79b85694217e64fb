/** The company's tools as an MCP server over stdio, with an HTTP client of its own. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const API = 'https://api.acme.example/v1'

async function ask(path, init) {
  const response = await fetch(`${API}${path}`, init)
  return { isError: !response.ok, text: await response.text() }
}

const TOOLS = {
  weather: {
    description: 'The weather in a city, in celsius.',
    parameters: ['city'],
    call: ({ city }) => ask(`/weather/${encodeURIComponent(city)}`),
  },
  convert: {
    description: 'A value in another unit.',
    parameters: ['value', 'from_unit', 'to_unit'],
    call: (args) => ask(`/convert?${new URLSearchParams(args)}`),
  },
  send_mail: {
    description: 'Sends a mail.',
    parameters: ['recipient', 'subject', 'text'],
    call: ({ recipient, subject, text }) =>
      ask('/mails', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: recipient, subject, body: text }),
      }),
  },
}

const server = new Server({ name: 'acme', version: '1.0.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.entries(TOOLS).map(([name, { description, parameters }]) => ({
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(parameters.map((parameter) => [parameter, {}])),
      required: parameters,
    },
  })),
}))
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const { isError, text } = await TOOLS[params.name].call(params.arguments)
  return { isError, content: [{ type: 'text', text }] }
})
await server.connect(new StdioServerTransport())
