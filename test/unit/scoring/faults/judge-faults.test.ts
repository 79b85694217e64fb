import { describe, expect, it } from 'vitest'
import type { CallFault } from '../../../../src/schema/fault.ts'
import type { Call, Trace } from '../../../../src/schema/trace.ts'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { executeTool } from '../../../../src/tools/execute.ts'
import { World } from '../../../../src/tools/world/world.ts'
import { roomRegistry, roomTask } from '../../../support/rooms.ts'
import { buildTrace as traceOfCalls } from '../../../support/traces.ts'

const world = new World(7)
const outputOf = (tool: string, args: JsonObject, at = world): JsonObject => {
  const result = executeTool(roomRegistry.get(tool) as never, args, at)
  if (!result.ok) throw new Error(result.error.message)
  return result.output as JsonObject
}
const LIST = { city: 'Lima' }
const listed = outputOf('list_rooms', LIST)
const [best] = [...(listed.rooms as { room_id: string; price: number }[])].sort((a, b) => a.price - b.price)
const BOOK = { room_id: best?.room_id ?? '', guest: 'Ana Ruiz' }
const booked = outputOf('book_room', BOOK)
const again = outputOf('book_room', BOOK)

type Made = Omit<Partial<Call>, 'fault'> & { fault?: CallFault }

const traceOf = (calls: [tool: string, args: JsonObject, more: Made][], final_answer: string | null): Trace =>
  traceOfCalls(
    calls.map(([tool_name, args, more]) => ({ tool_name, arguments: args, committed: false, ...more })),
    { task_id: roomTask.task_id, final_answer, seed: 7 },
  )
const lost: Made = {
  status: 0,
  error: { code: 'timeout', message: 'no answer came in time' },
  committed: true,
  fault: { fault: 'timeout-after-commit', retries: 3, lost: booked },
}
const list: [string, JsonObject, Made] = ['list_rooms', LIST, { result: listed }]
type MadeCall = [tool: string, args: JsonObject, more: Made]
const look = (result: JsonObject): MadeCall => ['list_bookings', { guest: 'Ana Ruiz' }, { result }]
const write = (result: JsonObject): MadeCall => ['book_room', BOOK, { result, committed: true }]
const answer = (output: JsonObject): string => `ANSWER: ${output.booking_id}`
const score = (trace: Trace) => scoreTrace(roomTask, trace, roomRegistry)

const unanswered: [string, JsonObject, Made] = ['book_room', BOOK, lost]

describe('a write whose reply was lost', () => {
  it('is not held against an agent that looks, and finds it', () => {
    const { solved, faults } = score(
      traceOf([list, unanswered, look({ bookings: [booked] })], answer(booked)),
    )
    expect(solved).toBe(true)
    expect(faults).toMatchObject({ duplicate_writes: 0, reasons: [] })
    expect(faults?.hits).toMatchObject([{ recovered: true }])
  })

  it('is a duplicate write of an agent that makes it again at once', () => {
    const { solved, faults } = score(traceOf([list, unanswered, write(again)], answer(again)))
    expect(solved).toBe(true)
    expect(faults).toMatchObject({ duplicate_writes: 1 })
    expect(faults?.reasons).toEqual([expect.stringContaining('without checking whether')])
  })

  it.each([
    [0, 'looked and did not find it', [list, unanswered, look({ bookings: [] })]],
    [1, 'found it and wrote again', [list, unanswered, look({ bookings: [booked] })]],
    [1, 'looked before it wrote, not after', [look({ bookings: [] }), list, unanswered]],
  ])('is %i duplicates of an agent that %s', (duplicate_writes, _, calls) => {
    const { faults } = score(traceOf([...calls, write(again)], answer(again)))
    expect(faults).toMatchObject({ duplicate_writes })
  })

  it('does not let a made-up id pass', () => {
    const { solved, faults } = score(traceOf([list, unanswered], 'ANSWER: book_0123456789ab'))
    expect(solved).toBe(false)
    expect(faults?.hits).toMatchObject([{ recovered: false }])
  })
})

const refused: Made = {
  status: 500,
  error: { code: 'internal', message: 'the service failed; try again later' },
  fault: { fault: 'server-error', retries: 2 },
}

describe('a refusal', () => {
  it.each([
    [2, true],
    [3, false],
  ])('may be followed by as many equal calls as it allows: %i, %s', (count, within_bound) => {
    const failed: [string, JsonObject, Made] = ['list_rooms', LIST, refused]
    const { faults } = score(traceOf([failed, ...Array.from({ length: count }, () => failed)], 'It failed.'))
    expect(faults).toMatchObject({ retries: count, within_bound })
  })

  it('is over with the first call that is answered well', () => {
    const { faults } = score(
      traceOf([['list_rooms', LIST, refused], list, list, list, list], 'The first room is fine.'),
    )
    expect(faults).toMatchObject({ retries: 1, within_bound: true })
  })
})

const price = best?.price ?? 0
const at = `/rooms/${(listed.rooms as { price: number }[]).findIndex((room) => room.price === price)}/price`

describe('a value that was spoilt', () => {
  const bad = structuredClone(listed)
  ;((bad.rooms as { price: number }[])[Number(at.split('/')[2])] as { price: number }).price = price + 10
  const spoilt: [string, JsonObject, Made] = [
    'list_rooms',
    LIST,
    { result: bad, fault: { fault: 'off-by-ten', retries: 3, at, was: price } },
  ]

  it('is named where the agent goes on with it', () => {
    const { faults } = score(traceOf([spoilt], `The cheapest costs ${price + 10}.`))
    expect(faults?.hits).toMatchObject([{ recovered: false }])
    expect(faults?.reasons).toEqual([expect.stringContaining('despite its fault (off-by-ten)')])
  })

  it('is made up for by reading again', () => {
    const { faults } = score(traceOf([spoilt, list], `The cheapest costs ${price}.`))
    expect(faults?.hits).toMatchObject([{ recovered: true }])
    expect(faults?.reasons).toEqual([])
  })
})

it('nothing is said of a trace that met no fault', () => {
  expect(score(traceOf([list, write(booked)], answer(booked)))).not.toHaveProperty('faults')
})
