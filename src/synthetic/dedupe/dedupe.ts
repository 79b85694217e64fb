import { TracewrightError } from '../../shared/errors.ts'
import { connectedComponents } from './components.ts'
import type { DedupeTool, Drop, SimilarityEdge } from './dedupe-tool.ts'
import { dropExact } from './exact.ts'
import { selectSurvivors } from './select.ts'

/** The paper's threshold, for text-embedding-3-small. */
export const DEFAULT_TAU = 0.85
/** The paper's seed. */
export const DEFAULT_SEED = 42

export interface DedupeOptions {
  /** Least cosine of two tools that count as duplicates. Default 0.85. */
  readonly tau?: number
  /** Decides pairs and ties. Default 42. */
  readonly seed?: number
}

export interface Deduped {
  /** Ids of the tools that stay, in the order given. */
  readonly kept: string[]
  /** By name, by body, then by component. */
  readonly dropped: Drop[]
  /** Sizes of the components of similar tools, largest first. */
  readonly components: number[]
}

function checkTau(tau: number): void {
  if (tau > 0 && tau <= 1) return
  throw new TracewrightError(`Failed to dedupe: tau ${tau} is no threshold. Give one above 0 and up to 1.`)
}

/** Edges of each component, in the order of the components. */
function edgesByComponent(
  components: readonly number[][],
  edges: readonly SimilarityEdge[],
): SimilarityEdge[][] {
  const placeOf = new Map(components.flatMap((nodes, place) => nodes.map((node) => [node, place] as const)))
  const groups: SimilarityEdge[][] = components.map(() => [])
  for (const edge of edges) groups[placeOf.get(edge.a) ?? -1]?.push(edge)
  return groups
}

/**
 * Drops duplicates: exact ones first, then, of each component of tools that are alike by `tau` or more, all
 * that the selection rule takes out. Afterwards no two tools that stay share an edge of `tau` or more.
 *
 * @param edges Pairs and their cosine; those below tau or of two fields are passed over
 * @throws TracewrightError for no tools, ids that occur twice, or a tau that is none
 */
export function dedupe(
  tools: readonly DedupeTool[],
  edges: readonly SimilarityEdge[],
  { tau = DEFAULT_TAU, seed = DEFAULT_SEED }: DedupeOptions = {},
): Deduped {
  checkTau(tau)
  if (tools.length === 0) throw new TracewrightError('Failed to dedupe: there are no tools. Give some.')
  if (new Set(tools.map(({ id }) => id)).size < tools.length)
    throw new TracewrightError('Failed to dedupe: an id occurs twice. Give every tool its own.')
  const exact = dropExact(tools)
  const gone = new Set(exact.map(({ id }) => id))
  const idOf = (node: number): string => tools[node]!.id
  const live = edges.filter(
    ({ a, b, weight }) =>
      weight >= tau && tools[a]!.field === tools[b]!.field && !gone.has(idOf(a)) && !gone.has(idOf(b)),
  )
  const components = connectedComponents(tools.length, live)
  const similar = edgesByComponent(components, live).flatMap((own) => selectSurvivors(own, idOf, seed))
  for (const { id } of similar) gone.add(id)
  return {
    kept: tools.flatMap(({ id }) => (gone.has(id) ? [] : [id])),
    dropped: [...exact, ...similar],
    components: components.map((nodes) => nodes.length).sort((a, b) => b - a),
  }
}
