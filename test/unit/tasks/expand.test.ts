import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Step, Task } from '../../../src/schema/task.ts'
import { ToolError } from '../../../src/schema/tool-error.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { dependsOnWorld, openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { expandInWorld, placeInWorld, runReference } from '../../support/in-world.ts'
import { findTask, SEEDS, worldTasks } from '../../support/world-tasks.ts'
import { chain, from, taskOf } from '../scoring/tasks.ts'

/** What a tool gives in a world, where a task of the fixture has given it nothing. */
function outputAt(seed: number, tool: string, args: JsonObject): JsonObject {
  const result = registry.execute(tool, args, registry.open(seed))
  if (!result.ok) throw new Error(result.error.message)
  return result.output as JsonObject
}
const isHot = (seed: number): boolean =>
  (outputAt(seed, 'get_weather', { city: 'Oslo' }).temperature_celsius as number) > 17
type Offer = { name: string; price_usd: number }
const offers = (seed: number): Offer[] =>
  outputAt(seed, 'search_products', { query: 'laptop' }).results as Offer[]

describe('the branch that is taken', () => {
  it.each<[string, (seed: number) => string]>([
    ['if', (seed) => (isHot(seed) ? 'with step_2' : 'without step_2')],
    ['if-else', (seed) => (isHot(seed) ? 'with step_2, without step_3' : 'without step_2, with step_3')],
    ['answer', (seed) => (isHot(seed) ? 'answer 1' : 'answer 2')],
    [
      'nested-if',
      (seed) => {
        if (!isHot(seed)) return 'without step_2, without step_3'
        const price = outputAt(seed, 'get_stock_price', { symbol: 'AAPL' }).price_usd as number
        return `with step_2, ${price > 250 ? 'with' : 'without'} step_3`
      },
    ],
    [
      'each',
      (seed) => {
        const count = offers(seed).filter(({ price_usd }) => price_usd < 450).length
        return `step_2 ${count} ${count === 1 ? 'time' : 'times'}`
      },
    ],
    [
      'exists',
      (seed) =>
        isHot(seed)
          ? 'with step_2, with step_3, without step_4'
          : 'without step_2, without step_3, with step_4',
    ],
    [
      'count-when',
      (seed) =>
        offers(seed).filter(({ price_usd }) => price_usd < 400).length >= 2
          ? 'with step_2'
          : 'without step_2',
    ],
  ])('of %s is that of its condition in twenty worlds', (id, branchOf) => {
    const branches = SEEDS.map((seed) => expandInWorld(findTask(id), seed).branch)
    expect(branches).toEqual(SEEDS.map(branchOf))
    expect(new Set(branches).size).toBeGreaterThan(1)
  })

  it('goes every way for each task of the fixture that decides', () => {
    const single = worldTasks.flatMap((task) =>
      new Set(SEEDS.map((seed) => expandInWorld(task, seed).branch)).size === 1 ? [task.task_id] : [],
    )
    expect(single.join(' ')).toBe('each-all each-answer count find find-least find-of-each optional missing')
  })
})

