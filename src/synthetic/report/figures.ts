import plot from 'simple-ascii-chart'
import { z } from 'zod'
import { type Interval, wilson } from '../../metrics/intervals.ts'
import type { ToolAuditReport } from '../audit/audit-report.ts'
import { dedupe } from '../dedupe/dedupe.ts'
import { dedupeToolOf } from '../dedupe/dedupe-tool.ts'
import { lexicalPairs } from '../dedupe/similarity.ts'
import type { ToolRow } from '../tool-spec/tool-rows.ts'

/** A share with its interval at 95 %; null without cases. */
export type Share = ({ value: number; cases: number } & Interval) | null

const shareOf = (hits: number, cases: number): Share =>
  cases === 0 ? null : { value: hits / cases, cases, ...wilson(hits, cases) }

export interface SimulatorFigures {
  /** Correct first responses to calls whose result is not known, of those that were checked. */
  new_input: Share
  /** Responses to known calls that are the known result. */
  known_input: Share
  /** Tools by the number of their wrong first responses: none, one, two, ... */
  tools_by_errors: number[]
  /** Correct first responses of all that were checked. */
  responses: Share
}

/** The figures of an audit that the paper prints of its simulator. */
export function simulatorFigures({ tools, correct, coverage, known }: ToolAuditReport): SimulatorFigures {
  const tried = tools.filter((tool) => tool.tests > 0)
  const errors = tried.map(
    ({ categories }) => categories.failure_1 + categories.failure_2 + categories.failure_3,
  )
  const most = Math.max(0, ...errors)
  const asked = coverage.checked
  const right = correct - (known.cases - known.wrong)
  return {
    new_input: shareOf(right, asked - known.cases),
    known_input: shareOf(known.cases - known.wrong, known.cases),
    tools_by_errors: Array.from({ length: most + 1 }, (_, n) => errors.filter((count) => count === n).length),
    responses: shareOf(correct, asked),
  }
}

const placedSchema = z.looseObject({
  field: z.string().min(1),
  subfield: z.string().optional(),
  task: z.string().optional(),
})

export interface FieldCount {
  field: string
  tools: number
  subdomains: number
  tasks: number
}

/** How many tools, subdomains and tasks each field has, most tools first; lines without a field are left out. */
export function fieldCounts(lines: readonly unknown[]): FieldCount[] {
  const fields = new Map<string, { tools: number; subdomains: Set<string>; tasks: Set<string> }>()
  for (const line of lines) {
    const { data } = placedSchema.safeParse(line)
    if (data === undefined) continue
    const own = fields.get(data.field) ?? { tools: 0, subdomains: new Set(), tasks: new Set() }
    fields.set(data.field, own)
    own.tools++
    if (data.subfield !== undefined) own.subdomains.add(data.subfield)
    if (data.task !== undefined) own.tasks.add(`${data.subfield} / ${data.task}`)
  }
  return [...fields]
    .map(([field, { tools, subdomains, tasks }]) => ({
      ...{ field, tools, subdomains: subdomains.size, tasks: tasks.size },
    }))
    .sort((a, b) => b.tools - a.tools || (a.field < b.field ? -1 : 1))
}

/**
 * What the SynthTools paper prints, for comparison: shares, and the number of cases that they are of. Its models, calls
 * and judges are others than those of a run here.
 */
export const PAPER = {
  /** Accuracy of the simulator, of 200 responses read by people and 498 compared with known results. */
  simulator: { new_input: { value: 0.94, cases: 200 }, known_input: { value: 0.98, cases: 498 } },
  /** Share of 352 tools by the number of their wrong responses, and the accuracy of 3,324 responses. */
  distribution: { tools: 352, shares: [0.57, 0.32, 0.07, 0.03], responses: 3324, accuracy: 3109 / 3324 },
  /** The judge on 698 cases with a known verdict; no wrong response passed. */
  judge: { cases: 698, accuracy: 0.99, passed_wrong: 0 },
} as const

const BAR_LENGTH = 40
/** Fields that have a bar of their own. */
const MAX_BARS = 20

interface Bar {
  readonly label: string
  readonly value: number
  readonly note: string
}

/** Horizontal bars for a terminal, the longest of them full. */
function barPlot(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  const width = Math.max(...bars.map(({ label }) => label.length))
  const lines = bars.map(
    ({ label, value, note }) =>
      `${label.padEnd(width)} ${'█'.repeat(Math.round((BAR_LENGTH * value) / most)).padEnd(BAR_LENGTH)} ${note}`,
  )
  return [title, ...lines].join('\n')
}

/** A line for a terminal. @param decimals Of the horizontal axis */
function linePlot(points: [number, number][], title: string, xLabel: string, decimals: number): string {
  const drawn = plot(points, {
    ...{ width: 60, height: 12, title, xLabel },
    formatter: (value, { axis }) => (axis === 'x' ? value.toFixed(decimals) : Math.round(value)),
  })
  return drawn.replaceAll(/ +$/gm, '')
}

/** Tools of each field, the largest first; undefined without fields. */
export function fieldPlot(counts: readonly FieldCount[]): string | undefined {
  if (counts.length === 0) return undefined
  const bars = counts
    .slice(0, MAX_BARS)
    .map(({ field, tools }) => ({ label: field, value: tools, note: String(tools) }))
  const rest = counts.slice(MAX_BARS).reduce((sum, { tools }) => sum + tools, 0)
  const more = counts.length > MAX_BARS ? `\nand ${counts.length - MAX_BARS} fields with ${rest} tools` : ''
  return `${barPlot('tools of each field', bars)}${more}`
}

/** The share of all tools that the first so many fields hold, as a line for a terminal; undefined for fewer than three fields. */
export function coveragePlot(counts: readonly FieldCount[]): string | undefined {
  if (counts.length < 3) return undefined
  const all = counts.reduce((sum, { tools }) => sum + tools, 0)
  let sum = 0
  const points = counts.map(({ tools }, i): [number, number] => {
    sum += tools
    return [i + 1, (100 * sum) / all]
  })
  return linePlot([[0, 0], ...points], 'percent of the tools', 'fields, largest first', 0)
}

/** Around the threshold of lexical mode, which is not that of embeddings. */
const TAUS = [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9]

/** The tools that deduplication by words keeps at several thresholds, as a line for a terminal. */
export function dedupePlot(rows: readonly ToolRow[]): string | undefined {
  if (rows.length < 2) return undefined
  const tools = rows.map(dedupeToolOf)
  const edges = lexicalPairs(tools, Math.min(...TAUS))
  return linePlot(
    TAUS.map((tau) => [tau, dedupe(tools, edges, { tau }).kept.length]),
    'tools kept by a comparison of words',
    'least similarity of duplicates',
    2,
  )
}

/** Tools by the number of their wrong first responses, with the paper's shares beside. */
export function errorPlot(toolsByErrors: readonly number[]): string {
  const tools = toolsByErrors.reduce((sum, count) => sum + count, 0)
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  const theirs: readonly number[] = PAPER.distribution.shares
  const rows = Math.max(toolsByErrors.length, theirs.length)
  return barPlot(
    'tools with so many wrong first responses',
    Array.from({ length: rows }, (_, n) => {
      const share = tools === 0 ? 0 : (toolsByErrors[n] ?? 0) / tools
      const paper = theirs[n] === undefined ? '' : `, paper ${percent(theirs[n])}`
      return { label: String(n), value: share, note: `${toolsByErrors[n] ?? 0} (${percent(share)}${paper})` }
    }),
  )
}
