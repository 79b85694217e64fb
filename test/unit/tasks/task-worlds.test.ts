import { describe, expect, it, vi } from 'vitest'
import { applyRunOptions } from '../../../src/run/apply-run-options.ts'
import type { TaskInWorld } from '../../../src/schema/task-in-world.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { scoreInWorld, scoreTrace } from '../../../src/scoring/score.ts'
import { type JsonObject, stringifyStably } from '../../../src/shared/json.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { expandInWorld, placeInWorld } from '../../support/in-world.ts'
import { Performer, performGold } from '../../support/perform.ts'
import { findTask, SEEDS } from '../../support/world-tasks.ts'

const inBranch = (id: string, branch: string): number =>
  SEEDS.find((seed) => expandInWorld(findTask(id), seed).branch === branch) as number

/** The same task, every object of it made anew. */
function remade(here: TaskInWorld): TaskInWorld {
  const { expected_trace: trace, ...task } = here.task
  return {
    ...here,
    task: { ...task, expected_trace: { ...trace, steps: trace.steps.map((s) => ({ ...s })) } },
  }
}

describe('a task in a world whose steps are made anew', () => {
  const seed = inBranch('each', 'step_2 3 times')
  const cheap = (performer: Performer, args: JsonObject): void => {
    const { results } = performer.call('search_products', { query: 'laptop', ...args }) as {
      results: { name: string; price_usd: number }[]
    }
    for (const { name, price_usd } of results)
      if (price_usd < 450) performer.call('create_task', { title: name })
  }
  const made = (...reads: JsonObject[]): Trace => {
    const performer = new Performer(seed)
    for (const args of reads) performer.call('search_products', { query: 'laptop', ...args })
    cheap(performer, { max_results: 5 })
    return performer.trace('each')
  }

  it.each<[string, string, number, Trace, object]>([
    [
      'its allowance',
      'each',
      seed,
      made(...Array.from({ length: 17 }, (_, i) => ({ query: `laptop ${i}` }))),
      { surplus_reads: 17 },
    ],
    ['its stand-ins', 'each', seed, made({ max_results: 2 }), { surplus_reads: 1 }],
    [
      'the words of its conditions',
      'if',
      inBranch('if', 'with step_2'),
      performGold(findTask('if'), inBranch('if', 'with step_2')),
      { decided: expect.stringMatching(/^temperature_celsius [\d.]+ > 17 is true in this world/) },
    ],
  ])('keeps %s', (_, id, at, trace, gives) => {
    const here = placeInWorld(findTask(id), at)
    const score = scoreInWorld(here, trace)
    expect(score).toMatchObject({ solved: true, ...gives })
    expect(scoreInWorld(remade(here), trace)).toEqual(score)
    expect(scoreTrace(findTask(id), trace, registry)).toEqual(score)
  })
})

it('the compiler tells a plain task from a written one', () => {
  const written = findTask('if')
  const here = placeInWorld(written, 100)
  const { task } = here
  const spread = { ...task, prompt: 'p' }
  const trace: Trace = { task_id: 'if', calls: [], final_answer: null, attempt: 0 }
  const refused = (): unknown[] => [
    // @ts-expect-error A written task has to be taken to a world first.
    scoreInWorld({ ...here, task: written }, trace),
    // @ts-expect-error A plain task has lost how it came about.
    scoreTrace(task, trace, registry),
    // @ts-expect-error Nor does a spread of one know.
    scoreTrace(spread, trace, registry),
    // @ts-expect-error A plain task cannot be expanded again.
    openWorlds(task, registry),
  ]
  expect(refused).toBeTypeOf('function')
})

describe('the worlds of a task', () => {
  const { written, tools } = placeInWorld(findTask('each-none'), 100)
  const storedAt = (seed: number, known: typeof tools): string => {
    const { outputOf } = openWorlds(written, known).reference(seed)
    return stringifyStably(outputOf('step_1') ?? null)
  }

  it('have the state of their own seeds, also over the tools of another world', () => {
    const stored = SEEDS.map((seed) => storedAt(seed, registry))
    expect(SEEDS.map((seed) => storedAt(seed, tools))).toEqual(stored)
    expect(new Set(stored).size).toBeGreaterThan(1)
  })

  it('with the same branch are named; one without an expected trace is not found', () => {
    const worlds = openWorlds(findTask('if'), registry)
    const branches = worlds.listSimilarSeeds(3, 100).map((seed) => worlds.in(seed).expansion?.branch)
    expect(branches).toEqual(Array.from({ length: 3 }, () => worlds.in(100).expansion?.branch))
    const never = { ...findTask('answer'), expected_final_answer: [{ when: { $eq: [1, 2] }, is: 'x' }] }
    expect(openWorlds(never, registry).find(100)).toBeUndefined()
    expect(() => openWorlds(never, registry).in(100)).toThrow('no "when" holds')
  })
})

it('a task is scored as it stands, though it was scored before', () => {
  const task = structuredClone(findTask('if'))
  const trace = performGold(task, 100)
  expect(scoreTrace(task, trace, registry).solved).toBe(true)
  task.never = ['get_weather']
  expect(scoreTrace(task, trace, registry)).toMatchObject({ solved: false, cause: 'forbidden-call' })
})

it('a world of a task is expanded once, also by a run that adds nothing to the task', () => {
  const task = structuredClone(findTask('each'))
  const execute = vi.spyOn(registry, 'execute')
  try {
    const first = openWorlds(task, registry).in(SEEDS[0]).task
    const executed = execute.mock.calls.length
    expect(executed).toBeGreaterThan(0)
    const again = openWorlds(applyRunOptions(task, { faults: [], injections: [] }), registry)
    expect(again.in(SEEDS[0]).task).toEqual(first)
    expect(execute.mock.calls.length).toBe(executed)
    openWorlds(structuredClone(task), registry).in(SEEDS[0])
    expect(execute.mock.calls.length).toBe(2 * executed)
  } finally {
    execute.mockRestore()
  }
})
