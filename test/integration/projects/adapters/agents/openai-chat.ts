import OpenAI from 'openai'
import { callTool } from 'tracewright'
import { fromOpenAI, toChatTools } from 'tracewright/openai'

const client = new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' })

export default fromOpenAI({ name: 'openai-chat' }, async ({ prompt, tools, signal }) => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: prompt }]
  const completions: OpenAI.ChatCompletion[] = []
  for (let turn = 0; turn < 9; turn++) {
    const completion = await client.chat.completions.create(
      { model: process.env.MODEL ?? 'right', messages, tools: toChatTools(tools) },
      { signal },
    )
    completions.push(completion)
    const message = completion.choices[0]?.message
    if (!message?.tool_calls) break
    messages.push(message)
    const answers = message.tool_calls.map(async (call) => ({
      role: 'tool' as const,
      tool_call_id: call.id,
      content: await callTool(tools, call, { signal }),
    }))
    messages.push(...(await Promise.all(answers)))
  }
  return completions
})
