import { TracewrightError } from '../../shared/errors.ts'
import { type DedupeTool, normalise, type SimilarityEdge } from './dedupe-tool.ts'
import { blocksOf, pairsWithin } from './similarity.ts'

/**
 * The threshold of lexical mode. On 945 published tools (22 pairs of a field have an embedding cosine of
 * 0.85 or more) it finds 24 pairs, 19 of them among the 22: precision 0.79, recall 0.86, F1 0.83, the best
 * of the thresholds from 0.30 to 0.94. Of the five others all have an embedding cosine above 0.75. The
 * figures are of the tools it was chosen on.
 */
export const LEXICAL_TAU = 0.55

/** A text as weights of its words; of length 1. */
type Sparse = ReadonlyMap<number, number>

const wordsOf = (text: string): string[] => normalise(text).split(' ').filter(Boolean)

/** Tf-idf vectors of length 1: `1 + ln(count)` times `ln((1 + n) / (1 + texts with the word)) + 1`. */
function tfIdf(texts: readonly string[]): Sparse[] {
  const numbers = new Map<string, number>()
  const spread: number[] = []
  const counts = texts.map((text) => {
    const own = new Map<number, number>()
    for (const word of wordsOf(text)) {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      own.set(number, (own.get(number) ?? 0) + 1)
    }
    for (const number of own.keys()) spread[number] = (spread[number] ?? 0) + 1
    return own
  })
  return counts.map((own) => {
    const weights = [...own].map(([word, count]): [number, number] => [
      word,
      (1 + Math.log(count)) * (Math.log((1 + texts.length) / (1 + spread[word]!)) + 1),
    ])
    const norm = Math.hypot(...weights.map(([, weight]) => weight)) || 1
    return new Map(weights.map(([word, weight]) => [word, weight / norm]))
  })
}

function cosine(x: Sparse, y: Sparse): number {
  const [few, many] = x.size <= y.size ? [x, y] : [y, x]
  let sum = 0
  for (const [word, weight] of few) sum += weight * (many.get(word) ?? 0)
  return sum
}

/**
 * Pairs of the same field whose words are alike: the cosine of tf-idf vectors, without any model. It
 * measures wording, not meaning, so what it finds is to be called lexical, and its threshold is not that of
 * embeddings.
 *
 * @throws TracewrightError for tools of which only the id is known
 */
export function lexicalPairs(tools: readonly DedupeTool[], least: number): SimilarityEdge[] {
  const vectors = tfIdf(
    tools.map(({ id, words }) => {
      if (words !== undefined) return words
      throw new TracewrightError(`Failed to compare ${id}: only its id is known. Give tools as JSON Lines.`)
    }),
  )
  return pairsWithin(blocksOf(tools), least, (a, b) => cosine(vectors[a]!, vectors[b]!))
}
