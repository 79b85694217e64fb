import { readFileSync, statSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { fieldOfId, readToolRows, type ToolRow } from '../tool-spec/tool-rows.ts'
import type { DedupeTool, SimilarityEdge } from './dedupe-tool.ts'
import { dedupeToolOf } from './dedupe-tool.ts'

/** Tools of a file, and where a table of edges finds them. */
export interface EmbeddingTable {
  readonly tools: DedupeTool[]
  /** Position of a tool by what a row of edges calls it: its `idx`, or its id. */
  readonly placeOf: ReadonlyMap<string, number>
  /** The tools as they were written; none where the file is a table of ids. */
  readonly lines: ToolRow[] | undefined
}

function readText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new TracewrightError(`Failed to read ${what} ${file}: ${messageOf(error)}. Check the path.`)
  }
}

const refuse = (what: string, file: string, line: number, cause: string): never => {
  throw new TracewrightError(`Failed to read ${what} ${file}:${line}: ${cause}.`, { at: { file, line } })
}

const rowSchema = z.record(z.string(), z.string())

/** Rows of a tab-separated file with a head, each with the number of its line. */
function readTsv(
  text: string,
  what: string,
  file: string,
  needed: readonly string[],
): { row: Record<string, string>; line: number }[] {
  const head = text.split(/\r?\n/, 1)[0]!.split('\t')
  const missing = needed.filter((column) => !head.includes(column))
  if (missing.length > 0) refuse(what, file, 1, `the head names no column ${missing.join(', ')}`)
  try {
    const rows: unknown[] = parse(text, {
      delimiter: '\t',
      columns: true,
      quote: null,
      skip_empty_lines: true,
      relax_column_count: false,
    })
    return rows.map((row, i) => ({ row: rowSchema.parse(row), line: i + 2 }))
  } catch (error) {
    throw new TracewrightError(
      `Failed to read ${what} ${file}: ${messageOf(error)}. Write ${needed.join(', ')} with tabs between them.`,
    )
  }
}

function toolOfRow(row: Record<string, string>, id: string): DedupeTool {
  const published = fieldOfId(id)
  const { field = published, name = published && id.slice(id.indexOf('__', published.length) + 2) } = row
  return { id, field, name, body: undefined, text: undefined, words: undefined }
}

function toolsOfTsv(text: string, file: string): EmbeddingTable {
  const placeOf = new Map<string, number>()
  const tools = readTsv(text, 'tools', file, ['id']).map(({ row, line }, place) => {
    const { id, idx } = row
    if (id === undefined || id === '') return refuse('tools', file, line, 'the id is empty')
    placeOf.set(id, place)
    if (idx !== undefined) placeOf.set(idx, place)
    return toolOfRow(row, id)
  })
  return { tools, placeOf, lines: undefined }
}

function toolsOfRows(file: string): EmbeddingTable {
  const lines = readToolRows(file)
  const tools = lines.map(dedupeToolOf)
  return { tools, placeOf: new Map(tools.map(({ id }, place) => [id, place])), lines }
}

/**
 * Reads tools: JSON Lines of tools or a folder of published tool files (see `readToolRows`), or a tab-separated table with a column `id` and optional `idx`,
 * `field` and `name`; published ids (`FIELD_tool_spec_N__NAME`) say field and name themselves. Other columns
 * are passed over.
 *
 * @throws TracewrightError for an empty file, a line that is no tool, or an id that occurs twice
 */
export function readTools(file: string): EmbeddingTable {
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
  const text = isFolder ? '{' : readText(file, 'tools')
  const table = /^\uFEFF?\s*\{/.test(text) ? toolsOfRows(file) : toolsOfTsv(text, file)
  if (table.tools.length === 0)
    throw new TracewrightError(`Failed to read tools ${file}: there are none. Give some.`)
  if (new Set(table.tools.map(({ id }) => id)).size < table.tools.length)
    throw new TracewrightError(`Failed to read tools ${file}: an id occurs twice. Give every tool its own.`)
  return table
}

/**
 * Reads a tab-separated table of similar pairs: `a` and `b`, each an `idx` or id of the tools, and `cos`. A
 * pair that occurs twice, either way round, is an error.
 */
export function readEdges(file: string, { placeOf }: EmbeddingTable): SimilarityEdge[] {
  const seen = new Set<string>()
  return readTsv(readText(file, 'edges'), 'edges', file, ['a', 'b', 'cos']).map(({ row, line }) => {
    const place = (end: 'a' | 'b'): number =>
      placeOf.get(row[end] ?? '') ??
      refuse('edges', file, line, `"${row[end] ?? ''}" in column "${end}" is no tool`)
    const [a, b] = [place('a'), place('b')]
    const weight = Number(row.cos?.trim() || Number.NaN)
    if (!(weight >= -1.001 && weight <= 1.001))
      return refuse('edges', file, line, `"${row.cos ?? ''}" in column "cos" is no cosine`)
    if (a === b) return refuse('edges', file, line, 'a tool is paired with itself')
    const pair = a < b ? `${a} ${b}` : `${b} ${a}`
    if (seen.has(pair)) return refuse('edges', file, line, 'the pair occurs twice')
    seen.add(pair)
    return { a, b, weight }
  })
}
