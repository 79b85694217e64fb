import type { SimilarityEdge } from './dedupe-tool.ts'

/**
 * Connected components of two or more nodes, by union-find with path halving and union by size.
 *
 * @param size Number of nodes; they are 0 to `size - 1`
 * @returns Nodes of each component, ascending; components by their first node
 */
export function connectedComponents(size: number, edges: readonly SimilarityEdge[]): number[][] {
  const parent = Int32Array.from({ length: size }, (_, node) => node)
  const weight = new Int32Array(size).fill(1)
  const rootOf = (node: number): number => {
    let at = node
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!
      at = parent[at]!
    }
    return at
  }
  for (const { a, b } of edges) {
    const [x, y] = [rootOf(a), rootOf(b)]
    if (x === y) continue
    const [large, small] = weight[x]! >= weight[y]! ? [x, y] : [y, x]
    parent[small] = large
    weight[large]! += weight[small]!
  }
  const members = new Map<number, number[]>()
  for (let node = 0; node < size; node++) {
    const root = rootOf(node)
    if (weight[root] === 1) continue
    const own = members.get(root)
    if (own === undefined) members.set(root, [node])
    else own.push(node)
  }
  return [...members.values()]
}
