import { describe, expect, test } from 'vitest'
import type { Step, Task } from '../../../../src/schema/task.ts'
import type { Call } from '../../../../src/schema/trace.ts'
import { isObject, type JsonObject } from '../../../../src/shared/json.ts'
import { createRng } from '../../../../src/shared/rng.ts'
import { isEquivalent } from '../../../../src/suites/audit/mutate/equivalent.ts'
import { type OperatorName, operators } from '../../../../src/suites/audit/mutate/index.ts'
import { buildMutantScript } from '../../../../src/suites/audit/mutate/operator.ts'
import { performScript } from '../../../../src/suites/audit/mutate/script.ts'
import type { ReferenceRun } from '../../../../src/tasks/reference-run.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { createSubject } from '../../../support/in-world.ts'
import { buildFrom, buildTask, step } from '../../../support/task.ts'

/** The mutants that an operator makes of a task: what is done, the calls, the answer, and whether it comes to the same. */
function made(name: OperatorName, task: Task) {
  const subject = createSubject(task)
  const reference = subject.run
  return operators[name]({ subject, reference, rng: createRng(1, name) }).map((mutant) => {
    const performance = performScript(buildMutantScript(mutant, task), task, registry, reference.outputOf)
    return {
      how: mutant.how,
      calls: performance.trace.calls,
      answer: performance.trace.final_answer,
      isEquivalent: isEquivalent(mutant, performance, task, registry),
      reference,
    }
  })
}

/** What a step gives in the reference run. */
const outputIn = (mutant: { reference: ReferenceRun } | undefined, place: number): JsonObject =>
  (mutant?.reference.outputOf(`step_${place}`) ?? {}) as JsonObject

const toolsOf = (calls: readonly Call[]): string[] => calls.map(({ tool_name }) => tool_name)
const argumentOf = (calls: readonly Call[], tool: string, name: string): unknown =>
  calls.find(({ tool_name }) => tool_name === tool)?.arguments[name]

/** Two look-ups whose values go into one e-mail and, summed up, into the answer. */
const merge = buildTask(
  'Mail ann@example.com, subject "Weather", the temperatures in Oslo and in Turin, and say the higher one.',
  [
    step(1, 'get_weather', { city: 'Oslo' }),
    step(2, 'get_weather', { city: 'Turin' }),
    step(
      3,
      'send_email',
      {
        to: 'ann@example.com',
        subject: 'Weather',
        body: {
          $text: [
            'Oslo ',
            buildFrom(1, '/temperature_celsius'),
            ', Turin ',
            buildFrom(2, '/temperature_celsius'),
          ],
        },
      },
      ['step_1', 'step_2'],
    ),
  ],
  {
    available_tools: ['get_weather', 'send_email', 'create_task', 'slugify'],
    expected_final_answer: {
      $calc: 'max',
      of: [buildFrom(1, '/temperature_celsius'), buildFrom(2, '/temperature_celsius')],
    },
  },
)

/** A look-up whose value is another call's argument. */
const chain = buildTask(
  'Convert 120 USD to EUR and round what comes out to 2 decimals.',
  [
    step(1, 'get_exchange_rate', { from_currency: 'USD', to_currency: 'EUR', amount: 120 }),
    step(2, 'round_number', { value: buildFrom(1, '/converted_amount'), decimals: 2 }, ['step_1']),
  ],
  { expected_final_answer: buildFrom(2, '/rounded') },
)

describe('drop', () => {
  test('leaves each step out and says its value all the same', () => {
    const [first, second] = made('drop', chain)
    expect(first?.how).toBe('step_1 (get_exchange_rate) is not called')
    expect(toolsOf(first?.calls ?? [])).toEqual(['round_number'])
    expect(first?.calls[0]?.arguments).toEqual(first?.reference.argumentsOf.get('step_2'))
    expect(toolsOf(second?.calls ?? [])).toEqual(['get_exchange_rate'])
    expect(second?.answer).toBe(`${outputIn(second, 2).rounded}`)
    expect([first?.isEquivalent, second?.isEquivalent]).toEqual([false, false])
  })
})

