import { createHash } from 'node:crypto'
import type { Drop, SimilarityEdge } from './dedupe-tool.ts'

/**
 * Decides between equals by seed and id alone: the larger text is dropped. Hex of one length sorts as the
 * number.
 */
const lot = (seed: number, id: string): string => createHash('sha256').update(`${seed}|${id}`).digest('hex')

interface Load {
  degree: number
  sum: number
}

/** Sums that differ by the order in which they were added up are equal. */
const rounded = (sum: number): number => Math.round(sum * 1e9) / 1e9

/** Degree and sum of weights of each node among the edges that are left. */
function loads(edges: readonly SimilarityEdge[]): Map<number, Load> {
  const all = new Map<number, Load>()
  for (const { a, b, weight } of edges) {
    for (const node of [a, b]) {
      const load = all.get(node)
      if (load === undefined) all.set(node, { degree: 1, sum: weight })
      else {
        load.degree++
        load.sum = rounded(load.sum + weight)
      }
    }
  }
  return all
}

function heaviest(edges: readonly SimilarityEdge[], lotOf: (node: number) => string): number {
  let best = -1
  let top: Load = { degree: 0, sum: 0 }
  for (const [node, load] of loads(edges)) {
    const order = load.degree - top.degree || load.sum - top.sum
    if (best === -1 || order > 0 || (order === 0 && lotOf(node) > lotOf(best))) {
      best = node
      top = load
    }
  }
  return best
}

/** The neighbour that a dropped tool is most like, of those that `fits` allows. */
function nearest(
  edges: readonly SimilarityEdge[],
  node: number,
  fits: (other: number) => boolean,
): number | undefined {
  let best: SimilarityEdge | undefined
  for (const edge of edges) {
    if (edge.a !== node && edge.b !== node) continue
    if (!fits(edge.a === node ? edge.b : edge.a)) continue
    if (best === undefined || edge.weight > best.weight) best = edge
  }
  return best && (best.a === node ? best.b : best.a)
}

/**
 * The paper's selection rule (SynthTools, Algorithm 1) for one component: while an edge is left, the node
 * with the most edges goes, among those the one with the largest sum of cosines, then by lot. A pair is
 * decided by lot. The paper draws the lot of a pair from a generator; here it is SHA-256 of `seed|id`, as in
 * its rule for ties, so that it depends on nothing but the ids. `of` is the most similar survivor, or, where
 * no neighbour survives, the most similar tool that was left when this one went.
 *
 * @param edges Edges of the component, all of them at or above tau
 */
export function selectSurvivors(
  edges: readonly SimilarityEdge[],
  idOf: (node: number) => string,
  seed: number,
): Drop[] {
  const lots = new Map<number, string>()
  const lotOf = (node: number): string => {
    const known = lots.get(node)
    if (known !== undefined) return known
    const drawn = lot(seed, idOf(node))
    lots.set(node, drawn)
    return drawn
  }
  const gone = new Map<number, number | undefined>()
  let left = edges
  while (left.length > 0) {
    const node = heaviest(left, lotOf)
    gone.set(
      node,
      nearest(left, node, () => true),
    )
    left = left.filter(({ a, b }) => a !== node && b !== node)
  }
  return [...gone].map(([node, then]) => ({
    id: idOf(node),
    because: 'similar',
    of: idOf(nearest(edges, node, (other) => !gone.has(other)) ?? then ?? node),
  }))
}
