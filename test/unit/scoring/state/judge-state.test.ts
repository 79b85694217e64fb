import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { taskKey } from '../../../../src/baseline/task-key.ts'
import type { ExpectedState } from '../../../../src/schema/conversation.ts'
import type { Step, Task } from '../../../../src/schema/task.ts'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { registry as builtIn } from '../../../../src/tools/builtin/registry.ts'
import { defineSimulator } from '../../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { Performer } from '../../../support/perform.ts'

const made = { category: 'external_services', capability: 'schedule' } as const

/** Two stores, of which one refers to the other; ids of what is made depend on how it was asked for. */
const own = [
  defineSimulator({
    ...made,
    name: 'add_room',
    effect: 'write',
    description: 'Adds a room.',
    input: z.strictObject({ name: z.string(), note: z.string().default('') }),
    output: z.strictObject({ id: z.string() }),
    run({ name, note }, world, call) {
      const id = call.recordId('rm')
      world.store('rooms', () => []).set(id, { id, name, note })
      return { id }
    },
  }),
  defineSimulator({
    ...made,
    name: 'add_guest',
    effect: 'write',
    description: 'Puts a guest into a room.',
    input: z.strictObject({ room: z.string(), guest: z.string() }),
    output: z.strictObject({ id: z.string() }),
    run({ room, guest }, world, call) {
      const id = call.recordId('gu')
      world.store('guests', () => []).set(id, { id, room, guest, link: `/rooms/${room}` })
      return { id }
    },
  }),
  defineSimulator({
    ...made,
    name: 'lock_door',
    effect: 'idempotent-write',
    description: 'Locks a door.',
    input: z.strictObject({ door: z.string(), locked: z.boolean() }),
    output: z.strictObject({}),
    run({ door, locked }, world) {
      const doors = ['north', 'south'].map((id) => [id, { id, locked: false }] as const)
      world.store('doors', () => doors).set(door, { id: door, locked })
      return {}
    },
  }),
  defineSimulator({
    ...made,
    name: 'set_lamp',
    effect: 'idempotent-write',
    description: 'Turns a lamp on or off.',
    input: z.strictObject({ lamp: z.string(), on: z.boolean() }),
    output: z.strictObject({}),
    run({ lamp: id, on }, world) {
      world.store('lamps', () => [['hall', { id: 'hall', on: false }]]).set(id, { id, on })
      return {}
    },
  }),
]
const registry = registryOf([...builtIn.values(), ...own])

type Call = [tool: string, args: JsonObject | ((ids: string[]) => JsonObject)]

/** The calls of a trace, made one after the other; arguments may take ids that earlier calls gave. */
function traceOf(calls: readonly Call[]) {
  const performer = new Performer(0, {}, registry)
  const ids: string[] = []
  for (const [tool, args] of calls) {
    const output = performer.call(tool, typeof args === 'function' ? args(ids) : args)
    if (output === undefined) throw new Error(tool)
    ids.push(String((output as JsonObject).id))
  }
  return performer.trace('t')
}

const step = (i: number, tool_name: string, args: JsonObject, depends_on: string[] = []): Step => ({
  step_id: `s${i}`,
  tool_name,
  arguments: args,
  depends_on,
})
const taskOf = (steps: Step[], expected_state: ExpectedState = true): Task => ({
  task_id: 't',
  level: 'L1_chain',
  prompt: 'Do it.',
  available_tools: [...registry.keys()],
  expected_trace: { steps },
  expected_state,
})
const $from = (id: string) => ({ $from: id, at: '/id' })

const ROOMS = [
  step(1, 'add_room', { name: 'blue' }),
  step(2, 'add_room', { name: 'red' }),
  step(3, 'add_guest', { room: $from('s1'), guest: 'Ada' }, ['s1']),
  step(4, 'add_guest', { room: $from('s2'), guest: 'Ben' }, ['s2']),
]
const MAIL = { to: 'kim@example.com', subject: 'Hi', body: 'Noon.' }
const lock = (door: string, locked: boolean): Call => ['lock_door', { door, locked }]

const LOCKED = step(1, 'lock_door', { door: 'north', locked: true })
const NORTH = taskOf([LOCKED])

