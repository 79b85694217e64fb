import { afterEach, describe, expect, it } from 'vitest'
import { emptyBaseline } from '../../../src/baseline/store.ts'
import { taskKey } from '../../../src/baseline/task-key.ts'
import { runAttempt } from '../../../src/run/attempt/run-attempt.ts'
import {
  chooseFirstAttempt,
  chooseSeed,
  findExpandable,
  listWorldsBothWays,
  placeAttempt,
} from '../../../src/run/worlds.ts'
import type { Agent } from '../../../src/schema/agent.ts'
import { type Task, taskSchema } from '../../../src/schema/task.ts'
import type { WrittenTask } from '../../../src/schema/task-in-world.ts'
import { scoreInWorld } from '../../../src/scoring/score.ts'
import { dropUndefinedFields, type JsonObject } from '../../../src/shared/json.ts'
import type { CodeOptions } from '../../../src/suites/code/code-task.ts'
import { parseCodeTasks, prepareTask } from '../../../src/suites/code/write-task.ts'
import { taskToLine } from '../../../src/suites/load/task-line.ts'
import { printSuite } from '../../../src/suites/print/print-suite.ts'
import { createRecordedSimulators } from '../../../src/suites/repair/record/recorded-simulators.ts'
import type { ReferenceFunction } from '../../../src/tasks/reference/function-run.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { readServedRegistry, serve } from '../../../src/tools/served.ts'
import { functionTask } from '../../support/code-task.ts'
import { expandInWorld } from '../../support/in-world.ts'
import { library } from '../../support/library.ts'
import { readPrintedSuite } from '../../support/printed-suite.ts'
import { buildRecordedTool } from '../../support/recording-parts.ts'
import { findTask, SEEDS } from '../../support/world-tasks.ts'

afterEach(() => serve([]))

const task = (value: unknown, world?: Task['world']): Task =>
  taskSchema().parse({
    task_id: 't',
    level: 'L1_chain',
    prompt: 'p',
    available_tools: ['a', 'b'],
    expected_trace: {
      steps: [
        { step_id: 'step_1', tool_name: 'a', arguments: {} },
        { step_id: 'step_2', tool_name: 'b', arguments: { value }, depends_on: ['step_1'] },
      ],
    },
    world,
  })
const bound = { $from: 'step_1', at: '/x' }
const seeds = (one: Task, js: readonly number[]): number[] =>
  js.map((j) => chooseSeed(one, j, readServedRegistry()))

it('an attempt has a world of its own, the twenty worlds of its task in turn', () => {
  expect(seeds(task(bound, { seed: 7 }), [0, 1, 19, 20, 41])).toEqual([7, 8, 26, 7, 8])
  expect(seeds(task({ nested: [bound] }), [0, 3])).toEqual([0, 3])
})

it('a task that says so, or that binds nothing, stays in its world', () => {
  expect(seeds(task(bound, { seed: 7, fixed: true }), [0, 1, 5])).toEqual([7, 7, 7])
  expect(seeds(task('plain', { seed: 7 }), [0, 1, 5])).toEqual([7, 7, 7])
  expect(seeds({ ...task('plain'), expected_final_answer: bound }, [0, 1])).toEqual([0, 1])
})

it('the own world of a recording is none of the twenty, unless the task says so', () => {
  const all = Array.from({ length: 25 }, (_, j) => j)
  serve(
    createRecordedSimulators([
      { version: 1, tools: [buildRecordedTool('a', 'read')], calls: [], flowed: ['x1'] },
    ]),
  )
  for (const world of [undefined, { seed: 0 }]) {
    const visited = seeds(task(bound, world), all)
    expect(visited).not.toContain(0)
    expect(new Set(visited.slice(0, 20)).size).toBe(20)
    expect(visited.slice(20)).toEqual(visited.slice(0, 5))
  }
  expect(seeds(task(bound, { seed: 3 }), [0, 1])).toEqual([3, 4])
  expect(seeds(task(bound, { seed: 0, fixed: true }), [0, 1])).toEqual([0, 0])
})

it("numbers go on from the baseline's record, but for an agent that does the same every time", () => {
  const baseline = emptyBaseline({ suite: 's', agent: 'a' })
  baseline.tasks.k = {
    task_id: 't',
    level: 'L0_node',
    successes: 2,
    attempts: 3,
    origin: { runs: ['r'] },
  }
  expect(chooseFirstAttempt('k', baseline, false)).toBe(3)
  expect(chooseFirstAttempt('k', baseline, true)).toBe(0)
  expect(chooseFirstAttempt('other', baseline, false)).toBe(0)
  expect(chooseFirstAttempt('k', undefined, false)).toBe(0)
})

