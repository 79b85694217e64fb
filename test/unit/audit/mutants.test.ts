import { describe, expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { mutants } from '../../../src/suites/audit/rules/mutants.ts'
import { runRule } from '../../support/audited.ts'
import { testWithShared } from '../../support/shared-data.ts'
import { loadPublishedTasks } from '../../support/suites.ts'
import { buildTask, step } from '../../support/task.ts'

/** Asks for the kind of a source, a word that the title of the hit holds as well. */
const namedTwice = buildTask(
  'Search the web for "oak trees", 3 hits, and say what kind of source the first one is.',
  [step(1, 'web_search', { query: 'oak trees', max_results: 3 })],
  { task_id: 'named-twice', expected_final_answer: { $from: 'step_1', at: '/results/0/source' } },
)

/** Searches, and checks the first address; every other place of the results is a wrong branch. */
const forwarded = (i: number): Task =>
  buildTask(
    `Search the web for "barn owls ${i}", 4 hits, check the first address and say how long it takes.`,
    [
      step(1, 'web_search', { query: `barn owls ${i}`, max_results: 4 }),
      step(2, 'check_url_status', { url: { $from: 'step_1', at: '/results/0/url' } }, ['step_1']),
    ],
    { task_id: `forwarded-${i}`, expected_final_answer: { $from: 'step_2', at: '/response_time_ms' } },
  )

describe('mutants', () => {
  test('names an accepted mutant with operator, place and both values where fewer than 100 apply', async () => {
    const { findings, metrics } = await runRule(mutants, [namedTwice])
    expect(metrics['wrong-branch']?.accepted).toBe(1)
    expect(findings).toEqual([
      'named-twice: it is still solved with an error (wrong-branch): the answer takes "Oak Trees: what is known (Blog)" ' +
        '(step_1 /results/0/title) instead of "Blog"',
    ])
  })

  test('lets an accepted mutant pass among so many that 99 % are rejected', async () => {
    const many = Array.from({ length: 16 }, (_, i) => forwarded(i))
    const { findings, metrics } = await runRule(mutants, [...many, namedTwice])
    expect(metrics['wrong-branch']?.accepted).toBe(1)
    expect(metrics['wrong-branch']?.rejected).toBeGreaterThan(100)
    expect(findings).toEqual([])
  })

  test('counts what an alternative allows as equivalent', async () => {
    const steps = [
      step(1, 'get_weather', { city: 'Oslo' }),
      step(
        2,
        'log_event',
        {
          event_type: 'note',
          severity: 'info',
          message: { $text: ['It has ', { $from: 'step_1', at: '/temperature_celsius' }] },
        },
        ['step_1'],
      ),
      step(3, 'create_task', { title: 'Look outside' }),
    ]
    const strict = buildTask('Log the temperature in Oslo, type note, and add a task "Look outside".', steps)
    const lenient = { ...strict, alternatives: [{ steps: steps.slice(0, 2) }] }
    const [one, other] = [await runRule(mutants, [strict]), await runRule(mutants, [lenient])]
    expect(one.metrics.drop).toEqual({ made: 3, equivalent: 0, rejected: 3, accepted: 0 })
    expect(other.metrics.drop).toEqual({ made: 3, equivalent: 1, rejected: 2, accepted: 0 })
    expect(other.findings).toEqual([])
  })

  test('says nothing of tasks that are not solved as expected', async () => {
    const unsolved = buildTask(
      'Say what is remembered under "no_such_key".',
      [step(1, 'retrieve_memory', { key: 'no_such_key' })],
      { expected_final_answer: { $from: 'step_1', at: '/no_such_field' } },
    )
    const { findings, metrics } = await runRule(mutants, [unsolved])
    expect(findings).toEqual([])
    expect(Object.values(metrics).every(({ made }) => made === 0)).toBe(true)
  })

  testWithShared('takes published rows, which hold no bindings', 'comptoolbench', async () => {
    const { findings, metrics } = await runRule(mutants, loadPublishedTasks())
    expect(findings).toEqual([])
    expect(metrics.stale?.made).toBe(0)
    expect(metrics['reversed-edge']?.rejected).toBeGreaterThan(100)
  })
})
