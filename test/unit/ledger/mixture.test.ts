import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fitOf, independentFit } from '../../../src/ledger/mixture.ts'
import { patternsOf } from '../../../src/ledger/patterns.ts'

type Outcome = Parameters<typeof fitOf>[0][number]

const many = (count: number, s: number, b: number, x: number, y: number): Outcome[] =>
  Array.from({ length: count }, () => ({ s, b, x, y }))

/** What the definition gave for some suites, worked out task by task, without grouping, matrices or logarithms. */
interface Golden {
  name: string
  groups: { count: number; task: Outcome; ratio: number; posterior: number }[]
  share: number
  correlation: number
  logs: { unchanged: number; drifted: number; broken: number }
  lambda: number
}
const golden = readFileSync(new URL('mixture.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')

describe('fitOf', () => {
  it.each(golden.map((line) => JSON.parse(line) as Golden))('equals the definition: $name', (slow) => {
    const tasks = slow.groups.flatMap((group) => Array.from({ length: group.count }, () => group))
    const fit = fitOf(tasks.map(({ task }) => task))
    expect(fit.correlation).toBe(slow.correlation)
    expect(fit.share).toBeCloseTo(slow.share, 9)
    for (const [name, log] of Object.entries(slow.logs))
      expect(fit.logs()[name as keyof Golden['logs']]).toBeCloseTo(log, 8)
    expect(fit.lambda() / slow.lambda).toBeCloseTo(1, 8)
    for (const [i, { ratio, posterior }] of tasks.entries()) {
      expect(fit.ratioOf(i) / ratio).toBeCloseTo(1, 8)
      expect(fit.posteriorOf(i)).toBeCloseTo(posterior, 9)
    }
  })

  it('takes attempts of one run for correlated where many tasks are off for a whole run', () => {
    const off = many(8, 3, 3, 0, 9)
    const well = [...many(8, 3, 3, 9, 0), ...many(60, 3, 3, 1, 0)]
    const keptOff = many(12, 2, 3, 1, 0).map((task) => ({ ...task, kept: [{ x: 0, y: 9, s: 0, f: 1 }] }))
    expect(fitOf([...off, ...well, ...keptOff]).correlation).toBeGreaterThan(0)
    expect(fitOf(many(100, 3, 3, 1, 0)).correlation).toBe(0)
    const independent = independentFit([...off, ...well, ...keptOff])
    expect(independent.correlation).toBe(0)
    expect(independent.logs()).toEqual(independentFit([...off, ...well, ...many(12, 2, 3, 1, 0)]).logs())
  })

  it('does not depend on the order of the tasks', () => {
    const tasks = [...many(1, 3, 3, 0, 9), ...many(5, 3, 3, 1, 0), ...many(4, 1, 3, 0, 1)]
    const turned = fitOf(tasks.toReversed())
    expect(turned.lambda()).toBeCloseTo(fitOf(tasks).lambda(), 6)
    expect(turned.posteriorOf(tasks.length - 1)).toBeCloseTo(fitOf(tasks).posteriorOf(0), 9)
  })

  it('stays finite with records of hundreds of attempts, and where everything broke', () => {
    const large = fitOf([...many(3, 400, 500, 0, 40), ...many(3, 3, 500, 0, 3)])
    expect(Number.isFinite(large.lambda())).toBe(true)
    const all = fitOf(many(400, 20, 20, 0, 25))
    expect(Number.isFinite(all.lambda())).toBe(true)
    expect(all.lambda()).toBeGreaterThan(1e6)
    expect(all.posteriorOf(0)).toBeCloseTo(1, 9)
  })
})

it('patternsOf groups what is equal, and knows which task is which', () => {
  const patterns = patternsOf([...many(2, 1, 3, 0, 1), ...many(1, 3, 1, 0, 1), ...many(1, 1, 3, 0, 1)])
  expect(patterns).toMatchObject({ counts: [3, 1], of: [0, 0, 1, 0], tasks: 4 })
})