it('an attempt moves on from a world in which its task has no expected trace, and says so', async () => {
  const half = await functionTask(
    'half',
    { prompt: 'Is it warm in Oslo? ANSWER: <yes>', tools: ['get_weather'], seed: 100 },
    async ({ get_weather }) => {
      if ((await get_weather({ city: 'Oslo' })).temperature_celsius > 17) return 'yes'
      throw new Error('it is cold')
    },
  )
  const cold = SEEDS.find((seed) => half.code?.findBranch(seed) === undefined) as number
  const moved = findExpandable(openWorlds(half, registry), cold)
  expect(moved.seed).not.toBe(cold)
  expect(moved.task.expected_final_answer).toEqual({ $oneOf: [{ $literal: 'yes' }] })
  expect(moved.warning).toMatch(
    new RegExp(`^world ${cold} has no expected trace \\(.*so the attempt was made in world ${moved.seed}$`),
  )
  expect(findExpandable(openWorlds(half, registry), moved.seed)).not.toHaveProperty('warning')
})

it.each<[string, number]>([
  ['if', 2],
  ['nested-if', 3],
  ['find-least', 1],
])('the worlds in which %s takes each of its branches are %i', (id, count) => {
  const one = findTask(id)
  const worlds = listWorldsBothWays(openWorlds(one, registry))
  expect(worlds).toHaveLength(count)
  const seen = (some: readonly number[]): Set<string> =>
    new Set(some.map((seed) => expandInWorld(one, seed).branch))
  expect(seen(worlds)).toEqual(seen(SEEDS))
})

const loadFunction = async (
  reference: ReferenceFunction,
  more: Partial<Pick<CodeOptions, 'alternatives' | 'faults'>> = {},
): Promise<WrittenTask> => {
  const tools = ['find_book', 'list_books', 'write_note']
  const options = { prompt: 'Note Volume 1 if it costs over 20.', tools, ...more }
  const code = { name: 't', options, reference, mode: 'run' as const, line: 1 }
  const [parsed] = parseCodeTasks([code], 'a.suite.ts')
  return (await prepareTask(parsed!, 'a.suite.ts', library)).task
}

it('the first attempts at a function go through all of its branches, and later ones have their share of each', async () => {
  const expensive: ReferenceFunction = async ({ find_book, write_note }) => {
    const { id, fee } = (await find_book!({ title: 'Volume 1' })) as { id: string; fee: number }
    if (fee > 33) await write_note!({ key: 'book', value: id })
    return id
  }
  const task = await loadFunction(expensive)
  const branchOf = (seed: number) => task.code?.findBranch(seed)
  const worlds = Array.from({ length: 20 }, (_, i) => i)
  const rare = worlds.filter((seed) => branchOf(seed)?.includes('write_note'))
  // Neither of the first two worlds has the rare branch.
  expect(rare.length).toBeGreaterThan(1)
  expect(rare.length).toBeLessThan(10)
  expect(rare[0]).toBeGreaterThan(1)
  const order = worlds.map((j) => chooseSeed(task, j, library))
  expect(order.slice(0, 2)).toEqual([0, rare[0]])
  expect([...order].sort((a, b) => a - b)).toEqual(worlds)
  expect(chooseSeed(task, 21, library)).toBe(rare[0])
  const halves = [order.slice(0, 10), order.slice(10)].map(
    (half) => half.filter((seed) => rare.includes(seed)).length,
  )
  expect(Math.abs((halves[0] as number) - (halves[1] as number))).toBeLessThan(3)
})

it('worlds in which a function does as in one that is known are described without a run, and their runs are let go', async () => {
  let runs = 0
  const task = await loadFunction(async ({ find_book, write_note }) => {
    runs++
    const { id } = (await find_book!({ title: 'Volume 1' })) as { id: string }
    await write_note!({ key: 'book', value: id })
    return id
  })
  const before = runs
  await task.code?.prepare()
  expect(runs).toBe(before)
  const ids = [0, 7].map((seed) => task.code?.expandIn(seed).plain.expected_final_answer)
  expect(ids).toEqual(Array(2).fill({ $from: 'step_1', at: '/id' }))
  // Found out again, since it is seldom asked for.
  expect((await task.code?.listPlaces(7))?.size).toBe(2)
  expect(runs).toBe(before + 1)
})

