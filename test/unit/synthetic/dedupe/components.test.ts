import fc from 'fast-check'
import { expect, it } from 'vitest'
import { componentsOf } from '../../../../src/synthetic/dedupe/dedupe.ts'
import { edge } from './tools.ts'

/** Components by walking the graph. */
function walked(size: number, pairs: readonly (readonly [number, number])[]): number[][] {
  const seen = new Set<number>()
  const all: number[][] = []
  for (let start = 0; start < size; start++) {
    const own = new Set([start])
    for (const node of own) {
      for (const [a, b] of pairs) {
        if (a === node) own.add(b)
        if (b === node) own.add(a)
      }
    }
    if (own.size > 1 && !seen.has(start)) all.push([...own].sort((a, b) => a - b))
    for (const node of own) seen.add(node)
  }
  return all
}

it('componentsOf finds what walking the graph finds', () => {
  const node = fc.integer({ min: 0, max: 14 })
  const pairs = fc.array(
    fc.tuple(node, node).filter(([a, b]) => a !== b),
    { maxLength: 14 },
  )
  fc.assert(
    fc.property(pairs, (all) => {
      const edges = all.map(([a, b]) => edge(a, b, 1))
      const found = componentsOf(edges)
      const nodes = found.map((own) => [...new Set(own.flatMap(({ a, b }) => [a, b]))].sort((a, b) => a - b))
      expect(nodes.sort(([a = 0], [b = 0]) => a - b)).toEqual(walked(15, all))
      expect(found.flat()).toHaveLength(edges.length)
    }),
  )
})
