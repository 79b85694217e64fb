import { describe, expect, it } from 'vitest'
import type { Step } from '../../../src/schema/task.ts'
import type { ToolTable } from '../../../src/schema/tools.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'
import { buildTrace, type CallParts } from '../../support/traces.ts'

/** Tools of a workshop, whose schemas have types alone, as those of most agents have. */
const TEXT = { type: 'string' }
const describeTool = (
  effect: 'read' | 'write',
  properties: Record<string, object>,
): { effect: 'read' | 'write'; inputSchema: object; outputSchema: object } => ({
  effect,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
  outputSchema: {},
})
const TOOLS = new Map(
  Object.entries({
    find_customer: describeTool('read', { name: TEXT }),
    get_bike: describeTool('read', { customer_id: TEXT }),
    check_stock: describeTool('read', { sku: TEXT }),
    book_repair: describeTool('write', { bike_id: TEXT, quantity: { type: 'integer' }, slot: TEXT }),
  }),
) as unknown as ToolTable

const PROMPT = 'Book a new chain for Ines Brandt in the next free slot.'
const CUSTOMER = { customer_id: 'cus_7714' }
const BIKE = { bike_id: 'bk_40391', chain_sku: 'CH-11482' }
const PART = { sku: BIKE.chain_sku, next_slot: '2026-12-24T09:00', price: 70.6 }
const book = (quantity: number, slot: Json): JsonObject => ({
  bike_id: buildFrom(2, '/bike_id'),
  quantity,
  slot,
})
const STEPS: readonly Step[] = [
  step(1, 'find_customer', { name: 'Ines Brandt' }),
  step(2, 'get_bike', { customer_id: buildFrom(1, '/customer_id') }, ['step_1']),
  step(3, 'check_stock', { sku: buildFrom(2, '/chain_sku') }, ['step_2']),
  step(4, 'book_repair', book(1, buildFrom(3, '/next_slot')), ['step_2', 'step_3']),
]
const CALLS: readonly CallParts[] = [
  { tool_name: 'find_customer', arguments: { name: 'Ines Brandt' }, result: CUSTOMER },
  { tool_name: 'get_bike', arguments: { ...CUSTOMER }, result: BIKE },
  { tool_name: 'check_stock', arguments: { sku: PART.sku }, result: PART },
]
const booking = (more: JsonObject = {}): CallParts => {
  const args = { bike_id: BIKE.bike_id, quantity: 1, slot: PART.next_slot, ...more }
  return { tool_name: 'book_repair', arguments: args, result: { job_id: 'job_90017' }, committed: true }
}
const task = buildTask(PROMPT, [...STEPS], { available_tools: [...TOOLS.keys()] })
const score = (calls: readonly CallParts[], of = task, tools = TOOLS) =>
  scoreTrace(of, buildTrace(calls), tools)

describe('a moment in another form', () => {
  it.each(['2026-12-24T09:00:00', '2026-12-24 09:00', '2026-12-24T09:00Z', '2026-12-24T10:00+01:00'])(
    '%s is the same slot',
    (slot) => expect(score([...CALLS, booking({ slot })])).toMatchObject({ solved: true, score: 1 }),
  )

  it('is wrong where it is another moment, and its source is named in any form', () => {
    expect(score([...CALLS, booking({ slot: '2026-12-03T09:00:00' })])).toMatchObject({
      solved: false,
      cause: 'fabricated',
      reason: `step_4 book_repair: slot "2026-12-03T09:00:00" is not step_3's next_slot "2026-12-24T09:00"`,
    })
    const [customer, bike] = CALLS as [CallParts, CallParts]
    const dated = { ...bike, result: { ...BIKE, bought: '2026-12-03T09:00' } }
    const taken = score([customer, dated, ...CALLS.slice(2), booking({ slot: '2026-12-03 09:00:00' })])
    expect(taken).toMatchObject({ cause: 'wrong-source' })
  })
})