describe('other functions that solve a task', () => {
  type Books = { books: { id: string; title: string }[] }
  const find: ReferenceFunction = async ({ find_book, write_note }) => {
    const { id } = (await find_book!({ title: 'Volume 1' })) as { id: string }
    await write_note!({ key: 'book', value: id })
    return id
  }
  const list: ReferenceFunction = async ({ list_books, write_note }) => {
    const { books } = (await list_books!()) as Books
    const id = books.find(({ title }) => title === 'Volume 1')?.id ?? ''
    await write_note!({ key: 'book', value: id })
    return id
  }
  const silent: ReferenceFunction = async ({ list_books }) => void (await list_books!())
  const withOther = (...alternatives: unknown[]) =>
    loadFunction(find, { alternatives: alternatives as NonNullable<CodeOptions['alternatives']> })

  it('are right as well, each with its own answer', async () => {
    const solve = async (task: WrittenTask, reference: ReferenceFunction): Promise<boolean> => {
      const { here } = await placeAttempt(openWorlds(task, library), 3)
      const agent: Agent = {
        name: 'desk',
        run: async ({ tools }) =>
          `ANSWER: ${await reference(Object.fromEntries(tools.map((one) => [one.name, (args = {}) => one.invoke(args as never)])))}`,
      }
      const { trace } = await runAttempt(agent, here, { registry: library, wire: 'direct' })
      return scoreInWorld(here, trace).solved
    }
    const wrong: ReferenceFunction = async (tools) => `${await list(tools)}0`
    const both = await withOther(list)
    expect(await Promise.all([find, list, wrong].map((one) => solve(both, one)))).toEqual([true, true, false])
    expect(await solve(await loadFunction(find), list)).toBe(false)
    expect(taskKey(both)).not.toBe(taskKey(await loadFunction(find)))
    expect(taskKey(both)).toBe(taskKey(await withOther(list)))
    const { code: _, ...plain } = both
    const row = taskSchema().parse(
      JSON.parse(taskToLine({ ...plain, alternatives: openWorlds(both, library).in(0).task.alternatives })),
    )
    expect(row.alternatives?.[0]?.expected_final_answer).toEqual({ $from: 'step_1', at: '/books/0/id' })
    const [printed] = readPrintedSuite(printSuite([row], library))
    const [other] = printed!.options.alternatives as unknown as ReferenceFunction[]
    const again = await loadFunction(printed!.reference, { alternatives: [other as never] })
    expect(await Promise.all([find, list, wrong].map((one) => solve(again, one)))).toEqual([
      true,
      true,
      false,
    ])
  })

  it.each<[string, unknown, string]>([
    ['are functions', { steps: [] }, 'alternatives.0: expected a function of the tools, as the task has one'],
    [
      'answer where the task does',
      silent,
      'alternative 1 returns no answer, unlike the function of the task',
    ],
    [
      'answer in every world',
      async (tools: Parameters<ReferenceFunction>[0]) => {
        const { status } = (await tools.find_book!({ title: 'Volume 2' })) as { status: string }
        const id = await find(tools)
        return status === 'in' ? id : undefined
      },
      'alternative 1 returns no answer, unlike the function of the task',
    ],
  ])('%s', async (_, other, message) => {
    await expect(withOther(other)).rejects.toThrow(message)
  })
})

it('a list that a function counts may be read page by page', async () => {
  const task = await loadFunction(async ({ list_books, write_note }) => {
    const { books } = (await list_books!({ per_page: 7 })) as { books: unknown[] }
    await write_note!({ key: 'books', value: books.length > 3 ? 'many' : 'few' })
  })
  const { here } = await placeAttempt(openWorlds(task, library), 0)
  const solve = async (pages: number): Promise<boolean> => {
    const agent: Agent = {
      name: 'pages',
      async run({ tools }) {
        const call = (name: string, args: JsonObject) =>
          tools.find((tool) => tool.name === name)!.invoke(args)
        for (let page = 1; page <= pages; page++) await call('list_books', { page })
        await call('write_note', { key: 'books', value: 'many' })
        return undefined
      },
    }
    const { trace } = await runAttempt(agent, here, { registry: library, wire: 'direct' })
    return scoreInWorld(here, trace).solved
  }
  expect([await solve(3), await solve(0)]).toEqual([true, false])
})

