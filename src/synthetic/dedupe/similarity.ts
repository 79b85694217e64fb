import { messageOf, TracewrightError } from '../../shared/errors.ts'
import type { DedupeTool, SimilarityEdge } from './dedupe-tool.ts'

/** What is used of LangChain's `Embeddings`; any of them fits. */
export interface TextEmbeddings {
  embedDocuments(texts: string[]): Promise<number[][]>
}

export interface EmbedOptions {
  /** Texts in one request. Default 64. */
  readonly batch?: number
  readonly onProgress?: (done: number, total: number) => void
}

/** A vector of length 1 in single precision. */
function unit(vector: ArrayLike<number>, what: string): Float32Array {
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
export function unitVectors(vectors: readonly ArrayLike<number>[], ids: readonly string[]): Float32Array[] {
  return vectors.map((vector, i) => {
    if (vector.length !== vectors[0]!.length)
      throw new TracewrightError(
        `Failed to embed ${ids[i]}: its vector has ${vector.length} numbers, the first ${vectors[0]!.length}. Use one model.`,
      )
    return unit(vector, ids[i] ?? `vector ${i}`)
  })
}

/** Embeds the tools' texts, a batch a request. */
export async function embedTools(
  tools: readonly DedupeTool[],
  embeddings: TextEmbeddings,
  { batch = 64, onProgress }: EmbedOptions = {},
): Promise<Float32Array[]> {
  const texts = tools.map(({ id, text }) => {
    if (text !== undefined) return text
    throw new TracewrightError(`Failed to embed ${id}: only its id is known. Give tools as JSON Lines.`)
  })
  const vectors: number[][] = []
  for (let at = 0; at < texts.length; at += batch) {
    const part = texts.slice(at, at + batch)
    const got = await embeddings.embedDocuments(part).catch((error: unknown) => {
      throw new TracewrightError(
        `Failed to embed tools ${at + 1} to ${at + part.length}: ${messageOf(error)}. Check the model.`,
        { cause: error },
      )
    })
    if (got.length !== part.length)
      throw new TracewrightError(
        `Failed to embed: the model gave ${got.length} vectors for ${part.length} texts. Check the model.`,
      )
    vectors.push(...got)
    onProgress?.(vectors.length, texts.length)
  }
  return unitVectors(
    vectors,
    tools.map(({ id }) => id),
  )
}

/** Dot product; four sums side by side, which the processor can add at once. */
function dot(x: Float32Array, y: Float32Array): number {
  const even = x.length & ~3
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let i = 0
  for (; i < even; i += 4) {
    a += x[i]! * y[i]!
    b += x[i + 1]! * y[i + 1]!
    c += x[i + 2]! * y[i + 2]!
    d += x[i + 3]! * y[i + 3]!
  }
  for (; i < x.length; i++) a += x[i]! * y[i]!
  return a + b + (c + d)
}

/** Positions of the tools of each field; a tool without one has no one to be compared with. */
export function blocksOf(tools: readonly Pick<DedupeTool, 'field'>[]): number[][] {
  const blocks = new Map<string, number[]>()
  tools.forEach(({ field }, i) => {
    if (field === undefined) return
    const own = blocks.get(field)
    if (own === undefined) blocks.set(field, [i])
    else own.push(i)
  })
  return [...blocks.values()]
}

/** Every pair within a block once, with a measure of at least `least`; the measure is symmetric. */
export function pairsWithin(
  blocks: readonly number[][],
  least: number,
  measure: (a: number, b: number) => number,
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

/** Pairs of the same block whose unit vectors have a cosine of at least `least`. */
export const similarPairs = (
  vectors: readonly Float32Array[],
  blocks: readonly number[][],
  least: number,
): SimilarityEdge[] => pairsWithin(blocks, least, (a, b) => dot(vectors[a]!, vectors[b]!))
