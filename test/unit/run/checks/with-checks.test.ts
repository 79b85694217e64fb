import { afterEach, describe, expect, it } from 'vitest'
import { type Check, readChecksOfModule, serveChecks } from '../../../../src/run/checks/served-checks.ts'
import { runChecks } from '../../../../src/run/checks/with-checks.ts'
import type { AskedChecks } from '../../../../src/schema/check.ts'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { performGold } from '../../../support/perform.ts'
import { buildTask, step } from '../../../support/task.ts'

const base = buildTask('How is the weather in Oslo?', [step(1, 'get_weather', { city: 'Oslo' })])
const trace = { ...performGold(base), final_answer: 'It is fine.' }
const score = scoreTrace(base, trace, registry)

const run = (checks: AskedChecks, served: Record<string, Check>, limit = 5000) => {
  serveChecks(new Map(Object.entries(served)))
  return runChecks({ ...base, checks }, trace, score, limit)
}
afterEach(() => serveChecks(new Map()))

describe('checks of a task', () => {
  it('stand beside the score, and change nothing of it', async () => {
    const { score: checked, unjudged } = await run(['good', 'bad', 'why', 'broken', 'mute'], {
      good: async ({ trace: { final_answer } }) => final_answer === 'It is fine.',
      bad: () => false,
      why: () => 'it names no city',
      broken: () => {
        throw new Error('no key')
      },
      mute: (() => undefined) as never,
    })
    expect(unjudged).toBeUndefined()
    const { checks, ...rest } = checked
    expect(rest).toEqual(score)
    expect(checks).toEqual([
      { name: 'good', pass: true },
      { name: 'bad', pass: false },
      { name: 'why', pass: false, reason: 'it names no city' },
      { name: 'broken', pass: null, reason: 'the check threw: no key' },
      {
        name: 'mute',
        pass: null,
        reason: 'the check returned undefined; return true, false or a reason',
      },
    ])
  })

  it('count for solved where they are asked to', async () => {
    expect(score.solved).toBe(true)
    const { score: failed } = await run([{ name: 'why', counts: true }], { why: () => 'it names no city' })
    expect(failed).toMatchObject({
      solved: false,
      score: score.score,
      cause: 'failed-check',
      reason: 'the check "why" failed: it names no city',
    })
    const { score: passed } = await run([{ name: 'good', counts: true }], { good: () => true })
    expect(passed.solved).toBe(true)
  })

  it('judge what prose cannot prove, if they count', async () => {
    const text = { ...score, free_text: true as const }
    const check = async (name: string, counts?: true) => {
      serveChecks(
        new Map<string, Check>([
          ['good', () => true],
          ['bad', () => false],
        ]),
      )
      const checks = [counts === undefined ? name : { name, counts }]
      return (await runChecks({ ...base, checks }, trace, text, 5000)).score
    }
    expect(await check('good')).toMatchObject({ free_text: true })
    expect(await check('good', true)).toMatchObject({ solved: true })
    expect(await check('good', true)).not.toHaveProperty('free_text')
    expect(await check('bad', true)).toMatchObject({ solved: false, cause: 'failed-check' })
    expect(await check('bad', true)).not.toHaveProperty('free_text')
  })

  it('that never settle are given up after the time of the case, by name', async () => {
    const pending = { name: 'pending', counts: true } as const
    const { unjudged } = await run(
      [pending, 'good'],
      { pending: () => new Promise(() => {}), good: () => true },
      30,
    )
    expect(unjudged).toBe('the check "pending" could not be judged: the check did not finish within 30 ms')
  })

  it('that fail after their time are nobody’s', async () => {
    const late = () => new Promise<never>((_, reject) => setTimeout(reject, 40, new Error('too late')))
    const { score: checked } = await run(['late'], { late }, 10)
    expect(checked.checks).toEqual([
      { name: 'late', pass: null, reason: 'the check did not finish within 10 ms' },
    ])
    await new Promise((resolve) => setTimeout(resolve, 60))
  })

  it('never solve a task that was not', async () => {
    serveChecks(new Map([['good', () => true]]))
    const idle = { ...trace, calls: [] }
    const unsolved = scoreTrace(base, idle, registry)
    const { score: checked } = await runChecks(
      { ...base, checks: [{ name: 'good', counts: true }] },
      idle,
      unsolved,
      5000,
    )
    expect(checked).toMatchObject({ solved: false, cause: unsolved.cause })
  })

  it('that count and cannot be judged leave the attempt without a verdict', async () => {
    const { unjudged } = await run([{ name: 'broken', counts: true }], {
      broken: () => Promise.reject(new Error('no key')),
    })
    expect(unjudged).toBe('the check "broken" could not be judged: the check threw: no key')
  })

  it('cannot change what they are shown', async () => {
    const { score: checked } = await run(['greedy'], {
      greedy: (subject) => {
        subject.score.solved = false
        subject.trace.calls.length = 0
        return true
      },
    })
    expect(checked.solved).toBe(true)
    expect(trace.calls).toHaveLength(1)
  })

  it('of a name that nobody exports are an error', async () => {
    await expect(run(['polit'], { polite: () => true })).rejects.toThrow(/check "polit".*polite/)
  })
})

it('a module exports checks by name or in its default', () => {
  const polite = (): boolean => true
  expect(readChecksOfModule({ polite, TEXT: 'x' }, 'a.ts')).toEqual([['polite', polite]])
  expect(readChecksOfModule({ default: { polite } }, 'a.ts')).toEqual([['polite', polite]])
  expect(() => readChecksOfModule({ TEXT: 'x' }, 'a.ts')).toThrow('it exports no function')
})
