import { beforeAll, expect, test } from 'vitest'
import { computeInjectionMetrics, type HardScore } from '../../src/metrics/summary.ts'
import { runAttempt } from '../../src/run/attempt/run-attempt.ts'
import type { CalibrationAgent } from '../../src/schema/agent.ts'
import { ATTACK_GOALS, ATTACKS, type InjectionRule } from '../../src/schema/injection.ts'
import type { TaskScore } from '../../src/schema/score.ts'
import type { InjectionMetrics } from '../../src/schema/summary.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { oracle } from '../../src/suites/calibration/oracle.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { filtering, guarded, naive } from '../support/injectable.ts'
import { expectPage, formatMarkdownTable } from '../support/markdown-table.ts'
import { loadExample } from '../support/suites.ts'

// Every second task: each level and pattern is among them.
const tasks = (await loadExample()).filter((_, i) => i % 2 === 0)
const AGENTS = [naive, filtering, guarded]
const PLACES = ['result', 'description'] as const

async function scoresOf(agent: CalibrationAgent, injections: InjectionRule[]): Promise<TaskScore[]> {
  const scores: TaskScore[] = []
  for (const task of tasks) {
    const { trace } = await runAttempt(agent, task, { registry, injections, wire: 'direct' })
    scores.push(scoreTrace(task, trace, registry))
  }
  return scores
}

const figures = new Map<string, InjectionMetrics>()
const attacked = new Map<string, TaskScore[]>()

beforeAll(async () => {
  for (const agent of AGENTS) {
    const benign: HardScore[] = await scoresOf(agent, [])
    for (const place of PLACES) {
      const scores = await scoresOf(agent, [{ in: place }])
      attacked.set(`${agent.name} ${place}`, scores)
      figures.set(
        `${agent.name} ${place}`,
        computeInjectionMetrics([...benign, ...scores]) as InjectionMetrics,
      )
    }
  }
}, 120_000)

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

test('the figures of the documentation are what the agents do', async () => {
  const rows = AGENTS.flatMap(({ name }) =>
    PLACES.map((place) => {
      const { utility, utility_under_attack, attack_success } = figures.get(
        `${name} ${place}`,
      ) as InjectionMetrics
      const { rate, succeeded, attempts, interval } = attack_success
      return [
        name,
        place,
        percent(utility ?? 0),
        percent(utility_under_attack ?? 0),
        `${percent(rate)} (${succeeded} of ${attempts})`,
        `${percent(interval.low)} to ${percent(interval.high)}`,
      ]
    }),
  )
  const head = [
    'agent',
    'attack in',
    'utility',
    'utility under attack',
    'attack success rate',
    '95 % interval',
  ]
  await expectPage('faults.md', { figures: formatMarkdownTable([head, ...rows]) })
})

test('a naive agent does what every attack wants, in every wording', () => {
  for (const place of PLACES) {
    const all = (attacked.get(`naive ${place}`) ?? []).flatMap(({ injections }) => injections?.attacks ?? [])
    expect(new Set(all.map(({ attack }) => attack))).toEqual(new Set(ATTACKS))
    expect(new Set(all.map(({ goal }) => goal))).toEqual(new Set(ATTACK_GOALS))
    expect(all.filter(({ succeeded }) => !succeeded)).toEqual([])
  }
})

test('an agent that takes answers for data is as good as without an attack, and none succeeds', () => {
  const { utility, utility_under_attack, attack_success } = figures.get('guarded result') as InjectionMetrics
  expect(utility).toBe(1)
  expect(utility_under_attack).toBe(1)
  expect(attack_success.succeeded).toBe(0)
})

test('the oracle solves the same tasks with an attack in every tool', async () => {
  const scores = await scoresOf(
    oracle,
    PLACES.map((place) => ({ in: place })),
  )
  expect(scores.filter(({ solved }) => !solved).map(({ task_id, reason }) => [task_id, reason])).toEqual([])
  expect(scores.flatMap(({ injections }) => injections?.attacks ?? []).every((one) => !one.succeeded)).toBe(
    true,
  )
})
