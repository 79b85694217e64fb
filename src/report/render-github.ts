import { formatAgentName } from '../metrics/contestants.ts'
import { describeFreeText } from '../metrics/free-text.ts'
import type { Gate } from '../schema/gate.ts'
import type { ReportAgent, ReportData, ReportTask } from '../schema/report.ts'
import type { TaskScore } from '../schema/score.ts'
import type { Metrics } from '../schema/summary.ts'
import { LEVELS } from '../schema/task.ts'
import { tally } from '../shared/group.ts'
import { takeFirstLines } from '../shared/problem-list.ts'
import { changesLines, renderGateLines } from './gate-lines.ts'
import { describeVerdict } from './gate-words.ts'
import {
  escapeMarkdown,
  fenceTexts,
  listShares,
  METRIC_HEAD,
  renderRow,
  renderTable,
  shareCell,
} from './markdown.ts'
import { readStanding } from './standing.ts'

/** Failed tasks that are listed for an agent. */
const MAX_FAILURES = 20

const renderMetricsRow = (name: string, metrics: Metrics): string =>
  renderRow([name, String(metrics.tasks), ...listShares(metrics).map(shareCell)])

const renderLevelTable = ({ levels, overall, free_text: free }: ReportAgent): string[] => [
  ...renderTable(METRIC_HEAD, [
    ...LEVELS.flatMap((level) =>
      levels[level] === undefined ? [] : [renderMetricsRow(escapeMarkdown(level), levels[level])],
    ),
    renderMetricsRow('**overall**', overall),
    ...(free === undefined ? [] : [renderMetricsRow('free text', free)]),
  ]),
  ...(free === undefined ? [] : ['', describeFreeText(free.tasks, overall.tasks)]),
]

interface TaskFailure {
  task: ReportTask
  score: Pick<TaskScore, 'cause' | 'reason'>
}

const listFailures = (tasks: readonly ReportTask[], agent: string): TaskFailure[] =>
  tasks.flatMap((task) =>
    task.results.flatMap((result) => {
      const score = readStanding(result)?.score
      return result.agent === agent && score?.solved === false ? [{ task, score }] : []
    }),
  )

function describeCauses(failures: readonly TaskFailure[]): string {
  const counts = tally(failures.map(({ score }) => score.cause ?? 'no cause'))
  const causes = counts.map(([cause, count]) => `${cause} ${count}`)
  return `${failures.length} not solved: ${causes.join(', ')}`
}

function describeFailures(failures: readonly TaskFailure[]): string[] {
  if (failures.length === 0) return []
  const failed = failures.map(
    ({ task, score }) =>
      `${escapeMarkdown(task.task_id)}: ${escapeMarkdown(score.reason ?? score.cause ?? 'not solved')}`,
  )
  return [
    '',
    '<details>',
    `<summary>${describeCauses(failures)}</summary>`,
    '',
    ...takeFirstLines(failed, MAX_FAILURES).map((line) => `- ${line}`),
    '',
    '</details>',
  ]
}

const MARKS: Record<Gate['verdict'], string> = {
  regressed: '❌ ',
  'needs-another-run': '❌ ',
  error: '❌ ',
  ok: '✅ ',
  inconclusive: '⚠️ ',
  ungated: '',
}

/** The lines of the gate as the terminal shows them, marked by their verdict. */
function renderGateBlock(gate: Gate): string[] {
  return [
    `${MARKS[gate.verdict]}**gate ${describeVerdict(gate)}**`,
    '',
    ...fenceTexts([...renderGateLines(gate), ...changesLines(gate)]),
    '',
  ]
}

/** A report as a Markdown summary of a GitHub job: verdicts, what changed, metrics by level, causes and failed tasks. */
export function renderGithubSummary(data: ReportData): string {
  const lines = [`## ${escapeMarkdown(data.title)}`, '']
  for (const error of data.runs.flatMap(({ errors }) => errors)) lines.push(`❌ ${escapeMarkdown(error)}`, '')
  for (const agent of data.agents) {
    if (data.agents.length > 1) lines.push(`### ${escapeMarkdown(agent.name)}`, '')
    const gate = data.gates.find((one) => formatAgentName(one) === agent.name)
    if (gate !== undefined) lines.push(...renderGateBlock(gate))
    lines.push(...renderLevelTable(agent), ...describeFailures(listFailures(data.tasks, agent.name)), '')
  }
  if (data.agents.length === 0) lines.push(`${data.tasks.length} tasks, not run.`, '')
  return lines.join('\n')
}
