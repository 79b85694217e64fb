import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { groupBy } from '../../shared/group.ts'
import { type DedupeTool, normalise, type SimilarityEdge } from './dedupe.ts'

/** What is used of LangChain's `Embeddings`; any of them fits. */
export interface TextEmbeddings {
  embedDocuments(texts: string[]): Promise<number[][]>
}

/** A vector of length 1 in single precision. */
function normalizeVector(vector: ArrayLike<number>, what: string): Float32Array {
  let square = 0
  for (let i = 0; i < vector.length; i++) square += vector[i]! * vector[i]!
  if (!(square > 0 && Number.isFinite(square)))
    throw new TracewrightError(
      `Failed to embed ${what}: the vector is empty, zero or not of numbers. Check the model.`,
    )
  const scale = 1 / Math.sqrt(square)
  return Float32Array.from(vector, (value) => value * scale)
}

/** Vectors of length 1, in single precision; they must be of one width. */
export function normalizeVectors(
  vectors: readonly ArrayLike<number>[],
  ids: readonly string[],
): Float32Array[] {
  return vectors.map((vector, i) => {
    if (vector.length !== vectors[0]!.length)
      throw new TracewrightError(
        `Failed to embed ${ids[i]}: its vector has ${vector.length} numbers, the first ${vectors[0]!.length}. Use one model.`,
      )
    return normalizeVector(vector, ids[i] ?? `vector ${i}`)
  })
}

export async function embedTools(
  tools: readonly DedupeTool[],
  embeddings: TextEmbeddings,
): Promise<Float32Array[]> {
  const texts = tools.map(({ text }) => text)
  const vectors = await embeddings.embedDocuments(texts).catch((error: unknown) => {
    throw new TracewrightError(`Failed to embed tools: ${describeThrown(error)}. Check the model.`, {
      cause: error,
    })
  })
  if (vectors.length !== texts.length)
    throw new TracewrightError(
      `Failed to embed: the model gave ${vectors.length} vectors for ${texts.length} texts. Check the model.`,
    )
  return normalizeVectors(
    vectors,
    tools.map(({ id }) => id),
  )
}

function computeDot(x: Float32Array, y: Float32Array): number {
  let sum = 0
  for (let i = 0; i < x.length; i++) sum += x[i]! * y[i]!
  return sum
}

/** Positions of the tools of each field; a tool without one has no one to be compared with. */
export function groupInBlocks(tools: readonly Pick<DedupeTool, 'field'>[]): number[][] {
  const blocks = groupBy(tools.keys(), (i) => tools[i]?.field)
  blocks.delete(undefined)
  return [...blocks.values()]
}

/** Every pair within a block once, with a measure of at least `least`; the measure is symmetric. */
export function findPairsWithin(
  blocks: readonly number[][],
  least: number,
  measure: Measure,
): SimilarityEdge[] {
  const edges: SimilarityEdge[] = []
  for (const block of blocks) {
    for (let i = 0; i < block.length; i++) {
      for (let j = i + 1; j < block.length; j++) {
        const weight = measure(block[i]!, block[j]!)
        if (weight >= least) edges.push({ a: block[i]!, b: block[j]!, weight })
      }
    }
  }
  return edges
}

/** Similarity of two tools, by their positions in the list: a cosine. */
export type Measure = (a: number, b: number) => number

export const createVectorMeasure =
  (vectors: readonly Float32Array[]): Measure =>
  (a, b) =>
    computeDot(vectors[a]!, vectors[b]!)

/** Pairs of the same block whose unit vectors have a cosine of at least `least`. */
export const findSimilarPairs = (
  vectors: readonly Float32Array[],
  blocks: readonly number[][],
  least: number,
): SimilarityEdge[] => findPairsWithin(blocks, least, createVectorMeasure(vectors))

/**
 * The threshold of lexical mode. On 945 published tools (22 pairs of a field have an embedding cosine of
 * 0.85 or more) it finds 24 pairs, 19 of them among the 22. That is precision 0.79, recall 0.86, F1 0.83, the best
 * of the thresholds from 0.30 to 0.94. Of the five others all have an embedding cosine above 0.75. The
 * numbers are of the tools it was chosen on.
 */
export const LEXICAL_TAU = 0.55

/** A text as weights of its words; of length 1. */
type Sparse = ReadonlyMap<number, number>

const splitWords = (text: string): string[] => normalise(text).split(' ').filter(Boolean)

/** Tf-idf vectors of length 1: `1 + ln(count)` times `ln((1 + n) / (1 + texts with the word)) + 1`. */
function computeTfIdf(texts: readonly string[]): Sparse[] {
  const numbers = new Map<string, number>()
  const spread: number[] = []
  const counts = texts.map((text) => {
    const wordCounts = new Map<number, number>()
    for (const word of splitWords(text)) {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      wordCounts.set(number, (wordCounts.get(number) ?? 0) + 1)
    }
    for (const number of wordCounts.keys()) spread[number] = (spread[number] ?? 0) + 1
    return wordCounts
  })
  return counts.map((wordCounts) => {
    const weights = [...wordCounts].map(([word, count]): [number, number] => [
      word,
      (1 + Math.log(count)) * (Math.log((1 + texts.length) / (1 + spread[word]!)) + 1),
    ])
    const norm = Math.hypot(...weights.map(([, weight]) => weight)) || 1
    return new Map(weights.map(([word, weight]) => [word, weight / norm]))
  })
}

function computeCosine(x: Sparse, y: Sparse): number {
  const [few, many] = x.size <= y.size ? [x, y] : [y, x]
  let sum = 0
  for (const [word, weight] of few) sum += weight * (many.get(word) ?? 0)
  return sum
}

/** Similarity by words: the cosine of tf-idf vectors, without any model. */
export function createWordMeasure(tools: readonly DedupeTool[]): Measure {
  const vectors = computeTfIdf(tools.map(({ words }) => words))
  return (a, b) => computeCosine(vectors[a]!, vectors[b]!)
}

/** Pairs of the same field whose words are alike. */
export const findLexicalPairs = (tools: readonly DedupeTool[], least: number): SimilarityEdge[] =>
  findPairsWithin(groupInBlocks(tools), least, createWordMeasure(tools))
