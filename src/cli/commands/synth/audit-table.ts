import Table from 'cli-table3'
import { LEAST_RECALL, MOST_FALSE_FAIL } from '../../../synthetic/audit/agreement.ts'
import type { ToolAuditReport } from '../../../synthetic/audit/audit-report.ts'
import { printText } from '../../output.ts'

const plain = { style: { head: [], border: [], compact: true } }
const share = (value: number): string => value.toFixed(3)
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`

function toolTable({ tools }: ToolAuditReport): string {
  const table = new Table({
    head: ['tool', 'tests', 'correct', 'at least', 's1', 's2', 's3', 'f1', 'f2', 'f3', 'unknown', 'kept'],
    colAligns: ['left', ...Array<'right'>(10).fill('right'), 'left'],
    ...plain,
  })
  for (const { tool, tests, correct, interval, categories, kept } of tools)
    table.push([tool, tests, correct, share(interval.low), ...Object.values(categories), kept ? 'yes' : 'no'])
  return table.toString()
}

function agreementTable({ agreement }: ToolAuditReport): string {
  const table = new Table({
    head: ['calls that are wrong', 'number', 'refused', 'recall', '95 %', 'enough'],
    colAligns: ['left', 'right', 'right', 'right', 'left', 'left'],
    ...plain,
  })
  for (const { family, calls, refused, recall, interval, enough } of agreement.families)
    table.push([
      family,
      calls,
      refused,
      percent(recall),
      `${percent(interval.low)} to ${percent(interval.high)}`,
      enough ? 'yes' : 'no',
    ])
  return table.toString()
}

const SHOWN = 40
const LONGEST = 300

function showFindings({ findings }: ToolAuditReport, all: boolean): void {
  const shown = all ? findings : findings.slice(0, SHOWN)
  for (const { test, category, judgment, confidence, reasoning, args, mended_at } of shown) {
    const call = JSON.stringify(args)
    printText(
      `${test} [${category}] ${judgment} (${confidence}): ${reasoning}` +
        `${mended_at === null ? '' : `; right at attempt ${mended_at}`}\n  ` +
        (call.length > LONGEST ? `${call.slice(0, LONGEST)}...` : call),
    )
  }
  const rest = findings.length - shown.length
  if (rest > 0) printText(`... and ${rest} more findings; --all shows them`)
}

function showSequences({ sequences }: ToolAuditReport): void {
  if (sequences.length === 0) return
  const found = sequences.flatMap(({ kind, contradictions }) =>
    contradictions.map((one) => ({ kind, ...one })),
  )
  for (const { kind, tool, args, detail } of found)
    printText(`${kind}: ${tool} [contradiction] ${detail}\n  ${JSON.stringify(args).slice(0, LONGEST)}`)
  const calls = sequences.reduce((sum, one) => sum + one.calls, 0)
  const tools = new Set(sequences.flatMap((one) => one.tools)).size
  printText(
    `State: ${sequences.length} kinds of things, ${tools} tools, ${calls} calls in sequence, ` +
      `${found.length} contradictions.`,
  )
}

/** An audit for people: findings, a table by tool, the agreement by family, totals. */
export function showAudit(report: ToolAuditReport, all: boolean): void {
  const { tests, correct, form_only, plausible, unknown, categories, agreement, retried, judges, tools } =
    report
  showFindings(report, all)
  printText(toolTable(report))
  if (agreement.families.length > 0) printText(agreementTable(report))
  const { calls, refused, upper, enough } = agreement.falseFail
  printText(
    `Of ${calls} correct calls ${refused} were refused: at most ${percent(upper)} with 95 % confidence, ` +
      `${enough ? 'within' : 'not shown to be within'} ${percent(MOST_FALSE_FAIL)}; ` +
      `every family of bad calls needs a recall of ${percent(LEAST_RECALL)}.`,
  )
  showSequences(report)
  const kinds = Object.entries(categories).map(([name, count]) => `${name} ${count}`)
  const open = [
    ...(plausible === 0 ? [] : [`${plausible} of them made up and plausible`]),
    ...(form_only === 0 ? [] : [`${form_only} in form only`]),
  ]
  const left = open.length === 0 ? '' : ` (${open.join(', ')})`
  printText(
    `${correct} of ${tests} first responses are correct${left}, ${unknown} unknown; ${kinds.join(', ')}.`,
  )
  if (retried.tests > 0) printText(`${retried.tests} calls were asked anew, ${retried.mended} then right.`)
  if (judges !== null)
    printText(
      `Rules and model agree on ${judges.agree} of ${judges.both}; ${judges.unusable} verdicts unusable.`,
    )
  if (report.untested.length > 0)
    printText(`${report.untested.length} rules could not be broken for sure and are untested.`)
  for (const { tool, problem } of report.bad_known)
    printText(`${tool}: a known call is not asked: ${problem}`)
  const kept = tools.filter((tool) => tool.kept).length
  printText(`${kept} of ${tools.length} tools are kept: at least ${report.min_reliability} reliable.`)
}
