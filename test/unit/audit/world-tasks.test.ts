import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { createRng } from '../../../src/shared/rng.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import {
  mutateToAlways,
  mutateToFirstOnly,
  mutateToNever,
  mutateToOneTooMany,
} from '../../../src/suites/audit/mutate/branches.ts'
import { buildMutantScript } from '../../../src/suites/audit/mutate/operator.ts'
import { performScript } from '../../../src/suites/audit/mutate/script.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { createSubject, expandInWorld } from '../../support/in-world.ts'
import { step } from '../../support/task.ts'
import { findTask, SEEDS } from '../../support/world-tasks.ts'

/** The task `if` with another number of degrees. */
const warmerThan = (degrees: number, more: Partial<Task> = {}): Task => {
  const task = structuredClone(findTask('if'))
  const [last] = task.expected_trace.steps.splice(1)
  const when = { $gt: [{ $from: 'step_1', at: '/temperature_celsius' }, degrees] }
  if (last !== undefined) task.expected_trace.steps.push({ ...last, when })
  return { ...task, prompt: task.prompt.replace('17', String(degrees)), ...more }
}

describe('a task that decides', () => {
  it.each([
    'if',
    'if-else',
    'answer',
    'nested-if',
    'each-none',
    'find',
    'find-least',
    'first',
    'recover',
    'dates',
    'equal-copies',
  ])('is valid: %s', async (id) => {
    const { findings, warnings } = await auditSuite([findTask(id)], registry)
    expect({ findings, warnings }).toEqual({ findings: [], warnings: undefined })
  })

  const detail =
    'the condition of step_2 holds in 0 of the 20 worlds and fails in 20; expected at least 7 of each'

  it('and always decides the same is named, and fails where it was generated', async () => {
    const rules = ['discriminating'] as const
    const byHand = await auditSuite([warmerThan(70)], registry, { rules })
    expect(byHand).toMatchObject({ valid: 1, findings: [], warnings: [{ task_id: 'if', detail }] })
    const generated = await auditSuite([warmerThan(70, { pattern: 'conditional' })], registry, { rules })
    expect(generated).toMatchObject({ valid: 0, findings: [{ task_id: 'if', detail }] })
    expect(generated).not.toHaveProperty('warnings')
  })

  it('and repeats a step equally often in all worlds fails where it was generated', async () => {
    const task: Task = structuredClone({ ...findTask('each'), pattern: 'for-each' })
    const each = task.expected_trace.steps[1]?.each
    if (each) each.where = { $gt: [{ $item: '/price_usd' }, 0] }
    const { findings } = await auditSuite([task], registry, { rules: ['discriminating'] })
    expect(findings.map((one) => one.detail)).toEqual([
      expect.stringMatching(/^step_2 is called for \d items in each of the 20 worlds; expected at least two/),
    ])
  })

  it('needs the tool that it decides by, and not one that decides nothing', async () => {
    const task = warmerThan(17)
    const rules = ['needed'] as const
    expect((await auditSuite([task], registry, { rules })).findings).toEqual([])
    const idle: Task = structuredClone(task)
    idle.expected_trace.steps.push(step(3, 'get_stock_price', { symbol: 'MSFT' }))
    idle.available_tools.push('get_stock_price')
    expect((await auditSuite([idle], registry, { rules })).findings).toMatchObject([
      { detail: 'get_stock_price: no graded value depends on it' },
    ])
  })
})

describe('a spoilt decision', () => {
  /** Seeds at which an operator spoils a task; no such mutant is solved. */
  const spoiltAt = (operator: typeof mutateToAlways, id: string): number[] => {
    const task = findTask(id)
    return SEEDS.filter((seed) => {
      const subject = createSubject(task, registry, seed)
      const mutants = operator({ subject, reference: subject.run, rng: createRng(seed) })
      for (const mutant of mutants) {
        const { trace } = performScript(buildMutantScript(mutant, subject.task), subject.task, registry)
        expect(subject.scoreCached(trace).solved, `${mutant.how} in ${seed}`).toBe(false)
      }
      return mutants.length > 0
    })
  }
  const decides = (id: string, verdict: boolean): number[] =>
    SEEDS.filter((seed) => expandInWorld(findTask(id), seed).decisions.some(({ holds }) => holds === verdict))
  const counts = (id: string, isMeant: (passed: number, items: number) => boolean): number[] =>
    SEEDS.filter((seed) =>
      expandInWorld(findTask(id), seed).counts.some(({ passed, items }) => isMeant(passed, items)),
    )

  it.each(['if', 'if-else', 'count-when', 'state'])('%s: the branch is always taken', (id) => {
    expect(spoiltAt(mutateToAlways, id)).toEqual(decides(id, false))
  })
  it.each(['if', 'if-else', 'count-when', 'state'])('%s: the branch is never taken', (id) => {
    expect(spoiltAt(mutateToNever, id)).toEqual(decides(id, true))
  })
  it('another branch of the answer is given', () => {
    expect(spoiltAt(mutateToAlways, 'answer')).toEqual(SEEDS)
  })
  it.each(['each', 'each-none', 'each-all'])('%s: the first item only', (id) => {
    expect(spoiltAt(mutateToFirstOnly, id)).toEqual(counts(id, (passed) => passed > 1))
  })
  it.each(['each', 'each-none', 'each-all'])('%s: one item too many', (id) => {
    expect(spoiltAt(mutateToOneTooMany, id)).toEqual(counts(id, (passed, items) => passed < items))
  })
})
