import { computeSha256 } from '../../shared/digest.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { stringifyStably } from '../../shared/json.ts'
import type { ToolRow } from '../tool-spec/read-published.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'

/** The paper's threshold, for text-embedding-3-small. */
export const DEFAULT_TAU = 0.85
/** The paper's seed. */
export const DEFAULT_SEED = 42

/**
 * Drops duplicates: exact ones first, then, of the tools that are alike by `tau` or more, all that the selection rule
 * takes out. Afterwards no two tools that stay share an edge of `tau` or more.
 *
 * @param edges Pairs and their cosine; those below tau or of two fields are passed over
 * @throws TracewrightError for no tools, ids that occur twice, or a tau that is none
 */
export function dedupe(
  tools: readonly DedupeTool[],
  edges: readonly SimilarityEdge[],
  { tau = DEFAULT_TAU, seed = DEFAULT_SEED }: { tau?: number; seed?: number } = {},
) {
  if (!(tau > 0 && tau <= 1))
    throw new TracewrightError(`Invalid tau ${tau}: expected a number over 0, at most 1.`)
  if (tools.length === 0) throw new TracewrightError('Failed to dedupe: expected at least one tool.')
  if (new Set(tools.map(({ id }) => id)).size < tools.length)
    throw new TracewrightError('Failed to dedupe: an id occurs twice. Give every tool its component.')
  const exact = dropExact(tools)
  const gone = new Set(exact.map(({ id }) => id))
  const readId = (node: number): string => tools[node]!.id
  const live = edges.filter(
    ({ a, b, weight }) =>
      weight >= tau && tools[a]!.field === tools[b]!.field && !gone.has(readId(a)) && !gone.has(readId(b)),
  )
  const similar = selectSurvivors(live, readId, seed)
  for (const { id } of similar) gone.add(id)
  return {
    kept: tools.flatMap(({ id }) => (gone.has(id) ? [] : [id])),
    dropped: [...exact, ...similar],
  }
}

export type Deduped = ReturnType<typeof dedupe>

/** Ids in the order of their characters; the first of several duplicates stays. */
const compareById = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function pass(
  tools: readonly DedupeTool[],
  because: DuplicateReason,
  textOf: (tool: DedupeTool) => string,
): Drop[] {
  const first = new Map<string, string>()
  const dropped: Drop[] = []
  for (const tool of tools) {
    const text = textOf(tool)
    if (text === '') continue
    const key = JSON.stringify([tool.field ?? null, text])
    const of = first.get(key)
    if (of === undefined) first.set(key, tool.id)
    else dropped.push({ id: tool.id, because, of })
  }
  return dropped
}

/**
 * Drops tools whose normalised name another of the same field has, then those whose normalised body one of
 * the rest has. The first by id stays. What normalises to nothing equals nothing.
 */
export function dropExact(tools: readonly DedupeTool[]): Drop[] {
  const sorted = tools.toSorted(compareById)
  const byName = pass(sorted, 'exact-name', ({ name }) => normalise(name))
  const gone = new Set(byName.map(({ id }) => id))
  const rest = sorted.filter(({ id }) => !gone.has(id))
  return [...byName, ...pass(rest, 'exact-body', ({ body }) => body)]
}

/**
 * Decides between equals by seed and id alone: the larger text is dropped. Hex of one length sorts as the
 * number.
 */
const drawLot = (seed: number, id: string): string => computeSha256(`${seed}|${id}`)

/** Sums that differ by the order in which they were added up are equal. */
const roundSum = (sum: number): number => Math.round(sum * 1e9) / 1e9

/** Degree and sum of weights of each node among the edges that are left. */
function sumLoads(edges: readonly SimilarityEdge[]) {
  const all = new Map<number, { degree: number; sum: number }>()
  for (const { a, b, weight } of edges) {
    for (const node of [a, b]) {
      const load = all.get(node)
      if (load === undefined) all.set(node, { degree: 1, sum: weight })
      else {
        load.degree++
        load.sum = roundSum(load.sum + weight)
      }
    }
  }
  return all
}

function findHeaviest(edges: readonly SimilarityEdge[], lotOf: (node: number) => string): number {
  const ranked = [...sumLoads(edges)].sort(
    ([a, one], [b, other]) =>
      other.degree - one.degree || other.sum - one.sum || (lotOf(a) > lotOf(b) ? -1 : 1),
  )
  return ranked[0]![0]
}

