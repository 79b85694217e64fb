/** A tool as far as finding its duplicates needs it. What a table of ids does not tell is undefined. */
export interface DedupeTool {
  readonly id: string
  /** Duplicates are sought within a field. */
  readonly field: string | undefined
  readonly name: string | undefined
  /** All that the tool says but its name, normalised. */
  readonly body: string | undefined
  /** What an embeddings model reads of it. */
  readonly text: string | undefined
  /** What lexical mode reads of it. */
  readonly words: string | undefined
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
