import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Task } from '../../../src/schema/task.ts'
import type { WrittenTask } from '../../../src/schema/task-in-world.ts'
import { ToolError } from '../../../src/schema/tool-error.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { dropUndefinedFields } from '../../../src/shared/json.ts'
import { reversed, scrambled } from '../../../src/suites/calibration/adversaries.ts'
import { oracle, oracleVariants } from '../../../src/suites/calibration/oracle.ts'
import { resolve } from '../../../src/tasks/bindings.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import type { SimulatorWorld } from '../../../src/tools/simulator-world.ts'
import { functionTask } from '../../support/code-task.ts'
import { expandInWorld, perform, placeInWorld } from '../../support/in-world.ts'
import { Performer, type PlannedCall } from '../../support/perform.ts'
import { findTask, SEEDS, worldTasks } from '../../support/world-tasks.ts'

const branchOf = (task: WrittenTask, seed: number): string => expandInWorld(task, seed).branch

it.each(worldTasks)('$task_id is solved by every oracle in eight worlds', async (task) => {
  const refused: string[] = []
  for (const seed of SEEDS.slice(0, 8)) {
    for (const agent of oracleVariants) {
      const { solved, score, reason, weak } = scoreTrace(
        task,
        await perform(agent, task, registry, seed),
        registry,
      )
      // Nothing is made of an empty list, so few bits show that it was read.
      const isProved = !weak || task.task_id === 'each-none'
      if (!solved || score !== 1 || !isProved)
        refused.push(`${agent.name} in ${seed}: ${reason ?? `score ${score}, weak ${weak}`}`)
    }
  }
  expect(refused).toEqual([])
})

/** Seeds at which an agent solves a task that does what another world asks for, with the values of its own. */
async function solvedAs(task: WrittenTask, there: number): Promise<number[]> {
  const { code: _, ...written } = task
  const { expected_trace, expected_final_answer } = placeInWorld(task, there).task
  const careless = { ...written, expected_trace, ...dropUndefinedFields({ expected_final_answer }) }
  const solved: number[] = []
  for (const seed of SEEDS) {
    const trace = await perform(oracle, careless, registry, seed)
    if (scoreTrace(task, trace, registry).solved) solved.push(seed)
  }
  return solved
}

describe('a careless agent', () => {
  it.each(['if', 'nested-if', 'and-or', 'check-first', 'count-when', 'state'])(
    'that always takes the longest or the shortest branch of %s solves the worlds that take it',
    async (id) => {
      const task = findTask(id)
      const countCalls = (seed: number): number => branchOf(task, seed).split('>').length
      const [shortest, ...others] = SEEDS.toSorted((one, other) => countCalls(one) - countCalls(other))
      for (const there of [shortest, others.at(-1)] as number[]) {
        const same = SEEDS.filter((seed) => branchOf(task, seed) === branchOf(task, there))
        expect(same.length).toBeLessThan(SEEDS.length)
        expect(await solvedAs(task, there)).toEqual(same)
      }
    },
  )

  it.each(['each', 'each-all', 'each-none'])('that does the first item of %s alone', async (id) => {
    const task = findTask(id)
    for (const seed of SEEDS) {
      const plain = placeInWorld(task, seed).task
      const steps = plain.expected_trace.steps.slice(0, 2)
      const first: Task = { ...plain, expected_trace: { steps } }
      const { solved } = scoreTrace(task, await perform(oracle, first, registry, seed), registry)
      expect(solved, `world ${seed}`).toBe(steps.length === plain.expected_trace.steps.length)
    }
  })

  it.each(['if', 'if-else', 'each-all', 'find-least', 'count-when', 'check-first'])(
    'that acts on %s before it looks',
    async (id) => {
      const task = findTask(id)
      for (const seed of SEEDS) {
        const writes = placeInWorld(task, seed).task.expected_trace.steps.length > 1
        const { solved } = scoreTrace(task, await perform(reversed, task, registry, seed), registry)
        expect(solved, `world ${seed}`).toBe(!writes)
      }
    },
  )

  it.each(['answer', 'in'])('that answers %s without looking', (id) => {
    const task = findTask(id)
    for (const seed of SEEDS) {
      const answer = resolve(placeInWorld(task, seed).task.expected_final_answer ?? null, () => undefined)
      const trace = { ...new Performer(seed).trace(id, `ANSWER: ${answer}`) }
      expect(scoreTrace(task, trace, registry)).toMatchObject({ solved: false, score: 0 })
    }
  })

  it.each(['each-all', 'find-least', 'find', 'each-answer', 'first'])(
    'that has the values of %s from another world of its shape',
    async (id) => {
      const task = findTask(id)
      for (const seed of SEEDS.slice(0, 5)) {
        const { solved } = scoreTrace(task, await perform(scrambled, task, registry, seed), registry)
        expect(solved, `world ${seed}`).toBe(false)
      }
    },
  )
})