/** The neighbour that a dropped tool is most like, one that stays before one that is gone. */
function findNearest(edges: readonly SimilarityEdge[], node: number, gone: ReadonlySet<number>): number {
  const neighbours = edges
    .filter(({ a, b }) => a === node || b === node)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ a, b }) => (a === node ? b : a))
  return neighbours.find((other) => !gone.has(other)) ?? neighbours[0] ?? node
}

/**
 * The paper's selection rule (SynthTools, Algorithm 1): while an edge is left, the node with the most edges goes, among
 * those the one with the largest sum of cosines, then by lot. A pair is decided by lot. The paper draws the lot of a pair from a generator; here it is SHA-256 of `seed|id`, as in
 * its rule for ties, so that it depends on nothing but the ids. The paper goes component by component; a choice in one
 * depends on nothing of another. `of` is the most similar survivor, or, where no neighbour survives, the most similar tool.
 *
 * @param edges All of them at or above tau
 */
function selectSurvivors(
  edges: readonly SimilarityEdge[],
  idOf: (node: number) => string,
  seed: number,
): Drop[] {
  const drawLotOf = (node: number): string => drawLot(seed, idOf(node))
  const gone = new Set<number>()
  let left = edges
  while (left.length > 0) {
    const node = findHeaviest(left, drawLotOf)
    gone.add(node)
    left = left.filter(({ a, b }) => a !== node && b !== node)
  }
  return [...gone].map((node) => ({
    id: idOf(node),
    because: 'similar',
    of: idOf(findNearest(edges, node, gone)),
  }))
}

/** What finding duplicates needs of a tool. An empty text equals nothing. */
export interface DedupeTool {
  readonly id: string
  /** Duplicates are sought within a field. */
  readonly field: string | undefined
  readonly name: string
  /** All that the tool says but its name, normalised. */
  readonly body: string
  /** What an embeddings model reads of it. */
  readonly text: string
  /** What lexical mode reads of it. */
  readonly words: string
}

export type DuplicateReason = 'exact-name' | 'exact-body' | 'similar'

/** A tool that was dropped, and the one that it duplicates. */
export interface Drop {
  readonly id: string
  readonly because: DuplicateReason
  readonly of: string
}

/** Two tools, as positions in the list of tools, and their cosine. */
export interface SimilarityEdge {
  readonly a: number
  readonly b: number
  readonly weight: number
}

/** The published normalisation: lower case, each run of other characters than a-z and 0-9 one space. */
export const normalise = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

type NamedPart = { readonly name: string }

const sortByName = <T extends NamedPart>(parts: readonly T[]): T[] =>
  parts.toSorted((a, b) => {
    const [x, y] = [a.name.toLowerCase(), b.name.toLowerCase()]
    return x < y ? -1 : x > y ? 1 : 0
  })

const flattenText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
const formatDefault = (value: unknown): string =>
  value === undefined || value === null
    ? 'none'
    : typeof value === 'string'
      ? flattenText(value)
      : stringifyStably(value)

/**
 * Everything that a tool says but its name, normalised; parameters and outputs by name. The name is left
 * out, for with it this could only find what the comparison of names has found.
 */
function joinBodyText({ description, parameters, usage, failureModes, outputs }: ToolSpec): string {
  const said = [
    description,
    ...sortByName(parameters).flatMap((p) => [p.name, p.description, p.type, formatDefault(p.default)]),
    ...failureModes,
    usage,
    ...sortByName(outputs).flatMap((p) => [p.name, p.description, p.type]),
  ]
  return said.map(normalise).join('\n')
}

/** What is embedded, after the paper: name, description, parameters and usage, in lower case, on one line. */
function joinEmbeddedText({ name, description, parameters, usage }: ToolSpec): string {
  const said = sortByName(parameters).map((p) =>
    [
      flattenText(p.name),
      p.type,
      p.required ? 'required' : 'optional',
      formatDefault(p.default),
      flattenText(p.description),
    ].join(' | '),
  )
  return [
    `name: ${flattenText(name)}`,
    `description: ${flattenText(description)}`,
    `parameters: [${said.join('; ')}]`,
    `usage: ${flattenText(usage)}`,
  ].join(' ')
}

/** What is compared word by word: the name counts three times, the description twice. */
function joinWordText({ name, description, parameters, usage }: ToolSpec): string {
  const said = parameters.flatMap((p) => [p.name, p.description])
  return [name, name, name, description, description, ...said, usage].join(' ')
}

export const buildDedupeTool = ({ tool, field }: Pick<ToolRow, 'tool' | 'field'>): DedupeTool => ({
  id: tool.id,
  field,
  name: tool.name,
  body: joinBodyText(tool),
  text: joinEmbeddedText(tool),
  words: joinWordText(tool),
})
