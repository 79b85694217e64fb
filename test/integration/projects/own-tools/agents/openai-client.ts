import OpenAI from 'openai'
import { say } from '../brain.ts'

interface Message {
  role: string
  content: string
}

/** A client whose model is scripted: no request leaves it. */
export const client = new OpenAI({
  apiKey: 'none',
  baseURL: 'http://127.0.0.1:9/v1',
  fetch: async (_url, init) => {
    const { messages } = JSON.parse(String(init?.body)) as { messages: Message[] }
    const user = messages.find(({ role }) => role === 'user')
    const said = say(
      JSON.stringify(user),
      messages.filter(({ role }) => role === 'tool').map(({ content }) => content),
    )
    const message =
      'text' in said
        ? { role: 'assistant', content: said.text }
        : {
            role: 'assistant',
            content: null,
            tool_calls: said.calls.map(({ id, name, args }) => ({
              id,
              type: 'function',
              function: { name, arguments: JSON.stringify(args) },
            })),
          }
    const finish_reason = 'text' in said ? 'stop' : 'tool_calls'
    return Response.json({
      id: 'x',
      object: 'chat.completion',
      created: 0,
      model: 'scripted',
      choices: [{ index: 0, finish_reason, message }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    })
  },
})
