import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { writeLines } from '../../../shared/whole-file.ts'
import { DEFAULT_SEED, DEFAULT_TAU, type Deduped, dedupe } from '../../../synthetic/dedupe/dedupe.ts'
import type { DuplicateReason, SimilarityEdge } from '../../../synthetic/dedupe/dedupe-tool.ts'
import { type EmbeddingTable, readEdges, readTools } from '../../../synthetic/dedupe/read-tables.ts'
import {
  blocksOf,
  embedTools,
  LEXICAL_TAU,
  lexicalPairs,
  similarPairs,
  type TextEmbeddings,
} from '../../../synthetic/dedupe/similarity.ts'
import { countdown } from '../../countdown.ts'
import { hasMethod, loadDefault } from '../../load-default.ts'
import { printJson, printText, progress, warn } from '../../output.ts'

interface Options {
  tools: string
  by: string
  tau?: number
  out?: string
  json?: boolean
}

function tauOf(text: string): number {
  const tau = Number(text)
  if (text.trim() !== '' && tau > 0 && tau <= 1) return tau
  throw new TracewrightError(`Invalid --tau ${text}: expected a number over 0, at most 1.`)
}

const isEmbeddings = (value: unknown): value is TextEmbeddings => hasMethod(value, 'embedDocuments')

const WORDS = 'words'
const IS_MODULE = /\.[cm]?[jt]sx?$/

/** The similar pairs by `--by`; `minCosine` is the smallest cosine that is asked for. */
async function pairsOf(table: EmbeddingTable, by: string, minCosine: number): Promise<SimilarityEdge[]> {
  if (by === WORDS) return lexicalPairs(table.tools, minCosine)
  if (!IS_MODULE.test(by)) {
    const read = readEdges(by, table)
    const smallest = read.reduce((low, { weight }) => Math.min(low, weight), 1)
    if (smallest > minCosine + 0.01)
      warn(`${by} has no pair below ${smallest}; pairs from ${minCosine} up are asked for`)
    return read
  }
  const model = await loadDefault(by, 'embeddings', isEmbeddings)
  const vectors = await embedTools(table.tools, model, {
    onProgress: countdown('embed', 'tools'),
  }).finally(() => progress(''))
  return similarPairs(vectors, blocksOf(table.tools), minCosine)
}

function writeKept({ lines }: EmbeddingTable, { kept }: Deduped, file: string): void {
  const stay = new Set(kept)
  const staying = (lines ?? []).filter(({ tool }) => stay.has(tool.id))
  writeLines(
    file,
    staying.map(({ tool, row }) => ({ id: tool.id, ...row })),
  )
}

function show({ kept, dropped, components }: Deduped, measure: string): void {
  const count = (reason: DuplicateReason): number =>
    dropped.filter(({ because }) => because === reason).length
  for (const { id, because, of } of dropped) printText(`${id}  ${because} ${of}`)
  printText(
    `${kept.length} of ${kept.length + dropped.length} tools stay, ${measure}; dropped: ${count('exact-name')} by name, ` +
      `${count('exact-body')} by body, ${count('similar')} as similar in ${components.length} components ` +
      `(largest ${components[0] ?? 1}).`,
  )
}

async function run(options: Options): Promise<void> {
  const { by, json, out } = options
  const lexical = by === WORDS
  const tau = options.tau ?? (lexical ? LEXICAL_TAU : DEFAULT_TAU)
  const table = readTools(options.tools)
  if (out !== undefined && table.lines === undefined)
    throw new TracewrightError('Failed to write the tools that stay: a table has only ids. Give JSON Lines.')
  const edges = await pairsOf(table, by, tau)
  const label = lexical ? { mode: 'lexical' } : {}
  const result = dedupe(table.tools, edges, { tau, seed: DEFAULT_SEED })
  if (out !== undefined) writeKept(table, result, out)
  if (json) return printJson({ ...label, kept: result.kept, dropped: result.dropped })
  show(result, `${lexical ? 'lexical ' : ''}tau ${tau}`)
}

/** `tracewright synth dedupe` */
export const addDedupe = (synth: Command): Command =>
  synth
    .command('dedupe')
    .description('drop duplicate tools: equal names and bodies of a field, then all but one of those alike')
    .requiredOption(
      '--tools <path>',
      'JSON Lines of tools, a folder of published tool files, or a tab-separated table with a column id',
    )
    .option(
      '--by <what>',
      `what is compared: "${WORDS}", a module whose default export is a LangChain embeddings model, or a tab-separated ` +
        'table of similar pairs with the columns a, b, cos',
      WORDS,
    )
    .option(
      '--tau <cosine>',
      `least cosine of duplicates (default: ${DEFAULT_TAU}, by words ${LEXICAL_TAU})`,
      tauOf,
    )
    .option('--out <file>', 'write the tools that stay, as JSON Lines')
    .action(run)
