import Anthropic from '@anthropic-ai/sdk'
import { expect, it } from 'vitest'
import { fromAnthropic } from '../../../src/adapters/anthropic/index.ts'
import { decideNext, play, changeTask as task } from '../../support/booking/next.ts'

interface Block {
  type: string
  tool_use_id?: string
  content?: string
}

/** What a model that reads the whole conversation says next; the id of a call is the name of its tool. */
function next(messages: { role: string; content: string | Block[] }[]): object[] {
  const said = messages.map(({ role, content }) =>
    role === 'user' && typeof content === 'string' ? content : '',
  )
  const results = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const outputs = results.flatMap(({ tool_use_id: id, content }) =>
    id === undefined ? [] : [[id, JSON.parse(content as string)] as const],
  )
  const step = decideNext(said.join('\n'), new Map(outputs))
  if ('text' in step) return [{ type: 'text', text: step.text }]
  return [{ type: 'tool_use', id: step.call, name: step.call, input: step.args }]
}

const client = new Anthropic({
  apiKey: 'none',
  fetch: async (_, init) => {
    const { messages } = JSON.parse(String(init?.body))
    const content = next(messages)
    const usage = { input_tokens: 10, output_tokens: 1 }
    const stop_reason = content.some((block) => 'name' in block) ? 'tool_use' : 'end_turn'
    const head = { id: 'm', type: 'message', role: 'assistant', model: 'scripted' }
    return Response.json({ ...head, content, usage, stop_reason })
  },
})

const agent = fromAnthropic({ name: 'support' }, ({ messages, tools }) =>
  client.beta.messages.toolRunner({ model: 'scripted', max_tokens: 100, messages, tools }),
)

it("drives the tool runner of Anthropic's SDK through a conversation, with turns, usage and models", async () => {
  const { trace, score } = await play(agent)
  expect(score).toMatchObject({ solved: true })
  expect(trace.calls.map(({ tool_name }) => tool_name)).toEqual([
    'find_hotel',
    'create_booking',
    'set_nights',
  ])
  expect(trace.usage?.input_tokens).toBe(60)
  expect(trace.models).toEqual(['scripted'])
})

it('hands a refusal to the model, and takes answers of a loop of its own', async () => {
  let refusal = ''
  const own = fromAnthropic({ name: 'own loop' }, async ({ tools, messages }) => {
    expect(messages).toHaveLength(1)
    const [find] = tools.filter(({ name }) => name === 'find_hotel')
    refusal = (await find?.run({ town: 'Oslo' })) ?? ''
    return [
      { content: [{ type: 'text', text: 'No.' }], model: 'm', usage: { input_tokens: 1, output_tokens: 1 } },
    ]
  })
  const { trace } = await play(own, { ...task, turns: [] })
  expect(JSON.parse(refusal)).toMatchObject({ error: { code: expect.any(String) } })
  expect(trace.final_answer).toBe('No.')
})