describe('swap', () => {
  test('makes other calls where the values go to different arguments', () => {
    const difference = buildTask('Compare', [
      step(1, 'get_stock_price', { symbol: 'INTC' }),
      step(2, 'get_stock_price', { symbol: 'AAPL' }),
      step(
        3,
        'percentage_change',
        { old_value: buildFrom(1, '/price_usd'), new_value: buildFrom(2, '/price_usd') },
        ['step_1', 'step_2'],
      ),
    ])
    const mutants = made('swap', difference)
    expect(mutants.map(({ isEquivalent: same }) => same)).toEqual([false])
    const [first] = mutants
    const reference = first?.reference.argumentsOf.get('step_3')
    expect(argumentOf(first?.calls ?? [], 'percentage_change', 'old_value')).toBe(reference?.new_value)
    expect(argumentOf(first?.calls ?? [], 'percentage_change', 'new_value')).toBe(reference?.old_value)
  })
})

test('no swap is made of two calls of which nothing is taken: the other order makes the same calls', () => {
  const search = step(1, 'web_search', { query: 'oak trees', max_results: 3 })
  const check = (place: number, i: number) =>
    step(place, 'check_url_status', { url: buildFrom(1, `/results/${i}/url`) }, ['step_1'])
  const both = buildTask('Search the web for "oak trees", 3 hits, and check the first two.', [
    search,
    check(2, 0),
    check(3, 1),
  ])
  expect(made('swap', both)).toEqual([])
  const graded = { ...both, expected_final_answer: buildFrom(2, '/response_time_ms') }
  expect(made('swap', graded)).not.toEqual([])
  const steps = both.expected_trace.steps.map((one, i) =>
    i === 2 ? { ...one, depends_on: ['step_1', 'step_2'], order: true } : one,
  )
  expect(made('swap', { ...both, expected_trace: { steps } })).not.toEqual([])
})

describe('stale', () => {
  test('takes the value of another world, in steps and in the answer', () => {
    const mutants = made('stale', chain)
    const subject = createSubject(chain)
    const other = subject.runReference(subject.seed + 1)
    const stale = other.ok ? (other.run.outputOf('step_1') as JsonObject).converted_amount : undefined
    expect(argumentOf(mutants[0]?.calls ?? [], 'round_number', 'value')).toBe(stale)
    expect(mutants[0]?.how).toContain(`step_2 /value takes ${stale} (its value in world 8) instead of`)
    expect(mutants[1]?.how).toMatch(/^the answer takes /)
    expect(mutants.map(({ isEquivalent: same }) => same)).toEqual([false, false])
  })
  test('makes nothing where every world gives the same', () => {
    const pure = buildTask(
      'Round 7.28295 to 2.',
      [step(1, 'round_number', { value: 7.28295, decimals: 2 })],
      {
        expected_final_answer: buildFrom(1, '/rounded'),
      },
    )
    expect(made('stale', pure)).toEqual([])
  })
  test('leaves out a value that changes nothing for whoever gets the selection', () => {
    const cities = ['Oslo', 'Turin', 'Madrid', 'Nairobi']
    const warmest = buildTask(
      'Which of Oslo, Turin, Madrid and Nairobi is warmest?',
      cities.map((city, i) => step(i + 1, 'get_weather', { city })),
      {
        expected_final_answer: {
          $pick: 'max',
          of: cities.map((_, i) => buildFrom(i + 1, '/temperature_celsius')),
          give: cities.map((_, i) => buildFrom(i + 1, '/city')),
        },
      },
    )
    const mutants = made('stale', warmest)
    expect(mutants.length).toBeGreaterThan(0)
    expect(mutants.filter(({ isEquivalent: same }) => same)).toEqual([])
  })
})

describe('wrong branch', () => {
  test('takes another hit and another figure of the same record', () => {
    const search = buildTask(
      'Search the web for "oak trees", 3 hits, and check the first address.',
      [
        step(1, 'web_search', { query: 'oak trees', max_results: 3 }),
        step(2, 'check_url_status', { url: buildFrom(1, '/results/0/url') }, ['step_1']),
      ],
      { expected_final_answer: buildFrom(2, '/response_time_ms') },
    )
    const mutants = made('wrong-branch', search)
    const taken = mutants.map(({ how }) => /\((step_\d \S+)\)/.exec(how)?.[1])
    expect(taken).toContain('step_1 /results/1/url')
    expect(taken).toContain('step_1 /results/2/url')
    expect(taken).toContain('step_2 /status_code')
    expect(taken.filter((name) => name?.startsWith('step_1 /results/0/'))).not.toHaveLength(0)
    expect(mutants.every(({ isEquivalent: same }) => !same)).toBe(true)
  })
  test('takes the losing candidate of a selection', () => {
    const losing = made('wrong-branch', merge).filter(({ how }) => how.includes('a candidate that loses'))
    const temperatures = [1, 2].map((place) => outputIn(losing[0], place).temperature_celsius as number)
    expect(losing.map(({ answer }) => answer)).toEqual([`${Math.min(...temperatures)}`])
  })
})

