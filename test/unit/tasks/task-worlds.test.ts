import { describe, expect, it } from 'vitest'
import type { TaskInWorld } from '../../../src/schema/task-in-world.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { scoreInWorld, scoreTrace } from '../../../src/scoring/score.ts'
import { type JsonObject, stringifyStably } from '../../../src/shared/json.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { placeInWorld } from '../../support/in-world.ts'
import { Performer, performGold } from '../../support/perform.ts'
import { findTask, SEEDS } from '../../support/world-tasks.ts'

/** The first world in which a task makes so many calls. */
const withCalls = (id: string, count: number): number =>
  SEEDS.find((seed) => placeInWorld(findTask(id), seed).task.expected_trace.steps.length === count) as number

/** The same task, every object of it made anew. */
function remade(here: TaskInWorld): TaskInWorld {
  const { expected_trace: trace, ...task } = here.task
  return {
    ...here,
    task: { ...task, expected_trace: { ...trace, steps: trace.steps.map((s) => ({ ...s })) } },
  }
}

describe('a task in a world whose steps are made anew', () => {
  const seed = withCalls('each', 4)
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
      'its branch in words',
      'if',
      withCalls('if', 2),
      performGold(findTask('if'), withCalls('if', 2)),
      { decided: 'the function calls get_weather, create_task' },
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

  it('with the same branch are named', () => {
    const worlds = openWorlds(findTask('if'), registry)
    const branches = worlds.listSimilarSeeds(3, 100).map((seed) => worlds.in(seed).expansion?.branch)
    expect(branches).toEqual(Array.from({ length: 3 }, () => worlds.in(100).expansion?.branch))
  })
})

it('a task is scored as it stands, though it was scored before', () => {
  const task = { ...findTask('if') }
  const trace = performGold(task, 100)
  expect(scoreTrace(task, trace, registry).solved).toBe(true)
  task.never = ['get_weather']
  expect(scoreTrace(task, trace, registry)).toMatchObject({ solved: false, cause: 'forbidden-call' })
})

describe('the state that a task gives', () => {
  const keysAt = (seed: number): string => {
    const { outputOf } = openWorlds(findTask('each-none'), registry).reference(seed)
    return (outputOf('step_1') as { memories: { key: string }[] }).memories.map(({ key }) => key).join()
  }

  it('holds these records alone, at every seed; one that is drawn null is absent', () => {
    expect(new Set(SEEDS.map(keysAt))).toEqual(
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
