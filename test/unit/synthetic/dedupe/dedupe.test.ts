import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dedupe } from '../../../../src/synthetic/dedupe/dedupe.ts'
import { edge, row } from './tools.ts'

const tools = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id))
const lot = (seed: number, id: string): string => createHash('sha256').update(`${seed}|${id}`).digest('hex')

describe('dedupe', () => {
  it('drops the middle of a chain, and names the more similar survivor', () => {
    const { kept, dropped } = dedupe(tools, [edge(0, 1, 0.88), edge(1, 2, 0.91)])
    expect(dropped).toEqual([{ id: 'b', because: 'similar', of: 'c' }])
    expect(kept).toEqual(['a', 'c', 'd', 'e'])
  })

  it('drops by degree before the sum of weights, and by the sum before the lot', () => {
    // b has three weak edges, d and e two strong ones.
    const star = [edge(1, 0, 0.85), edge(1, 2, 0.85), edge(1, 3, 0.85), edge(3, 4, 0.99)]
    expect(dedupe(tools, star).dropped[0]?.id).toBe('b')
    const triangle = [edge(0, 1, 0.9), edge(1, 2, 0.95), edge(0, 2, 0.86)]
    expect(dedupe(tools, triangle).dropped[0]?.id).toBe('b')
  })

  it('decides a pair by seed and ids alone: the larger lot goes', () => {
    const picks = new Set<string>()
    for (let seed = 0; seed < 40; seed++) {
      const goes = lot(seed, 'a') > lot(seed, 'b') ? 'a' : 'b'
      expect(dedupe(tools, [edge(0, 1, 0.9)], { seed }).dropped).toMatchObject([{ id: goes }])
      expect(dedupe(tools.toReversed(), [edge(3, 4, 0.9)], { seed }).dropped).toMatchObject([{ id: goes }])
      picks.add(goes)
    }
    expect(picks).toEqual(new Set(['a', 'b']))
  })

  it('leaves exact duplicates out of the graph, and pairs of two fields', () => {
    const mixed = [row('a', 'Finder'), row('b', 'finder'), row('c'), row('d', 'd', 'bank')]
    const { dropped } = dedupe(mixed, [edge(1, 2, 0.99), edge(2, 3, 0.99)])
    expect(dropped).toEqual([{ id: 'b', because: 'exact-name', of: 'a' }])
  })

  it('leaves no edge between survivors, and does not depend on the order of edges', () => {
    const all = Array.from({ length: 12 }, (_, i) => row(`t${i}`))
    const node = fc.integer({ min: 0, max: 11 })
    const weight = fc.integer({ min: 80, max: 99 }).map((value) => value / 100)
    const graph = fc.uniqueArray(fc.tuple(node, node, weight), {
      maxLength: 30,
      selector: ([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`,
    })
    fc.assert(
      fc.property(graph, (drawn) => {
        const edges = drawn.filter(([a, b]) => a !== b).map(([a, b, w]) => edge(a, b, w))
        const { kept, dropped } = dedupe(all, edges)
        const stay = new Set(kept)
        for (const { a, b, weight: w } of edges)
          expect(w >= 0.85 && stay.has(`t${a}`) && stay.has(`t${b}`)).toBe(false)
        expect(kept.length + dropped.length).toBe(12)
        expect(dropped.length === 0).toBe(edges.every((one) => one.weight < 0.85))
        expect(dedupe(all, edges.toReversed()).kept).toEqual(kept)
      }),
      // Weights whose sum depends on the order in which they are added up.
      {
        examples: [
          [
            [
              [0, 1, 0.9],
              [3, 1, 0.91],
              [0, 2, 0.96],
              [3, 0, 0.95],
              [2, 4, 0.91],
              [2, 3, 0.94],
            ],
          ],
        ],
      },
    )
  })

  it('refuses no tools, equal ids and a tau that is none', () => {
    expect(() => dedupe([], [])).toThrow('at least one tool')
    expect(() => dedupe([row('a'), row('a', 'b')], [])).toThrow('occurs twice')
    expect(() => dedupe(tools, [], { tau: 85 })).toThrow('tau 85')
  })
})