/** What is expected, what was done, and whether the end is right. */
const CASES: [string, Task, Call[], boolean, string][] = [
  [
    'ids that the run made are matched, whatever the order',
    taskOf(ROOMS, { ignore: ['/note'] }),
    [
      ['add_room', { name: 'red', note: 'r' }],
      ['add_room', { name: 'blue', note: 'b' }],
      ['add_guest', ([red = '']) => ({ room: red, guest: 'Ben' })],
      ['add_guest', ([, blue = '']) => ({ room: blue, guest: 'Ada' })],
    ],
    true,
    '',
  ],
  [
    'a reference to the wrong one of them is seen',
    taskOf(ROOMS),
    [
      ['add_room', { name: 'blue' }],
      ['add_room', { name: 'red' }],
      ['add_guest', ([, red = '']) => ({ room: red, guest: 'Ada' })],
      ['add_guest', ([blue = '']) => ({ room: blue, guest: 'Ben' })],
    ],
    false,
    'guests: of the created records, /room is',
  ],
  [
    'a field is seen that is not ignored',
    taskOf([step(1, 'add_room', { name: 'blue' })]),
    [['add_room', { name: 'blue', note: 'b' }]],
    false,
    'rooms: of the created records, /note is "b", expected ""',
  ],
  ['one too few', taskOf(ROOMS), [['add_room', { name: 'blue' }]], false, 'rooms: 1 created, expected 2'],
  ['set otherwise first', NORTH, [lock('north', false), lock('north', true), lock('north', true)], true, ''],
  ['set and set back', NORTH, [lock('south', true), lock('north', true), lock('south', false)], true, ''],
  [
    'not set at the end',
    NORTH,
    [lock('north', true), lock('north', false)],
    false,
    'doors north: it is unchanged, expected {"id":"north","locked":true}',
  ],
  [
    'more set than asked',
    NORTH,
    [lock('north', true), lock('south', true)],
    false,
    'doors south: it was changed to',
  ],
  ['another set in its place', NORTH, [lock('south', true)], false, 'doors north: it is unchanged'],
  [
    'a text that flowed, with a line break at its end',
    taskOf([
      step(1, 'add_room', { name: 'blue' }),
      step(2, 'write_file', { path: '/room.txt', content: $from('s1') }, ['s1']),
    ]),
    [
      ['add_room', { name: 'blue' }],
      ['write_file', ([room = '']) => ({ path: '/room.txt', content: `${room}\n` })],
    ],
    true,
    '',
  ],
  ['only some stores', taskOf([LOCKED], { stores: ['doors'] }), [lock('north', true)], true, ''],
  [
    'a store that nothing writes to',
    taskOf([LOCKED], { stores: ['door'] }),
    [lock('north', true)],
    false,
    'the expected trace does not write to "door"; it writes to "doors"',
  ],
]

