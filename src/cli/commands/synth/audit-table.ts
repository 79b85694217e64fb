import type { ToolAuditReport } from '../../../synthetic/audit/audit-report.ts'
import { printText } from '../../output.ts'
import { textTable } from '../../table.ts'

const toolTable = ({ tools }: ToolAuditReport): string =>
  textTable(
    [
      ...['tool', '>checked', '>correct', '>at least', '>s1', '>s2', '>s3', '>f1', '>f2', '>f3', '>unknown'],
      'kept',
    ],
    tools.map(({ tool, tests, correct, interval, categories, kept }) => [
      ...[tool, tests, correct, interval.low.toFixed(3), ...Object.values(categories)],
      kept ? 'yes' : 'no',
    ]),
  )

const SHOWN = 40
const LONGEST = 300

function showFindings({ findings }: ToolAuditReport): void {
  const shown = findings.slice(0, SHOWN)
  for (const { test, category, judgment, confidence, reasoning, args, mended_at } of shown) {
    const call = JSON.stringify(args)
    printText(
      `${test} [${category}] ${judgment} (${confidence}): ${reasoning}` +
        `${mended_at === null ? '' : `; right at attempt ${mended_at}`}\n  ` +
        (call.length > LONGEST ? `${call.slice(0, LONGEST)}...` : call),
    )
  }
  const rest = findings.length - shown.length
  if (rest > 0) printText(`... and ${rest} more findings; --json lists all`)
}

function showSequences({ sequences }: ToolAuditReport): void {
  if (sequences.length === 0) return
  const found = sequences.flatMap(({ collection, contradictions }) =>
    contradictions.map((one) => ({ collection, ...one })),
  )
  for (const { collection, tool, args, detail } of found)
    printText(`${collection}: ${tool} [contradiction] ${detail}\n  ${JSON.stringify(args).slice(0, LONGEST)}`)
  const calls = sequences.reduce((sum, one) => sum + one.calls, 0)
  const tools = new Set(sequences.flatMap((one) => one.tools)).size
  printText(
    `Records: ${sequences.length} collections, ${tools} tools, ${calls} calls in sequence, ` +
      `${found.length} contradictions.`,
  )
}

/** Sentences that nobody tried. */
function showUntouched({ untouched }: ToolAuditReport): void {
  if (untouched.length === 0) return
  printText(`No test touches ${untouched.length} sentences:`)
  for (const { tool, sentence } of untouched.slice(0, SHOWN)) printText(`  ${tool}: ${sentence}`)
  if (untouched.length > SHOWN) printText(`  ... and ${untouched.length - SHOWN} more; --json lists all`)
}

/** An audit for people: findings, a table by tool, totals. */
export function showAudit(report: ToolAuditReport): void {
  const { tests, correct, coverage, categories, retried, judges, tools } = report
  showFindings(report)
  printText(toolTable(report))
  showSequences(report)
  const kinds = Object.entries(categories).map(([name, count]) => `${name} ${count}`)
  const { checked, unchecked, placeholder, not_covered: open } = coverage
  printText(
    `${checked} of ${tests} first responses were checked, ${correct} of them are correct; ${unchecked} are right in ` +
      `form and unchecked, ${placeholder} are placeholders, ${open} calls are not covered. ${kinds.join(', ')}.`,
  )
  showUntouched(report)
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