describe('what is left of a task in a world', () => {
  /** A world in which a branch is taken. */
  const taken = (id: string, branch: string): Task => {
    const seed = SEEDS.find((one) => expandInWorld(findTask(id), one).branch === branch)
    return placeInWorld(findTask(id), seed as number).task
  }
  const stepsOf = (task: Task) => task.expected_trace.steps

  it('is a step whose condition is a state edge', () => {
    expect(stepsOf(taken('if', 'with step_2'))[1]).toEqual({
      step_id: 'step_2',
      tool_name: 'create_task',
      arguments: { title: 'Water the garden' },
      depends_on: ['step_1'],
      order: true,
    })
  })

  it('inherits what a step that is gone was decided by', () => {
    expect(stepsOf(taken('exists', 'without step_2, without step_3, with step_4'))[1]).toMatchObject({
      step_id: 'step_4',
      depends_on: ['step_1'],
      order: true,
    })
  })

  it('is a copy for each item, bound to the item, after its own copies alone', () => {
    const [, ...rest] = stepsOf(taken('each-of-each', 'step_2 4 times, step_3 1 time'))
    expect(rest.slice(0, 4).map(({ step_id, arguments: args }) => [step_id, args])).toEqual(
      [0, 1, 2, 3].map((i) => [`step_2.${i + 1}`, { url: from('step_1', `/items/${i}/link`) }]),
    )
    const [, number] = rest[4]?.step_id.split('.') ?? []
    expect(rest[4]).toMatchObject({
      arguments: { title: from('step_1', `/items/${Number(number) - 1}/link`) },
      depends_on: [`step_2.${number}`, 'step_1'],
      order: true,
    })
  })

  it('is one copy for items that a read asks the same for', () => {
    const task = placeInWorld(findTask('equal-copies'), 100).task
    const reads = stepsOf(task).filter(({ tool_name }) => tool_name === 'get_weather')
    expect(reads.map(({ step_id }) => step_id)).toEqual(['step_2.1', 'step_2.2'])
    const hot = SEEDS.find((seed) => isHot(seed)) as number
    const writes = stepsOf(placeInWorld(findTask('equal-copies'), hot).task).filter(
      ({ tool_name }) => tool_name === 'create_task',
    )
    expect(writes.find(({ step_id }) => step_id === 'step_3.3')?.depends_on).toEqual(['step_2.1', 'step_1'])
  })

  it('is an answer with the places of the items in it', () => {
    const task = placeInWorld(findTask('count'), 103).task
    const cheap = offers(103).flatMap(({ price_usd }, i) => (price_usd < 450 ? [i] : []))
    expect(task.expected_final_answer).toEqual({
      offers: { $calc: 'count', of: [cheap.map((i) => from('step_1', `/results/${i}/name`))] },
      total: { $calc: 'sum', of: [cheap.map((i) => from('step_1', `/results/${i}/price_usd`))], round: 2 },
    })
    const none = SEEDS.find((seed) => offers(seed).every(({ price_usd }) => price_usd >= 450)) as number
    expect(placeInWorld(findTask('count'), none).task.expected_final_answer).toEqual({
      offers: 0,
      total: 0,
    })
  })

  it('is an answer in which a gone key may be absent or null', () => {
    expect(taken('gone-key', 'without step_2').expected_final_answer).toEqual({
      humidity: from('step_1', '/humidity_percent'),
      price: { $optional: { $literal: null } },
    })
  })

  it('keeps the branch that is there where two join', () => {
    expect(stepsOf(taken('first', 'without step_2, with step_3')).at(-1)?.arguments).toEqual({
      title: { ...from('step_3', '/price_usd'), via: ['text'] },
    })
  })

  it('is the same object a second time, and for a task that depends on no world', () => {
    const task = findTask('if')
    const worlds = openWorlds(task, registry)
    const once = worlds.in(103).task
    expect(worlds.in(103).task.expected_trace).toBe(once.expected_trace)
    expect(placeInWorld(chain, chain.world?.seed).task).toBe(chain)
    expect(dependsOnWorld(once as Task)).toBe(false)
  })

  it('is expanded anew from the task as it was written', () => {
    const task = findTask('if')
    const [hot, cold] = [SEEDS.find(isHot), SEEDS.find((seed) => !isHot(seed))] as [number, number]
    const { written, tools } = placeInWorld(task, hot)
    const again = openWorlds(written, tools)
    expect(again.in(cold)).toEqual(placeInWorld(task, cold))
    expect(again.in(cold)).toMatchObject({ seed: cold, expansion: { branch: 'without step_2' } })
    expect(again.reference(hot).calls).toHaveLength(2)
  })
})

describe('the state that a task gives', () => {
  const task = findTask('each-none')
  const keysAt = (seed: number): Json[] =>
    (runReference(task, registry, seed).outputOf('step_1') as { memories: { key: string }[] }).memories.map(
      ({ key }) => key,
    )

  it('holds these records alone, at every seed; one that is drawn null is absent', () => {
    expect(new Set(SEEDS.map((seed) => keysAt(seed).join()))).toEqual(
      new Set(['limit', 'limit,alarm-7f31', 'limit,siren-99b2', 'limit,alarm-7f31,siren-99b2']),
    )
  })

  it('is kept by a fork, and told where nothing asked for it', () => {
    const world = registry.open(1, { state: { memory: [{ key: 'a', value: 1 }], memmory: [] } })
    const fork = world.fork()
    expect(registry.execute('retrieve_memory', { key: 'a' }, fork)).toMatchObject({ output: { value: 1 } })
    expect(fork.unreadState).toEqual(['memmory'])
  })
})

