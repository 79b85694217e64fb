import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import OpenAI from 'openai'
import { mcpTransport } from 'tracewright/mcp'
import { fromOpenAI } from 'tracewright/openai'

const openai = new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' })

/** Knows its tools from the server alone. */
export default fromOpenAI({ name: 'mcp' }, async ({ prompt, tools, signal }) => {
  const client = new Client({ name: 'converter', version: '1' })
  await client.connect(await mcpTransport(tools))
  const listed = await client.listTools()
  const definitions = listed.tools.map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    function: { name, description: description ?? '', parameters: inputSchema },
  }))
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: prompt }]
  const completions: OpenAI.ChatCompletion[] = []
  for (let turn = 0; turn < 9; turn++) {
    const completion = await openai.chat.completions.create(
      { model: process.env.MODEL ?? 'right', messages, tools: definitions },
      { signal },
    )
    completions.push(completion)
    const message = completion.choices[0]?.message
    if (!message?.tool_calls) break
    messages.push(message)
    for (const call of message.tool_calls) {
      if (call.type !== 'function') continue
      const { content } = await client.callTool({
        name: call.function.name,
        arguments: JSON.parse(call.function.arguments),
      })
      messages.push({
        role: 'tool',
        tool_call_id: call.id,
        content: (content as { text: string }[]).map(({ text }) => text).join(''),
      })
    }
  }
  await client.close()
  return completions
})