describe('reversed edge', () => {
  test('calls a consumer before its producer and at once with it, with the value that it needs', () => {
    const [before, atOnce] = made('reversed-edge', chain)
    expect(toolsOf(before?.calls ?? [])).toEqual(['round_number', 'get_exchange_rate'])
    expect(atOnce?.calls.map(({ turn }) => turn)).toEqual([0, 0])
    for (const mutant of [before, atOnce]) {
      const reference = mutant?.reference.argumentsOf.get('step_2')
      expect(mutant?.calls.find(({ tool_name }) => tool_name === 'round_number')?.arguments).toEqual(
        reference,
      )
      expect(mutant?.isEquivalent).toBe(false)
    }
  })
  test('leaves edges alone that nothing enforces', () => {
    const loose = {
      ...merge,
      expected_trace: { steps: merge.expected_trace.steps.map((one) => ({ ...one })) },
    }
    loose.expected_trace.steps.push(step(4, 'create_task', { title: 'Dress warmly' }, ['step_3']))
    expect(made('reversed-edge', loose).filter(({ how }) => how.includes('step_4'))).toEqual([])
    loose.expected_trace.steps[3] = { ...(loose.expected_trace.steps[3] as Step), order: true }
    expect(made('reversed-edge', loose).filter(({ how }) => how.includes('step_4'))).toHaveLength(2)
  })
})

describe('extra write', () => {
  test('commits one effect more, by each tool on offer that writes', () => {
    const mutants = made('extra-write', merge)
    expect(mutants.map(({ how }) => how.split(' ')[0]).sort()).toEqual(['create_task', 'send_email'])
    for (const { calls, isEquivalent: same } of mutants) {
      expect(calls.filter(({ committed }) => committed)).toHaveLength(2)
      expect(same).toBe(false)
    }
  })
  test('takes a tool that is not on offer where none that is writes', () => {
    const [mutant] = made('extra-write', { ...chain, available_tools: ['get_exchange_rate', 'round_number'] })
    expect(mutant?.calls.filter(({ committed }) => committed)).toHaveLength(1)
  })
})

describe('duplicate', () => {
  test('makes a write twice, in a row and at the end; reads are left alone', () => {
    const task = buildTask('Do both', [
      step(1, 'create_task', { title: 'Mow the lawn' }),
      step(2, 'get_weather', { city: 'Oslo' }),
    ])
    const mutants = made('duplicate', task)
    expect(mutants.map(({ calls }) => toolsOf(calls))).toEqual([
      ['create_task', 'create_task', 'get_weather'],
      ['create_task', 'get_weather', 'create_task'],
    ])
    expect(mutants.map(({ isEquivalent: same }) => same)).toEqual([false, false])
  })
  test('is made of a write that may be repeated only where another write comes in between', () => {
    const task = buildTask('Do both', [
      step(1, 'store_memory', { key: 'a', value: 'b' }),
      step(2, 'store_memory', { key: 'c', value: 'd' }),
    ])
    expect(made('duplicate', task).map(({ how, isEquivalent: same }) => [how, same])).toEqual([
      ['step_1 (store_memory) is called again at the end', false],
    ])
  })
})

test('no operator makes anything of a task without a write or a value that flows, but dropping and one write more', () => {
  const bare = buildTask('Look up the weather in Oslo.', [step(1, 'get_weather', { city: 'Oslo' })])
  const counts = (Object.keys(operators) as OperatorName[]).map((name) => [name, made(name, bare).length])
  expect(counts.filter(([, count]) => count !== 0).map(([name]) => name)).toEqual(['drop', 'extra-write'])
  expect(isObject(bare.expected_trace.steps[0]?.arguments)).toBe(true)
})