describe('a step that its tool refuses', () => {
  const booking = defineSimulator({
    name: 'book_room',
    category: 'file_data',
    effect: 'write',
    capability: 'schedule',
    description: 'Books a room.',
    input: z.strictObject({ room: z.string() }),
    output: z.strictObject({ room: z.string() }),
    run({ room }, world) {
      if (room === 'blue' && world.seed % 2 === 1) throw new ToolError(409, 'it is taken')
      return { room }
    },
  })
  const tools = registryOf([booking])
  const recover = taskOf([['book_room', { room: 'blue' }]])
  recover.expected_trace.steps.push({
    step_id: 'step_2',
    tool_name: 'book_room',
    arguments: { room: 'red' },
    depends_on: ['step_1'],
    when: { $failed: 'step_1' },
  })

  it('goes where a condition asks whether it failed, and the second choice comes', () => {
    const [even, odd] = [2, 3].map((seed) => placeInWorld(recover, seed, tools))
    expect(even).toMatchObject({ expansion: { branch: 'with step_1, without step_2' } })
    expect(odd).toMatchObject({ expansion: { branch: 'step_1 refused, with step_2' } })
    expect(odd?.task.expected_trace.steps).toEqual([
      { step_id: 'step_2', tool_name: 'book_room', arguments: { room: 'red' }, depends_on: [] },
    ])
  })

  it('is an error of the task elsewhere', () => {
    const task = taskOf([['book_room', { room: 'blue' }]])
    Object.assign(task.expected_trace.steps[0] as Step, { when: { $eq: [1, 1] } })
    expect(() => placeInWorld(task, 3, tools)).toThrow(
      'Failed to expand T in world 3: step_1: book_room refuses it: it is taken. Correct the suite.',
    )
  })
})

describe('a world in which a task has no expected trace', () => {
  const search: [string, JsonObject] = ['search_products', { query: 'laptop' }]
  const titled = (title: Json): Task => taskOf([search, ['create_task', { title }, ['step_1']]])
  const list = from('step_1', '/results')
  const isX = { $eq: [{ $item: '/name' }, 'x'] }
  const named = (more: JsonObject): JsonObject => ({ $find: list, give: '/name', ...more })

  it.each<[string, Json, string]>([
    ['no item', named({ where: isX }), 'step_2: $find finds no items; it must find one'],
    [
      'two items',
      named({ where: { $gt: [{ $item: '/price_usd' }, 0] } }),
      'step_2: $find finds 5 items; it must find one',
    ],
    [
      'no list',
      named({ $find: from('step_1', '/query'), least: '/price_usd' }),
      'step_2: /query of step_1 is not a list',
    ],
    [
      'no order',
      named({ least: '/name' }),
      'cannot be ordered: expected two numbers, or two texts that are dates',
    ],
    [
      'no values',
      { $calc: 'mean', of: [{ $all: list, where: isX, give: '/price_usd' }] },
      'step_2: mean of an empty list is undefined',
    ],
  ])('says so: %s', (_, title, message) => {
    expect(() => expandInWorld(titled(title), 1)).toThrow(message)
  })

  it('says so: more items than "most"', () => {
    const task = structuredClone(findTask('each-all'))
    Object.assign(task.expected_trace.steps[1]?.each as object, { most: 2 })
    expect(() => expandInWorld(task, 1)).toThrow(
      'step_2.each: more than 2 items pass; raise "most" or narrow "where"',
    )
  })

  it('says so: no branch of the answer', () => {
    const task = structuredClone(findTask('answer'))
    task.expected_final_answer = (task.expected_final_answer as Json[]).slice(0, 1)
    const cold = SEEDS.find((seed) => !isHot(seed)) as number
    expect(() => expandInWorld(task, cold)).toThrow('expected_final_answer: no "when" holds')
  })
})
