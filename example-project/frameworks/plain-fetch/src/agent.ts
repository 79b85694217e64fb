import { api } from './api.ts'
import { tools } from './tools.ts'

const MODEL_URL = process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1'

interface Message {
  role: string
  content: string | null
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

async function complete(messages: Message[]): Promise<Message> {
  const response = await fetch(`${MODEL_URL}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${process.env.OPENAI_API_KEY ?? 'none'}`,
    },
    body: JSON.stringify({ model: process.env.MODEL ?? 'gpt-5', messages, tools }),
  })
  const { choices, error } = await response.json()
  if (!response.ok) throw new Error(`the model answered ${response.status}: ${JSON.stringify(error)}`)
  return choices[0].message
}

/** Answers a request of a user. */
export async function answer(prompt: string): Promise<string> {
  const messages: Message[] = [{ role: 'user', content: prompt }]
  for (let turn = 0; turn < 20; turn++) {
    const message = await complete(messages)
    messages.push(message)
    if (!message.tool_calls) return message.content ?? ''
    for (const { id, function: called } of message.tool_calls) {
      const result = await api[called.name]?.(JSON.parse(called.arguments))
      messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) })
    }
  }
  return 'I could not finish.'
}
