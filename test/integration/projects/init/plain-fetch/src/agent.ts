import { api } from './api.ts'

const MODEL_URL = process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1'

const tools = Object.keys(api).map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', additionalProperties: true } },
}))

interface Message {
  role: string
  content: string | null
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

/** Answers a request of a reader. */
export async function answer(prompt: string): Promise<string> {
  const messages: Message[] = [{ role: 'user', content: prompt }]
  for (let turn = 0; turn < 20; turn++) {
    const response = await fetch(`${MODEL_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: process.env.MODEL ?? 'gpt-5', messages, tools }),
    })
    const { choices } = (await response.json()) as { choices: { message: Message }[] }
    const message = choices[0]?.message
    if (!message?.tool_calls) return message?.content ?? ''
    messages.push(message)
    for (const { id, function: called } of message.tool_calls) {
      const result = await api[called.name]?.(JSON.parse(called.arguments))
      messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) })
    }
  }
  return 'I could not finish.'
}
