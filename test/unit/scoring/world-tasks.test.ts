import { describe, expect, it } from 'vitest'
import type { Step, Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { reversed, scrambled } from '../../../src/suites/calibration/adversaries.ts'
import { oracle, oracleVariants } from '../../../src/suites/calibration/oracle.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { expandInWorld, perform, placeInWorld } from '../../support/in-world.ts'
import { Performer, type PlannedCall } from '../../support/perform.ts'
import { buildFrom, step } from '../../support/task.ts'
import { findTask, SEEDS, worldTasks } from '../../support/world-tasks.ts'

const branchOf = (task: Task, seed: number): string => expandInWorld(task, seed).branch

it.each(worldTasks)('$task_id is solved by every oracle in eight worlds', async (task) => {
  const refused: string[] = []
  for (const seed of SEEDS.slice(0, 8)) {
    for (const agent of oracleVariants) {
      const { solved, score, reason, weak } = scoreTrace(
        task,
        await perform(agent, task, registry, seed),
        registry,
      )
      if (!solved || score !== 1 || weak)
        refused.push(`${agent.name} in ${seed}: ${reason ?? `score ${score}, weak ${weak}`}`)
    }
  }
  expect(refused).toEqual([])
})

/** Seeds at which an agent solves a task that goes about it as another task says. */
async function solvedBy(task: Task, change: (step: Step) => Partial<Step>): Promise<number[]> {
  const steps = task.expected_trace.steps.map((step) => ({ ...step, ...change(step) }))
  const careless: Task = { ...task, expected_trace: { steps } }
  const solved: number[] = []
  for (const seed of SEEDS) {
    const trace = await perform(oracle, careless, registry, seed)
    if (scoreTrace(task, trace, registry).solved) solved.push(seed)
  }
  return solved
}

describe('a careless agent', () => {
  const deciding = ['if', 'nested-if', 'each-of-each', 'and-or', 'check-first', 'count-when', 'state']

  it.each(deciding)('that always takes the branch of %s solves the worlds that take it', async (id) => {
    const task = findTask(id)
    const all = (seed: number): boolean => expandInWorld(task, seed).decisions.every(({ holds }) => holds)
    expect(await solvedBy(task, () => ({ when: { $eq: [1, 1] } }))).toEqual(SEEDS.filter(all))
  })

  it.each(deciding)('that never takes the branch of %s solves the worlds that do not', async (id) => {
    const task = findTask(id)
    const none = (seed: number): boolean => expandInWorld(task, seed).decisions.every(({ holds }) => !holds)
    const never = { $eq: [1, 2] }
    const solved = await solvedBy(task, ({ when }) => (when === undefined ? {} : { when: never }))
    expect(solved).toEqual(SEEDS.filter(none))
  })

  it.each(['each', 'each-none'])('that does one item too many of %s', async (id) => {
    const task = findTask(id)
    const counts = (seed: number) => expandInWorld(task, seed).counts[0]
    const solved = await solvedBy(task, ({ each }) => (each ? { each: { list: each.list } } : {}))
    expect(solved).toEqual(SEEDS.filter((seed) => counts(seed)?.passed === counts(seed)?.items))
  })

  it.each(['each', 'each-all', 'each-of-each', 'each-none'])(
    'that does the first item of %s alone',
    async (id) => {
      const task = findTask(id)
      for (const seed of SEEDS) {
        const plain = placeInWorld(task, seed).task
        const steps = plain.expected_trace.steps.filter(({ step_id }) => !/\.(?:[2-9])$/.test(step_id))
        const first: Task = { ...plain, expected_trace: { steps } }
        const { solved } = scoreTrace(task, await perform(oracle, first, registry, seed), registry)
        expect(solved, `world ${seed}`).toBe(steps.length === plain.expected_trace.steps.length)
      }
    },
  )

  it.each(['if', 'if-else', 'each-all', 'find-least', 'count-when', 'check-first', 'exists'])(
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
      const answer = placeInWorld(task, seed).task.expected_final_answer as string
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

  it('with a filter stand for the list, also where they leave nothing', () => {
    const cities: Task = {
      ...findTask('find'),
      expected_trace: {
        steps: [
          step(1, 'database_query', { table: 'cities' }),
          {
            ...step(2, 'create_task', { title: { $item: '/name' } }, ['step_1']),
            each: { list: buildFrom(1, '/results'), where: { $gt: [{ $item: '/population_million' }, 36] } },
          },
        ],
      },
    }
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
    const seed = SEEDS.find((one) => branchOf(count, one) === 'without step_2') as number
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

  it('do not stand for it where they miss an item', () => {
    const seed = SEEDS.find((one) => branchOf(task, one) === 'step_2 3 times') as number
    const performer = new Performer(seed)
    const all = cheapIn(offers(new Performer(seed), {}))
    offers(performer, { max_results: 1 })
    performer.turn(all)
    expect(scoreTrace(task, performer.trace('each'), registry).solved).toBe(false)
  })

  it('allow a further read for each of its items', () => {
    const seed = SEEDS.find((one) => branchOf(task, one) === 'step_2 3 times') as number
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

it('an answer that comes to how many of none is graded', () => {
  const files = buildFrom(1, '/files')
  const task: Task = {
    ...findTask('if'),
    prompt: 'How many of my files are called plan? End your reply with one line: ANSWER: <number of files>',
    available_tools: ['list_files'],
    expected_trace: {
      steps: [step(1, 'list_files', {})],
      final_answer_source: 'step_1',
    },
    expected_final_answer: {
      $calc: 'count',
      of: [{ $all: files, where: { $eq: [{ $item: '/name' }, 'plan'] }, give: '/path' }],
    },
  }
  const answered = (answer: string) => {
    const performer = new Performer(100, task)
    performer.call('list_files', {})
    return scoreTrace(task, performer.trace(task.task_id, answer), registry).answer
  }
  expect([answered('ANSWER: 0'), answered('ANSWER: 5')]).toEqual(['right', 'wrong'])
})

it('a score says what was decided, by which value', async () => {
  const decided = async (seed: number) =>
    scoreTrace(findTask('if'), await perform(oracle, findTask('if'), registry, seed), registry).decided
  const [warm, cold] = ['with', 'without'].map((way) =>
    SEEDS.find((seed) => branchOf(findTask('if'), seed) === `${way} step_2`),
  ) as [number, number]
  expect(await decided(warm)).toMatch(
    /^temperature_celsius [\d.]+ > \d+ is true in this world, so step_2 is expected$/,
  )
  expect(await decided(cold)).toMatch(/ > \d+ is false in this world, so step_2 is not expected$/)
})
