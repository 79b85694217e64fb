import { TracewrightError } from '../../shared/errors.ts'
import { DEFAULT_SEED, dedupe } from './dedupe.ts'
import type { DedupeTool, SimilarityEdge } from './dedupe-tool.ts'

/** What deduplication would do at one threshold. */
export interface SweepRow {
  readonly tau: number
  readonly kept: number
  /** Dropped as equal in name or body; the same at every tau. */
  readonly exact: number
  /** Dropped as similar. */
  readonly similar: number
  /** Components of two or more similar tools. */
  readonly components: number
  /** Tools of the largest component; 1 where none is similar to another. */
  readonly largest: number
  /** How many components there are of each size. */
  readonly sizes: Readonly<Record<number, number>>
}

/** Thresholds around the paper's, those of the published flags among them. */
export const SWEEP_TAUS: readonly number[] = [0.7, 0.75, 0.78, 0.8, 0.82, 0.85, 0.88, 0.9, 0.92, 0.95]

/** Deduplicates at each threshold by itself, from the lowest up. */
export function sweep(
  tools: readonly DedupeTool[],
  edges: readonly SimilarityEdge[],
  { taus = SWEEP_TAUS, seed = DEFAULT_SEED }: { taus?: readonly number[]; seed?: number } = {},
): SweepRow[] {
  if (taus.length === 0) throw new TracewrightError('Failed to sweep: there is no tau. Give some.')
  return [...new Set(taus)]
    .sort((a, b) => a - b)
    .map((tau) => {
      const { kept, dropped, components } = dedupe(tools, edges, { tau, seed })
      const similar = dropped.filter(({ because }) => because === 'similar').length
      const sizes: Record<number, number> = {}
      for (const size of components) sizes[size] = (sizes[size] ?? 0) + 1
      return {
        tau,
        kept: kept.length,
        exact: dropped.length - similar,
        similar,
        components: components.length,
        largest: components[0] ?? 1,
        sizes,
      }
    })
}
