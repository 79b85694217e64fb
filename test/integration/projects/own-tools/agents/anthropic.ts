import Anthropic from '@anthropic-ai/sdk'
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod'
import { z } from 'zod'
import { findOrder, refundOrder, say } from '../brain.ts'

interface Block {
  type: string
  content?: string | { text: string }[]
}

const client = new Anthropic({
  apiKey: 'none',
  baseURL: 'http://127.0.0.1:9',
  fetch: async (_url, init) => {
    const { messages } = JSON.parse(String(init?.body)) as { messages: { content: string | Block[] }[] }
    const results = messages
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content = '' }) =>
        typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
      )
    const said = say(JSON.stringify(messages[0]), results)
    const content =
      'text' in said
        ? [{ type: 'text', text: said.text }]
        : said.calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }))
    return Response.json({
      id: 'x',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content,
      stop_reason: 'text' in said ? 'end_turn' : 'tool_use',
      usage: { input_tokens: 1, output_tokens: 1 },
    })
  },
})

const tools = [
  betaZodTool({
    name: 'find_order',
    description: 'Finds an order.',
    inputSchema: z.object({ reference: z.string() }),
    run: async (input) => JSON.stringify(await findOrder(input)),
  }),
  betaZodTool({
    name: 'refund_order',
    description: 'Pays back.',
    inputSchema: z.object({ id: z.string(), amount: z.number() }),
    run: async (input) => JSON.stringify(await refundOrder(input)),
  }),
]

export default {
  name: 'anthropic',
  async run({ prompt }: { prompt: string }) {
    const { content } = await client.beta.messages.toolRunner({
      model: 'scripted',
      max_tokens: 100,
      messages: [{ role: 'user', content: prompt }],
      tools,
    })
    return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
  },
}
