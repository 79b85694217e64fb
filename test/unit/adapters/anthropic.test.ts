import Anthropic from '@anthropic-ai/sdk'
import { expect, it } from 'vitest'
import { fromAnthropic } from '../../../src/adapters/anthropic/index.ts'
import { runAttempt } from '../../../src/run/attempt/run-attempt.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { simulators } from '../../support/booking/simulators.ts'
import { bookingTasks } from '../../support/booking/tasks.ts'

interface Block {
  type: string
  tool_use_id?: string
  content?: string
}

const registry = registryOf(simulators)
const task = bookingTasks.find(({ task_id }) => task_id === 'book-change-Oslo') as Task

/** What a model that reads the whole conversation says next. */
function next(messages: { role: string; content: string | Block[] }[]): object[] {
  const said = messages.map(({ role, content }) =>
    role === 'user' && typeof content === 'string' ? content : '',
  )
  const results = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const gave = (id: string) =>
    results.filter((block) => block.tool_use_id === id).map(({ content }) => JSON.parse(content as string))[0]
  const call = (id: string, name: string, input: object) => [{ type: 'tool_use', id, name, input }]
  const [hotel, booked, changed] = ['a', 'b', 'c'].map(gave)
  const city = /in (\w+)/.exec(said.join('\n'))?.[1]
  if (hotel === undefined) return call('a', 'find_hotel', { city })
  if (!said.join('\n').includes('Book it')) return [{ type: 'text', text: `It is ${hotel.price}.` }]
  if (booked === undefined)
    return call('b', 'create_booking', { hotel_id: hotel.hotel_id, guest: 'Ada Berg', nights: 2 })
  if (!said.join('\n').includes('make it')) return [{ type: 'text', text: 'Booked.' }]
  if (changed === undefined) return call('c', 'set_nights', { booking_id: booked.id, nights: 3 })
  return [{ type: 'text', text: 'Changed.' }]
}

const client = new Anthropic({
  apiKey: 'none',
  fetch: async (_, init) => {
    const { messages } = JSON.parse(String(init?.body))
    const content = next(messages)
    const usage = { input_tokens: 10, output_tokens: 1 }
    const stop_reason = content.some((block) => 'name' in block) ? 'tool_use' : 'end_turn'
    return Response.json({
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content,
      usage,
      stop_reason,
    })
  },
})

const agent = fromAnthropic({ name: 'support' }, ({ messages, tools }) =>
  client.beta.messages.toolRunner({ model: 'scripted', max_tokens: 100, messages, tools }),
)

it("drives the tool runner of Anthropic's SDK through a conversation, with turns, usage and models", async () => {
  const { trace } = await runAttempt(agent, task, { registry, wire: 'direct', timeout: 20_000 })
  expect(scoreTrace(task, trace, registry)).toMatchObject({ solved: true })
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
  const { trace } = await runAttempt(
    own,
    { ...task, turns: [] },
    { registry, wire: 'direct', timeout: 20_000 },
  )
  expect(JSON.parse(refusal)).toMatchObject({ error: { code: expect.any(String) } })
  expect(trace.final_answer).toBe('No.')
})
