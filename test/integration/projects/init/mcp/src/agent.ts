import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import OpenAI from 'openai'

const openai = new OpenAI({
  baseURL: process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
  apiKey: process.env.OPENAI_API_KEY ?? 'none',
})
const server = fileURLToPath(new URL('./server.mjs', import.meta.url))

async function toolsOf(client: Client): Promise<OpenAI.ChatCompletionFunctionTool[]> {
  const { tools } = await client.listTools()
  return tools.map(({ name, description = '', inputSchema: parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
}

/** Answers a request of a user, with the tools of a server that it starts. */
export async function answer(prompt: string): Promise<string> {
  const client = new Client({ name: 'assistant', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server] }))
  try {
    return await converse(client, prompt)
  } finally {
    await client.close()
  }
}

async function converse(client: Client, prompt: string): Promise<string> {
  const tools = await toolsOf(client)
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: prompt }]
  for (let turn = 0; turn < 20; turn++) {
    const { choices } = await openai.chat.completions.create({
      model: process.env.MODEL ?? 'gpt-5',
      messages,
      tools,
    })
    const message = choices[0]?.message
    if (!message?.tool_calls) return message?.content ?? ''
    messages.push(message)
    for (const call of message.tool_calls) {
      if (call.type !== 'function') continue
      const { content } = await client.callTool({
        name: call.function.name,
        arguments: JSON.parse(call.function.arguments),
      })
      messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(content) })
    }
  }
  return 'I could not finish.'
}