describe('the reads of a list', () => {
  const task = findTask('each')
  type Offer = { name: string; price_usd: number }
  const cheapIn = (results: Offer[]): PlannedCall[] =>
    results
      .filter(({ price_usd }) => price_usd < 450)
      .map(({ name }): PlannedCall => ['create_task', { title: name }])
  const offers = (performer: Performer, args: object): Offer[] =>
    (performer.call('search_products', { query: 'laptop', ...args }) as { results: Offer[] }).results

  it('stand together where they show every item that is taken', () => {
    for (const seed of SEEDS) {
      const performer = new Performer(seed)
      offers(performer, { max_results: 2 })
      performer.turn(cheapIn(offers(performer, { max_results: 5 })))
      expect(scoreTrace(task, performer.trace('each'), registry).reason).toBeUndefined()
    }
  })

  it('with a filter stand for the list, also where they leave nothing', async () => {
    const cities = await functionTask(
      'find',
      {
        prompt: 'Create a task with the name of each city of more than 36 million people as its title.',
        tools: ['database_query', 'create_task'],
        seed: 100,
      },
      async ({ database_query, create_task }) => {
        const { results } = await database_query({ table: 'cities' })
        for (const { name, population_million } of results)
          if (population_million > 36) await create_task({ title: name })
      },
    )
    const filter = { filter_field: 'population_million', filter_op: 'greater_than', filter_value: '36' }
    const branches = new Set<string>()
    for (const seed of SEEDS) {
      branches.add(branchOf(cities, seed))
      const performer = new Performer(seed)
      const rows = (performer.call('database_query', { table: 'cities', ...filter }) as { results: Offer[] })
        .results
      performer.turn(rows.map(({ name }): PlannedCall => ['create_task', { title: name }]))
      const { solved, reason } = scoreTrace(cities, performer.trace('find'), registry)
      expect(solved, `world ${seed}: ${reason}`).toBe(true)
      // A filter that hides an item, or shows others, is another list.
      const blind = new Performer(seed)
      blind.call('database_query', { table: 'cities', ...filter, filter_op: 'less_than' })
      blind.turn(rows.map(({ name }): PlannedCall => ['create_task', { title: name }]))
      expect(scoreTrace(cities, blind.trace('find'), registry).solved).toBe(rows.length === 0)
    }
    expect(branches.size).toBeGreaterThan(1)
  })

  it('of another list do not stand for it, although they decide the same', () => {
    const count = findTask('count-when')
    const seed = SEEDS.find((one) => branchOf(count, one) === 'search_products|') as number
    const solvedBy = (query: string, more: object = {}): boolean => {
      const performer = new Performer(seed)
      performer.call('search_products', { query, ...more })
      return scoreTrace(count, performer.trace('count-when'), registry).solved
    }
    expect(solvedBy('laptop')).toBe(true)
    expect(solvedBy('laptop', { max_results: 3 })).toBe(true)
    const isCheap = ({ price_usd }: Offer): boolean => price_usd < 400
    const queries = Array.from({ length: 30 }, (_, i) => `laptop ${i}`).filter(
      (query) => offers(new Performer(seed), { query }).filter(isCheap).length < 2,
    )
    expect(queries.length).toBeGreaterThan(3)
    expect(queries.filter((query) => solvedBy(query))).toEqual([])
  })

  it('allow no task for an item that does not pass', () => {
    for (const seed of SEEDS) {
      const performer = new Performer(seed)
      const all = offers(performer, {})
      performer.turn(all.map(({ name }): PlannedCall => ['create_task', { title: name }]))
      const { solved } = scoreTrace(task, performer.trace('each'), registry)
      expect(solved).toBe(all.every(({ price_usd }) => price_usd < 450))
    }
  })

  it('do not stand for it where they miss an item', () => {
    const seed = SEEDS.find((one) => branchOf(task, one).split('>').length === 4) as number
    const performer = new Performer(seed)
    const all = cheapIn(offers(new Performer(seed), {}))
    offers(performer, { max_results: 1 })
    performer.turn(all)
    expect(scoreTrace(task, performer.trace('each'), registry).solved).toBe(false)
  })

  it('allow a further read for each of its items', () => {
    const seed = SEEDS.find((one) => branchOf(task, one).split('>').length === 4) as number
    const performer = new Performer(seed)
    const found = offers(performer, {})
    // Four steps allow twelve more, the five items as many.
    for (let i = 0; i < 17; i++) performer.call('search_products', { query: `laptop ${i}` })
    performer.turn(cheapIn(found))
    const trace = performer.trace('each')
    expect(scoreTrace(task, trace, registry)).toMatchObject({ solved: true, surplus_reads: 17 })
    performer.call('search_products', { query: 'one more' })
    expect(scoreTrace(task, performer.trace('each'), registry)).toMatchObject({
      solved: false,
      cause: 'over-budget',
    })
  })
})