describe('faults of a function', () => {
  const load = (reference: ReferenceFunction, faults?: Task['faults']) =>
    loadFunction(reference, dropUndefinedFields({ faults }))
  const decide: ReferenceFunction = async ({ find_book, write_note }) => {
    const book = (await find_book!({ title: 'Volume 1' })) as { fee: number; id: string }
    if (book.fee > 20) await write_note!({ key: 'dear', value: book.id })
    return book.fee > 20 ? 'yes' : 'no'
  }
  const compute: ReferenceFunction = async ({ find_book, write_note }) => {
    const { fee } = (await find_book!({ title: 'Volume 1' })) as { fee: number }
    await write_note!({ key: 'fee', value: `about ${Math.round(fee)}` })
  }
  const pass: ReferenceFunction = async ({ find_book, write_note }) => {
    const { fee } = (await find_book!({ title: 'Volume 1' })) as { fee: number }
    await write_note!({ key: 'fee', value: String(fee) })
  }
  const spoil = [{ fault: 'off-by-ten' as const, tool: 'find_book', at: '/fee' }]
  const fail = [{ fault: 'timeout' as const, tool: 'find_book', on: 1 }]

  it.each<[string, ReferenceFunction, Task['faults'], RegExp | undefined]>([
    [
      'turn its branch',
      decide,
      spoil,
      /a\.suite\.ts:1.*faults: in world \d+ a fault turns "find_book\|" into "find_book>write_note\|"; apply it/,
    ],
    [
      'turn what it computes',
      compute,
      spoil,
      /a fault turns "\{"key":"fee","value":"about \d+"\}" into "\{"key"/,
    ],
    ['change a value that it passes on', pass, spoil, undefined],
    ['go when the call is made again', decide, fail, undefined],
  ])('that %s', async (_, reference, faults, message) => {
    if (message === undefined) return expect(await load(reference, faults)).toMatchObject({ faults })
    await expect(load(reference, faults)).rejects.toThrow(message)
    // Those of a run are left out in the worlds where they turn something.
    const worlds = openWorlds({ ...(await load(reference)), faults }, library)
    const attempts = []
    for (let seed = 0; seed < 20; seed++) attempts.push(await placeAttempt(worlds, seed))
    const turned = attempts.filter(({ warnings }) => warnings.length > 0)
    expect(turned.length).toBeGreaterThan(0)
    for (const { here, warnings } of turned) {
      expect(here.task).not.toHaveProperty('faults')
      expect(warnings[0]).toMatch(
        /^faults and attacks were left out: they would turn ".*" into ".*" in world \d+$/,
      )
    }
    if (reference === decide) expect(turned.length).toBeLessThan(20)
  })

  it('are judged by what the world asks for: who follows it is right, who does not is wrong', async () => {
    const write = (books: number): Agent => ({
      name: 'desk',
      async run({ tools: offered }) {
        const call = (name: string, args: JsonObject) =>
          offered.find((tool) => tool.name === name)!.invoke(args)
        const find = () => call('find_book', { title: 'Volume 1' }) as Promise<{ fee: number; id: string }>
        const book = await find().catch(find)
        const isDear = books === 0 ? book.fee > 20 : books > 1
        if (isDear) await call('write_note', { key: 'dear', value: book.id })
        return `ANSWER: ${isDear ? 'yes' : 'no'}`
      },
    })
    const solved: Record<string, number> = {}
    for (const faults of [spoil, fail]) {
      const worlds = openWorlds({ ...(await load(decide)), faults }, library)
      for (let seed = 0; seed < 10; seed++) {
        const { here } = await placeAttempt(worlds, seed)
        for (const [name, mode] of [
          ['follows', 0],
          ['never', 1],
          ['always', 2],
        ] as const) {
          const { trace } = await runAttempt(write(mode), here, { registry: library, wire: 'direct' })
          const key = `${faults[0]?.fault} ${name}`
          solved[key] = (solved[key] ?? 0) + Number(scoreInWorld(here, trace).solved)
        }
      }
    }
    // Volume 1 costs over 20 in four of the worlds.
    const counts = { follows: 10, never: 6, always: 4 }
    for (const fault of ['off-by-ten', 'timeout'])
      for (const [name, count] of Object.entries(counts)) expect(solved[`${fault} ${name}`]).toBe(count)
  })
})