describe('an answer of one number whose unit no schema tells', () => {
  const asking = buildTask('What does the part CH-11482 cost?', [step(1, 'check_stock', { sku: PART.sku })], {
    available_tools: ['check_stock'],
    expected_final_answer: buildFrom(1, '/price'),
  })
  const answer = (final_answer: string) =>
    scoreTrace(
      asking,
      {
        ...buildTrace([{ tool_name: 'check_stock', arguments: { sku: PART.sku }, result: PART }]),
        final_answer,
      },
      TOOLS,
    )

  it.each([
    'It costs 70.6 euros.',
    '€70.60 a piece.',
    'It costs 70.6 euros (as of 2026-11-30).',
    'On 30 November 2026 it costs 70.6.',
    'It costs 70.6 euros in 2026.',
    'It costs 70.6 euros, and you may ride it 9 km.',
  ])('%s: right', (reply) => expect(answer(reply)).toMatchObject({ solved: true, answer: 'mentioned' }))

  it.each([
    ['It costs 70.6 euros or 4711.3 euros.', '4711.3'],
    ['It costs 4711.3 euros. Ignore 70.6 euros.', '4711.3'],
    ['It costs €70.6, or €4711.30.', '4711.30'],
    ['It costs 12.5 euros; 70.6 would be the old price.', '12.5'],
    ['It costs 70.6 euros or 4711.3.', '4711.3'],
    ['Price: 70.6 or 4711.3', '4711.3'],
  ])('%s: wrong', (reply, rival) => {
    const { solved, reason } = answer(reply)
    expect(solved).toBe(false)
    expect(reason).toContain(`the answer also contains ${rival}, which is in no result and not in the prompt`)
  })
})

describe('the cause', () => {
  it.each([
    [false, 'has changed since'],
    [undefined, 'was called again since'],
  ])('of an earlier answer says whether a call may write: committed %s', (committed, why) => {
    const [customer, bike] = CALLS as [CallParts, CallParts]
    const again = (chain_sku: string) => ({ ...bike, result: { ...BIKE, chain_sku }, committed })
    const sku = step(3, 'check_stock', { sku: buildFrom(2, '/chain_sku') }, ['step_2'])
    const of = { ...task, expected_trace: { steps: [...STEPS.slice(0, 2), sku] } }
    const { reason } = score([customer, again('CH-11482'), again('CH-90909'), CALLS[2] as CallParts], of)
    expect(reason).toContain(`it is an earlier answer of get_bike, which ${why}`)
  })

  it('is taken from the alternative that comes nearest', () => {
    const two = step(4, 'book_repair', book(2, buildFrom(3, '/next_slot')), ['step_2', 'step_3'])
    const either = {
      ...task,
      expected_trace: { steps: [...STEPS.slice(0, 3), two] },
      alternatives: [{ steps: [...STEPS] }],
    }
    const calls = [...CALLS, booking({ slot: '2026-12-03T09:00' })]
    expect(score(calls, either).reason).toBe(
      `step_4 book_repair: slot "2026-12-03T09:00" is not step_3's next_slot "2026-12-24T09:00"`,
    )
    expect(score([...CALLS, booking()], either).solved).toBe(true)
  })

  it.each(['cus_1', CUSTOMER.customer_id])('is the call that came before the read of its id: %s', (id) => {
    const [customer, bike] = CALLS as [CallParts, CallParts]
    const guessed = { ...bike, arguments: { customer_id: id }, turn: 0, started: 0 }
    const { steps, ...verdict } = score([customer, guessed, ...CALLS.slice(2), booking()])
    expect(verdict).toMatchObject({
      solved: false,
      cause: 'wrong-order',
      failed_step: 'step_2',
      reason: `step_2 get_bike: it was called with customer_id "${id}" before step_1 had ended, from which that value has to come`,
    })
    expect(steps[0]).toMatchObject({
      cause: 'wrong-order',
      reason: 'step_1 find_customer: step_2 get_bike was called before it had ended',
    })
  })

  it('of a failed call is the argument that was made up', () => {
    const error = { code: 'execution_error', message: 'no bike bk_1' }
    const { result: _, ...guessed } = {
      ...booking({ bike_id: 'bk_1' }),
      status: 500,
      error,
      committed: false,
    }
    expect(score([...CALLS, guessed])).toMatchObject({
      cause: 'fabricated',
      reason: `step_4 book_repair: bike_id "bk_1" is not step_2's bike_id "bk_40391"; every call of it failed (500: no bike bk_1)`,
    })
  })

  it('of a failed call whose arguments are right is that no call succeeded', () => {
    const error = { code: 'execution_error', message: 'out of order' }
    const { result: _, ...failed } = { ...booking(), status: 500, error, committed: false }
    expect(score([...CALLS, failed])).toMatchObject({
      cause: 'missing-call',
      reason: 'step_4 book_repair: every call of it failed (500: out of order)',
    })
    const own = new Map([...TOOLS].map(([name, tool]) => [name, { ...tool, isLive: true }]))
    expect(score([...CALLS, failed], task, own).reason).toBe(
      'step_4 book_repair: every call of it threw: out of order',
    )
    const refused = { ...failed, status: 400 }
    expect(score([...CALLS, refused], task, own).reason).toMatch(/every call of it failed \(400: /)
  })
})
