import { groupBy } from '../../shared/group.ts'
import { type DedupeTool, dedupe, dropExact, type SimilarityEdge } from './dedupe.ts'
import type { Measure } from './similarity.ts'

/** Sizes of the groups of tools that edges connect, the largest first. */
function measureComponents(edges: readonly SimilarityEdge[]): number[] {
  const parents = new Map<number, number>()
  const findRoot = (node: number): number => {
    let root = node
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root))
      root = next
    return root
  }
  for (const { a, b } of edges) parents.set(findRoot(a), findRoot(b)).set(findRoot(b), findRoot(b))
  return [...groupBy(parents.keys(), findRoot).values()].map(({ length }) => length).sort((a, b) => b - a)
}

/** What deduplication does at one threshold. Components are groups of two or more similar tools. */
function sweepAt(tools: readonly DedupeTool[], edges: readonly SimilarityEdge[], tau: number, seed: number) {
  const { kept, dropped } = dedupe(tools, edges, { tau, seed })
  const similar = dropped.filter(({ because }) => because === 'similar').length
  const gone = new Set(dropExact(tools).map(({ id }) => id))
  const live = edges.filter(
    ({ a, b, weight }) => weight >= tau && ![a, b].some((node) => gone.has(tools[node]!.id)),
  )
  const sizes = measureComponents(live)
  return {
    tau,
    kept: kept.length,
    exact: dropped.length - similar,
    similar,
    /** Share of all tools that are dropped. */
    dropped: dropped.length / tools.length,
    components: sizes.length,
    largest: sizes[0] ?? 1,
  }
}
type SweepRow = ReturnType<typeof sweepAt>

/** Deduplicates at each threshold by itself. @param edges All pairs from the least threshold up */
export const sweep = (
  tools: readonly DedupeTool[],
  edges: readonly SimilarityEdge[],
  taus: readonly number[],
  seed: number,
): SweepRow[] => taus.map((tau) => sweepAt(tools, edges, tau, seed))

/** Where a tool comes from; what is undefined is unknown. */
export interface ToolOrigin {
  readonly field: string | undefined
  readonly subfield: string | undefined
  readonly task: string | undefined
}

/** What two tools have in common at most, from the closest. */
const ORIGIN_LEVELS = ['task', 'subdomain', 'field', 'none'] as const

function findLevel(a: ToolOrigin, b: ToolOrigin): number {
  if (a.field === undefined || a.field !== b.field) return 3
  if (a.subfield === undefined || a.subfield !== b.subfield) return 2
  return a.task === undefined || a.task !== b.task ? 1 : 0
}

function summarizeLevel(cosines: readonly number[]) {
  const sorted = Float64Array.from(cosines).sort()
  const mean = sorted.reduce((sum, one) => sum + one, 0) / sorted.length
  const variance = sorted.reduce((sum, one) => sum + (one - mean) ** 2, 0) / sorted.length
  const readQuantile = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  return {
    pairs: sorted.length,
    mean,
    sd: Math.sqrt(variance),
    median: readQuantile(0.5),
    p99: readQuantile(0.99),
  }
}

/** Similarity of all pairs of tools by what they have in common: mean, standard deviation, median, 99th percentile. */
export function compareByLevel(origins: readonly ToolOrigin[], measure: Measure) {
  const cosines: number[][] = ORIGIN_LEVELS.map(() => [])
  for (let a = 0; a < origins.length; a++)
    for (let b = a + 1; b < origins.length; b++)
      cosines[findLevel(origins[a]!, origins[b]!)]!.push(measure(a, b))
  return ORIGIN_LEVELS.flatMap((same, i) => {
    const found = cosines[i]!
    return found.length === 0 ? [] : [{ same, ...summarizeLevel(found) }]
  })
}