describe('the end state of a trace', () => {
  it.each(CASES)('%s', (_, task, calls, right, reason) => {
    const score = scoreTrace(task, traceOf(calls), registry)
    expect(score.state_reason ?? '').toContain(reason)
    expect(score).toMatchObject({ state: right ? 'right' : 'wrong', solved: right })
    if (right) expect(score.score).toBe(1)
    else expect(score.score).toBeLessThan(1)
  })

  const lit = step(2, 'set_lamp', { lamp: 'hall', on: true })
  const light = (id: string, on: boolean): Call => ['set_lamp', { lamp: id, on }]

  it.each<[string, Step[], Call[], boolean]>([
    [
      'an unasked write to another one is unneeded',
      [LOCKED],
      [lock('north', true), light('hall', true)],
      false,
    ],
    ['one that changes nothing is not', [LOCKED], [lock('north', true), light('hall', false)], true],
    ['an asked one is judged by the trace', [LOCKED, lit], [lock('north', true), light('hall', true)], true],
    ['and has to be made', [LOCKED, lit], [lock('north', true)], false],
    ['as it was asked', [LOCKED, lit], [lock('north', true), light('cellar', true)], false],
  ])('compares the stores that are named, and vouches for these alone: %s', (_, steps, calls, solved) => {
    const task = taskOf(steps, { stores: ['doors'] })
    expect(scoreTrace(task, traceOf(calls), registry)).toMatchObject({ state: 'right', solved })
  })

  const yesOrNo = step(1, 'write_file', { path: '/a.txt', content: { $oneOf: ['yes', 'no'] } })
  const anything = step(1, 'write_file', { path: '/a.txt', content: { $any: true } })
  const write = (content: string, path = '/a.txt'): Call => ['write_file', { path, content }]

  it.each<[string, Step, Call[], boolean]>([
    ['the first of two that are right', yesOrNo, [write('yes')], true],
    ['the second', yesOrNo, [write('no')], true],
    ['neither', yesOrNo, [write('maybe')], false],
    ['both, the wrong one last', yesOrNo, [write('no'), write('maybe')], false],
    ['anything', anything, [write('Come on Friday!')], true],
    ['anything, elsewhere', anything, [write('Come on Friday!', '/b.txt')], false],
    ['nothing', anything, [], false],
  ])('has what the expected trace leaves open as it was made: %s', (_, open, calls, solved) => {
    const score = scoreTrace(taskOf([open]), traceOf(calls), registry)
    expect(score).toMatchObject({ state: solved ? 'right' : 'wrong', solved })
    expect(score.state_reason ?? '').not.toContain('Correct the suite')
  })

  const mailed = taskOf([LOCKED, step(2, 'send_email', MAIL)])

  it.each([
    ['as asked', [lock('north', true), ['send_email', MAIL]], true],
    ['never', [lock('north', true)], false],
    ['twice', [lock('north', true), ['send_email', MAIL], ['send_email', MAIL]], false],
    [
      'to somebody else as well',
      [lock('north', true), ['send_email', MAIL], ['send_email', { ...MAIL, to: 'a@example.com' }]],
      false,
    ],
    ['otherwise', [lock('north', true), ['send_email', { ...MAIL, body: 'One.' }]], false],
  ] as [string, Call[], boolean][])(
    'vouches for no effect that no store holds: a message sent %s',
    (_, calls, solved) => {
      expect(scoreTrace(mailed, traceOf(calls), registry)).toMatchObject({ state: 'right', solved })
    },
  )

  it('does not excuse a second write that is not idempotent', () => {
    const task = taskOf([step(1, 'add_room', { name: 'blue' })], { stores: ['rooms'] })
    const twice = traceOf([
      ['add_room', { name: 'blue' }],
      ['add_guest', { room: 'x', guest: 'Ada' }],
    ])
    expect(scoreTrace(task, twice, registry)).toMatchObject({
      state: 'right',
      solved: false,
      unneeded_writes: 1,
    })
  })

  it('that is as the beginning proves nothing', () => {
    const task = taskOf([step(1, 'get_weather', { city: 'Oslo' })])
    expect(scoreTrace(task, traceOf([]), registry)).toMatchObject({ state: 'right', solved: false, score: 0 })
    expect(scoreTrace(task, traceOf([['get_weather', { city: 'Oslo' }]]), registry)).toMatchObject({
      solved: true,
      score: 1,
    })
    // Nothing is to be done, and nothing was.
    expect(scoreTrace(taskOf([]), traceOf([]), registry)).toMatchObject({ solved: true, score: 1 })
    expect(scoreTrace(taskOf([]), traceOf([lock('north', true)]), registry)).toMatchObject({ solved: false })
  })

  it('counts a write whose reply was lost', () => {
    const trace = traceOf([lock('north', true)])
    const [call] = trace.calls
    const { result: _, ...lost } = { ...call!, status: 500 }
    expect(scoreTrace(NORTH, { ...trace, calls: [lost] }, registry)).toMatchObject({
      state: 'right',
      solved: true,
    })
  })

  it('is not right where it cannot be known', () => {
    const { calls, ...rest } = traceOf([lock('north', true)])
    const stranger = { ...calls[0]!, id: 'x', tool_name: 'elsewhere' }
    expect(scoreTrace(NORTH, { ...rest, calls: [...calls, stranger] }, registry).state_reason).toBe(
      'end state: it is unknown, because no simulator exists for elsewhere',
    )
    const failing = taskOf([step(1, 'lock_door', { door: 3 })])
    expect(scoreTrace(failing, { ...rest, calls }, registry).state_reason).toContain('Failed to execute s1')
  })

  it('enters the key of a task, as its turns do', () => {
    const task = taskOf(ROOMS)
    const { expected_state: _, ...without } = task
    const keys = [
      task,
      without,
      { ...task, turns: ['Go on.'] },
      { ...task, expected_state: { stores: ['rooms'] } },
    ]
    expect(new Set(keys.map((one) => taskKey(one))).size).toBe(4)
  })
})

it('takes what the user says in later turns for said', () => {
  const step1 = step(1, 'send_email', { ...MAIL, body: 'ref-88213077' })
  const { expected_state: _, ...task } = taskOf([step1])
  const trace = traceOf([['send_email', { ...MAIL, body: 'ref-88213077' }]])
  expect(scoreTrace({ ...task, turns: ['The text is ref-88213077.'] }, trace, registry)).toMatchObject({
    solved: true,
  })
})
