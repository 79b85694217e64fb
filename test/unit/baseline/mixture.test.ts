import { describe, expect, it } from 'vitest'
import { fitOf, independentFit } from '../../../src/baseline/mixture.ts'
import { collectPatterns } from '../../../src/baseline/patterns.ts'
import { type SlowTask, slowFit } from './slow-mixture.ts'

const many = (count: number, s: number, b: number, x: number, y: number): SlowTask[] =>
  Array.from({ length: count }, () => ({ s, b, x, y }))

describe('fitOf', () => {
  it('rejects where "some broke" is a hundred times as likely, whatever the correlation of runs', () => {
    const luck = [{ x: 0, y: 5, s: 0, f: 1 }]
    const fits = Array.from({ length: 24 }, (_, y) => [
      fitOf([...many(1, 3, 3, 0, y + 1), ...many(20, 3, 3, 1, 0)]),
      fitOf([
        ...many(2, 3, 3, 0, y + 1),
        ...many(4, 2, 3, 1, 0).map((task) => ({ ...task, kept: luck })),
        ...many(9, 3, 3, 1, 0),
      ]),
    ]).flat()
    const isLikely = fits.map((fit) => fit.lambda() >= 100)
    expect(new Set(isLikely)).toEqual(new Set([true, false]))
    expect(new Set(fits.map(({ correlation }) => correlation > 0))).toEqual(new Set([true, false]))
    expect(fits.map((fit) => fit.rejects())).toEqual(isLikely)
    // Both sides of the limit are near it.
    const likely = fits.map((fit) => fit.lambda())
    expect(Math.max(...likely.filter((one) => one < 100))).toBeGreaterThan(60)
    expect(Math.min(...likely.filter((one) => one >= 100))).toBeLessThan(160)
  })

  it.each<[string, SlowTask[]]>([
    ['one task', many(1, 1, 1, 0, 25)],
    ['a small suite of which all fall', many(3, 1, 1, 0, 3)],
    [
      'one broken among steady ones',
      [...many(1, 3, 3, 0, 9), ...many(20, 3, 3, 1, 0), ...many(6, 1, 3, 1, 0)],
    ],
    [
      'attempts and records that differ',
      [...many(2, 18, 20, 1, 6), ...many(3, 4, 6, 2, 1), ...many(2, 0, 1, 0, 1)],
    ],
    ['a task that halved', [...many(1, 20, 20, 12, 13), ...many(9, 20, 20, 1, 0)]],
    [
      'runs that a record keeps',
      [
        ...many(4, 2, 3, 1, 0).map((task) => ({ ...task, kept: [{ x: 0, y: 5, s: 0, f: 1 }] })),
        ...many(3, 3, 3, 0, 9),
        ...many(9, 3, 3, 1, 0),
      ],
    ],
    [
      'several runs together',
      [
        {
          ...many(1, 3, 3, 20, 30)[0]!,
          runs: [
            { x: 0, y: 25 },
            { x: 20, y: 5 },
          ],
        },
        ...many(12, 3, 3, 2, 0).map((task) => ({
          ...task,
          runs: [
            { x: 1, y: 0 },
            { x: 1, y: 0 },
          ],
        })),
      ],
    ],
  ])('equals the definition written down: %s', (_, tasks) => {
    const fit = fitOf(tasks)
    const slow = slowFit(tasks)
    expect(fit.correlation).toBe(slow.correlation)
    expect(fit.share).toBeCloseTo(slow.share, 9)
    for (const [name, log] of Object.entries(slow.logs))
      expect(fit.logs()[name as keyof typeof slow.logs]).toBeCloseTo(log, 8)
    expect(fit.lambda() / slow.lambda).toBeCloseTo(1, 8)
    tasks.forEach((_task, i) => {
      expect(fit.ratioOf(i) / (slow.ratios[i] as number)).toBeCloseTo(1, 8)
      expect(fit.posteriorOf(i)).toBeCloseTo(slow.posteriors[i] as number, 9)
    })
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
  const patterns = collectPatterns([...many(2, 1, 3, 0, 1), ...many(1, 3, 1, 0, 1), ...many(1, 1, 3, 0, 1)])
  expect(patterns).toMatchObject({ counts: [3, 1], of: [0, 0, 1, 0], tasks: 4 })
})
