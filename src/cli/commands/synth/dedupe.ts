import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { writeLines } from '../../../shared/whole-file.ts'
import {
  buildDedupeTool,
  DEFAULT_SEED,
  DEFAULT_TAU,
  type Deduped,
  type DedupeTool,
  type DuplicateReason,
  dedupe,
  type SimilarityEdge,
} from '../../../synthetic/dedupe/dedupe.ts'
import {
  embedTools,
  findLexicalPairs,
  findSimilarPairs,
  groupInBlocks,
  LEXICAL_TAU,
  type TextEmbeddings,
} from '../../../synthetic/dedupe/similarity.ts'
import { readToolRows, type ToolRow } from '../../../synthetic/tool-spec/read-published.ts'
import { hasMethod, loadDefault } from '../../load-default.ts'
import { printJson, printText } from '../../output.ts'

interface Options {
  tools: string
  by: string
  tau?: number
  out?: string
  json?: boolean
}

function parseTau(text: string): number {
  const tau = Number(text)
  if (text.trim() !== '' && tau > 0 && tau <= 1) return tau
  throw new TracewrightError(`Invalid --tau ${text}: expected a number over 0, at most 1.`)
}

const isEmbeddings = (value: unknown): value is TextEmbeddings => hasMethod(value, 'embedDocuments')

const WORDS = 'words'

/** The pairs of a field with a cosine of at least `minCosine`, compared by `--by`. */
async function findPairs(
  tools: readonly DedupeTool[],
  by: string,
  minCosine: number,
): Promise<SimilarityEdge[]> {
  if (by === WORDS) return findLexicalPairs(tools, minCosine)
  const model = await loadDefault(by, 'embeddings', isEmbeddings)
  const vectors = await embedTools(tools, model)
  return findSimilarPairs(vectors, groupInBlocks(tools), minCosine)
}

function writeKept(rows: readonly ToolRow[], kept: ReadonlySet<string>, file: string): void {
  const staying = rows.filter(({ tool }) => kept.has(tool.id))
  writeLines(
    file,
    staying.map(({ tool, row }) => ({ id: tool.id, ...row })),
  )
}

function show({ kept, dropped }: Deduped, measure: string): void {
  const count = (reason: DuplicateReason): number =>
    dropped.filter(({ because }) => because === reason).length
  for (const { id, because, of } of dropped) printText(`${id}  ${because} ${of}`)
  printText(
    `${kept.length} of ${kept.length + dropped.length} tools stay, ${measure}; dropped: ${count('exact-name')} by name, ` +
      `${count('exact-body')} by body, ${count('similar')} as similar.`,
  )
}

async function run(options: Options): Promise<void> {
  const { by, json, out } = options
  const lexical = by === WORDS
  const tau = options.tau ?? (lexical ? LEXICAL_TAU : DEFAULT_TAU)
  const rows = readToolRows(options.tools)
  const tools = rows.map(buildDedupeTool)
  const result = dedupe(tools, await findPairs(tools, by, tau), { tau, seed: DEFAULT_SEED })
  if (out !== undefined) writeKept(rows, new Set(result.kept), out)
  if (json) return printJson(result)
  show(result, `${lexical ? 'lexical ' : ''}tau ${tau}`)
}

export const addDedupe = (synth: Command): Command =>
  synth
    .command('dedupe')
    .description('drop duplicate tools: equal names and bodies of a field, then all but one of those alike')
    .requiredOption('--tools <file>', 'JSON Lines of tools')
    .option(
      '--by <what>',
      `"${WORDS}", or a module whose default export is a LangChain embeddings model`,
      WORDS,
    )
    .option(
      '--tau <cosine>',
      `least cosine of duplicates (default: ${DEFAULT_TAU}, by words ${LEXICAL_TAU})`,
      parseTau,
    )
    .option('--out <file>', 'write the tools that stay, as JSON Lines')
    .action(run)
