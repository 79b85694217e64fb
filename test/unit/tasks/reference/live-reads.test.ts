import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ToolResult } from '../../../../src/schema/tools.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { buildCallKey, type FunctionRun } from '../../../../src/tasks/reference/function-run.ts'
import { answerLiveReads } from '../../../../src/tasks/reference/live-reads.ts'
import { addLiveTools, readServedRegistry, serve, serveLive } from '../../../../src/tools/served.ts'

beforeAll(() => {
  serve([])
  serveLive({ tools: ['find_order', 'pay', 'count'], effects: { find_order: 'read', pay: 'write' } })
  addLiveTools(['find_order', 'pay', 'count'])
})
afterAll(() => serve([]))

type Made = readonly [tool: string, args: JsonObject, result: ToolResult]
const answered = (tool: string, args: JsonObject, output: Json, committed = false): Made => [
  tool,
  args,
  { ok: true, status: 200, output, committed },
]
const runOf = (...made: readonly Made[]): FunctionRun => {
  const calls = made.map(([tool, args, result]) => ({ tool, args, key: buildCallKey(tool, args), result }))
  return { calls } as unknown as FunctionRun
}
/** What a call gives once these runs are known; undefined where it is refused, as a live tool is. */
function ask(name: string, args: JsonObject, ...runs: readonly FunctionRun[]): Json | undefined {
  const tools = answerLiveReads(readServedRegistry(), runs)
  const result = tools.execute(name, args, tools.open(0))
  return result.ok ? result.output : undefined
}
const READ = answered('find_order', { id: 'A-1' }, { total: 5 })

it('a live read answers as it answered a reference', () => {
  expect(ask('find_order', { id: 'A-1' })).toBeUndefined()
  expect(ask('find_order', { id: 'A-1' }, runOf(READ))).toEqual({ total: 5 })
  expect(ask('find_order', { id: 'A-1' }, runOf(), runOf(READ, READ))).toEqual({ total: 5 })
  expect(ask('find_order', { id: 'A-2' }, runOf(READ))).toBeUndefined()
})

it('a read that answered otherwise after a write tells nothing, in whichever order it is met', () => {
  const later = answered('find_order', { id: 'A-1' }, { total: 0 })
  expect(ask('find_order', { id: 'A-1' }, runOf(READ, later))).toBeUndefined()
  expect(ask('find_order', { id: 'A-1' }, runOf(READ), runOf(later, READ))).toBeUndefined()
})

it('writes, tools of unknown effect and refused calls do not answer', () => {
  const refused: ToolResult = {
    ok: false,
    status: 404,
    error: { code: 'not_found', message: 'no order' },
    committed: false,
  }
  const run = runOf(
    answered('pay', { id: 'A-1' }, { paid: true }, true),
    answered('count', {}, { orders: 2 }),
    ['find_order', { id: 'A-9' }, refused],
  )
  expect(ask('pay', { id: 'A-1' }, run)).toBeUndefined()
  expect(ask('count', {}, run)).toBeUndefined()
  expect(ask('find_order', { id: 'A-9' }, run)).toBeUndefined()
})

it('simulated tools are called as before', () => {
  expect(ask('word_count', { text: 'one two' }, runOf(READ))).toMatchObject({ words: 2 })
})