it('an answer that comes to how many of none is graded', async () => {
  const task = await functionTask(
    'count',
    {
      prompt: 'How many of my files are called plan? End your reply with one line: ANSWER: <number of files>',
      tools: ['list_files'],
      seed: 100,
    },
    async ({ list_files }) =>
      (await list_files()).files.filter(({ name }: { name: string }) => name === 'plan').length,
  )
  const answered = (answer: string) => {
    const performer = new Performer(100, task)
    performer.call('list_files', {})
    return scoreTrace(task, performer.trace(task.task_id, answer), registry).answer
  }
  expect([answered('ANSWER: 0'), answered('ANSWER: 5')]).toEqual(['right', 'wrong'])
})

it('a score says what the function calls in its world', async () => {
  const task = findTask('if')
  const decided = new Set<string | undefined>()
  for (const seed of SEEDS)
    decided.add(scoreTrace(task, await perform(oracle, task, registry, seed), registry).decided)
  expect(decided).toEqual(
    new Set(['the function calls get_weather, create_task', 'the function calls get_weather']),
  )
})

it('and which tool is refused there, where the function catches it', async () => {
  const shared = { category: 'external_services', capability: 'look-up', description: 'x' } as const
  const [input, output] = [z.strictObject({}), z.strictObject({ id: z.string() })]
  const run = (_: object, { seed }: SimulatorWorld) => {
    if (seed % 2 === 1) throw new ToolError(409, 'it is taken')
    return { id: 'b-4711' }
  }
  const tools = registryOf([
    defineSimulator({
      ...shared,
      name: 'list_slots',
      effect: 'read',
      input,
      output,
      run: () => ({ id: 's-4711' }),
    }),
    defineSimulator({ ...shared, name: 'book_slot', effect: 'write', input, output, run }),
  ])
  const options = { prompt: 'Book a slot.', tools: ['list_slots', 'book_slot'] }
  const task = await functionTask(
    'book',
    options,
    async ({ list_slots, book_slot }) => {
      await list_slots({})
      await book_slot({}).catch(() => {})
    },
    tools,
  )
  const decidedAt = async (seed: number) =>
    scoreTrace(task, await perform(oracle, task, tools, seed), tools).decided
  expect(await decidedAt(2)).toBe('the function calls list_slots, book_slot')
  expect(await decidedAt(3)).toBe('the function calls list_slots; in this world book_slot is refused')
})
