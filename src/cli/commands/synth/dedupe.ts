import type { Command } from 'commander'
import { listSyntheticExhibits } from '../../../report/paper/synthetic.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { formatLines, isLinesWith, writeOutput } from '../../../shared/whole-file.ts'
import {
  buildDedupeTool,
  DEFAULT_SEED,
  DEFAULT_TAU,
  type Deduped,
  type DedupeTool,
  type DuplicateReason,
  dedupe,
} from '../../../synthetic/dedupe/dedupe.ts'
import {
  createVectorMeasure,
  createWordMeasure,
  embedTools,
  findPairsWithin,
  groupInBlocks,
  LEXICAL_TAU,
  type Measure,
  type TextEmbeddings,
} from '../../../synthetic/dedupe/similarity.ts'
import { compareByLevel, sweep } from '../../../synthetic/dedupe/sweep.ts'
import { readToolRows, type ToolRow } from '../../../synthetic/tool-spec/read-published.ts'
import { showExhibits } from '../../exhibit-table.ts'
import { hasMethod, loadDefault, loadOptional } from '../../load-default.ts'
import { refuseInput } from '../../options.ts'
import { printJson, printText } from '../../output.ts'

interface Options {
  tools: string
  by: string
  tau?: number
  sweep?: number[]
  across?: boolean
  levels?: boolean
  map?: string
  out?: string
  json?: boolean
}

function parseTau(text: string): number {
  const tau = Number(text)
  if (text.trim() !== '' && tau > 0 && tau <= 1) return tau
  throw new TracewrightError(`Invalid --tau ${text}: expected a number over 0, at most 1.`)
}

/** Thresholds of a range, in steps of 0.01. */
function parseRange(text: string): number[] {
  const [from = Number.NaN, to = Number.NaN] = text.split('..').map(Number)
  const first = Math.round(100 * from)
  const count = Math.round(100 * to) - first + 1
  if (/^[\d.]+\.\.[\d.]+$/.test(text) && first > 0 && count > 0 && to <= 1)
    return Array.from({ length: count }, (_, i) => (first + i) / 100)
  throw new TracewrightError(
    `Invalid --sweep ${text}: expected two thresholds over 0, at most 1, such as 0.75..0.92.`,
  )
}

const isEmbeddings = (value: unknown): value is TextEmbeddings => hasMethod(value, 'embedDocuments')

const WORDS = 'words'
/** Fewer points make no map. */
const MIN_MAPPED = 4

/** How two tools compare by `--by`; embeddings are asked for once. */
async function openMeasure(tools: readonly DedupeTool[], by: string): Promise<Measure> {
  if (by === WORDS) return createWordMeasure(tools)
  return createVectorMeasure(await embedTools(tools, await loadDefault(by, 'embeddings', isEmbeddings)))
}

async function writeMap(file: string, rows: readonly ToolRow[], measure: Measure): Promise<void> {
  if (rows.length < MIN_MAPPED)
    throw new TracewrightError(`Invalid --map: expected ${MIN_MAPPED} tools or more, got ${rows.length}.`)
  const load = () => import('../../../synthetic/dedupe/map.ts')
  const { drawMap, isMap } = await loadOptional('umap-js', 'the map', load)
  const tools = rows.map(({ tool, field }) => ({ name: tool.name, field }))
  writeOutput(file, drawMap(tools, measure, DEFAULT_SEED), isMap)
}

function writeKept(rows: readonly ToolRow[], kept: ReadonlySet<string>, file: string): void {
  const staying = rows.filter(({ tool }) => kept.has(tool.id))
  const lines = staying.map(({ tool, row }) => ({ id: tool.id, ...row }))
  writeOutput(file, formatLines(lines), isLinesWith('id'))
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

const readOrigin = ({ row, field }: ToolRow) => {
  const read = (name: string) => (typeof row[name] === 'string' ? row[name] : undefined)
  return { field, subfield: read('subfield'), task: read('task') }
}

async function run(options: Options): Promise<void> {
  const { by, json, out, map, across } = options
  const lexical = by === WORDS
  const tau = options.tau ?? (lexical ? LEXICAL_TAU : DEFAULT_TAU)
  refuseInput('--map', map, [options.tools, out])
  const rows = readToolRows(options.tools)
  const tools = rows.map((row) => buildDedupeTool(across ? { ...row, field: 'all' } : row))
  const measure = await openMeasure(tools, by)
  const edges = findPairsWithin(groupInBlocks(tools), Math.min(tau, ...(options.sweep ?? [])), measure)
  const result = dedupe(tools, edges, { tau, seed: DEFAULT_SEED })
  const swept = options.sweep && sweep(tools, edges, options.sweep, DEFAULT_SEED)
  const levels = options.levels ? compareByLevel(rows.map(readOrigin), measure) : undefined
  if (out !== undefined) writeKept(rows, new Set(result.kept), out)
  if (map !== undefined) await writeMap(map, rows, measure)
  if (json) return printJson({ ...result, ...(swept && { sweep: swept }), ...(levels && { levels }) })
  show(result, `${lexical ? 'lexical ' : ''}tau ${tau}`)
  showExhibits(listSyntheticExhibits({ sweep: swept, levels }))
}

export const addDedupe = (synth: Command): Command =>
  synth
    .command('dedupe')
    .description('drop duplicate tools: equal names and bodies of a field, then all but one of those alike')
    .requiredOption('--tools <file>', 'JSON Lines of tools, or a folder of published tool files')
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
    .option('--sweep <range>', 'also say what each threshold of a range would drop: 0.75..0.92', parseRange)
    .option('--across', 'compare tools of different fields as well')
    .option(
      '--levels',
      'also say how similar tools of the same task, subdomain and field are, and all others',
    )
    .option('--map <file>', 'draw the tools as an SVG, similar ones close to each other; needs umap-js')
    .option('--out <file>', 'write the tools that stay, as JSON Lines')
    .action(run)
