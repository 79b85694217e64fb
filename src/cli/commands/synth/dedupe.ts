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
import { atLeast } from '../../whole-number.ts'

interface Options {
  tools: string
  edges?: string
  embeddings?: string
  lexical?: boolean
  tau?: number
  seed: number
  out?: string
  json?: boolean
}

function tauOf(text: string): number {
  const tau = Number(text)
  if (text.trim() !== '' && tau > 0 && tau <= 1) return tau
  throw new TracewrightError(`Invalid --tau ${text}: expected a number over 0, at most 1.`)
}

const isEmbeddings = (value: unknown): value is TextEmbeddings => hasMethod(value, 'embedDocuments')

/** The similar pairs, from where the call says; `least` is the smallest cosine that is asked for. */
async function pairsOf(
  table: EmbeddingTable,
  { edges, embeddings, lexical }: Options,
  least: number,
): Promise<SimilarityEdge[]> {
  if ([edges, embeddings, lexical].filter((way) => way !== undefined).length !== 1)
    throw new TracewrightError('Failed to dedupe: name one of --edges, --embeddings and --lexical.')
  if (edges !== undefined) {
    const read = readEdges(edges, table)
    const smallest = read.reduce((low, { weight }) => Math.min(low, weight), 1)
    if (smallest > least + 0.01)
      warn(`${edges} has no pair below ${smallest}; pairs from ${least} up are asked for`)
    return read
  }
  if (embeddings === undefined) return lexicalPairs(table.tools, least)
  const model = await loadDefault(embeddings, 'embeddings', isEmbeddings)
  const vectors = await embedTools(table.tools, model, {
    onProgress: countdown('embed', 'tools'),
  }).finally(() => progress(''))
  return similarPairs(vectors, blocksOf(table.tools), least)
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
  const { lexical, seed, json, out } = options
  const tau = options.tau ?? (lexical ? LEXICAL_TAU : DEFAULT_TAU)
  const table = readTools(options.tools)
  if (out !== undefined && table.lines === undefined)
    throw new TracewrightError('Failed to write the tools that stay: a table has only ids. Give JSON Lines.')
  const edges = await pairsOf(table, options, tau)
  const label = lexical ? { mode: 'lexical' } : {}
  const result = dedupe(table.tools, edges, { tau, seed })
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
    .option('--edges <file>', 'tab-separated table of similar pairs: a, b, cos')
    .option('--embeddings <module>', 'module whose default export is a LangChain embeddings model')
    .option('--lexical', 'compare words instead of meaning; needs no model')
    .option(
      '--tau <cosine>',
      `least cosine of duplicates (default: ${DEFAULT_TAU}, lexical ${LEXICAL_TAU})`,
      tauOf,
    )
    .option('--seed <number>', 'decides pairs and ties', atLeast(0), DEFAULT_SEED)
    .option('--out <file>', 'write the tools that stay, as JSON Lines')
    .option('--json', 'print one JSON document: kept [id], dropped [{id, because, of}]')
    .action(run)
