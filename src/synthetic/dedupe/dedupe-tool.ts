import { stableJson } from '../../shared/json.ts'
import type { ToolRow } from '../tool-spec/tool-rows.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'

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

type Named = { readonly name: string }

const byName = <T extends Named>(parts: readonly T[]): T[] =>
  parts.toSorted((a, b) => {
    const [x, y] = [a.name.toLowerCase(), b.name.toLowerCase()]
    return x < y ? -1 : x > y ? 1 : 0
  })

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
const defaultText = (value: unknown): string =>
  value === undefined || value === null ? 'none' : typeof value === 'string' ? flat(value) : stableJson(value)

/**
 * Everything that a tool says but its name, normalised; parameters and outputs by name. The name is left
 * out, for with it this could only find what the comparison of names has found.
 */
function bodyText({ description, parameters, usage, failureModes, outputs }: ToolSpec): string {
  const said = [
    description,
    ...byName(parameters).flatMap((p) => [p.name, p.description, p.type, defaultText(p.default)]),
    ...failureModes,
    usage,
    ...byName(outputs).flatMap((p) => [p.name, p.description, p.type]),
  ]
  return said.map(normalise).join('\n')
}

/** What is embedded, after the paper: name, description, parameters and usage, in lower case, on one line. */
function embeddedText({ name, description, parameters, usage }: ToolSpec): string {
  const said = byName(parameters).map((p) =>
    [
      flat(p.name),
      p.type,
      p.required ? 'required' : 'optional',
      defaultText(p.default),
      flat(p.description),
    ].join(' | '),
  )
  return [
    `name: ${flat(name)}`,
    `description: ${flat(description)}`,
    `parameters: [${said.join('; ')}]`,
    `usage: ${flat(usage)}`,
  ].join(' ')
}

/** What is compared word by word: the name counts three times, the description twice. */
function wordText({ name, description, parameters, usage }: ToolSpec): string {
  const said = parameters.flatMap((p) => [p.name, p.description])
  return [name, name, name, description, description, ...said, usage].join(' ')
}

export const dedupeToolOf = ({ tool, field }: Pick<ToolRow, 'tool' | 'field'>): DedupeTool => ({
  id: tool.id,
  field,
  name: tool.name,
  body: bodyText(tool),
  text: embeddedText(tool),
  words: wordText(tool),
})
