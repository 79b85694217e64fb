import { agentNameOf } from '../metrics/contestants.ts'
import type { Gate } from '../schema/gate.ts'
import type { ReportAgent, ReportData, ReportTask } from '../schema/report.ts'
import type { TaskScore } from '../schema/score.ts'
import type { Metrics } from '../schema/summary.ts'
import { LEVELS } from '../schema/task.ts'
import { tally } from '../shared/group.ts'
import { firstLines } from '../shared/problem-list.ts'
import { changesLines, gateLines } from './gate-lines.ts'
import { verdictWords } from './gate-words.ts'
import { fenced, plain, row, shareCell, table } from './markdown.ts'
import { standing } from './standing.ts'

/** Failed tasks that are listed for an agent. */
const MAX_FAILURES = 20

const metricsRow = (name: string, metrics: Metrics): string =>
  row([
    name,
    String(metrics.tasks),
    shareCell(metrics.solved),
    shareCell(metrics.score),
    shareCell(metrics.selection),
    shareCell(metrics.arguments),
    shareCell(metrics.data_flow),
    shareCell(metrics.completion),
  ])

const HEAD = ['level', 'tasks', 'solved', 'score', 'selection', 'arguments', 'data flow', 'completion']

const levelTable = ({ levels, overall, free_text: free }: ReportAgent): string[] =>
  table(HEAD, [
    ...LEVELS.flatMap((level) =>
      levels[level] === undefined ? [] : [metricsRow(plain(level), levels[level])],
    ),
    ...(free === undefined ? [] : [metricsRow('free text', free)]),
    metricsRow('**overall**', overall),
  ])

interface Failure {
  task: ReportTask
  score: Pick<TaskScore, 'cause' | 'reason'>
}

const failuresOf = (tasks: readonly ReportTask[], agent: string): Failure[] =>
  tasks.flatMap((task) =>
    task.results.flatMap((result) => {
      const score = standing(result)?.score
      return result.agent === agent && score?.solved === false ? [{ task, score }] : []
    }),
  )

function causeLine(failures: readonly Failure[]): string {
  const counts = tally(failures.map(({ score }) => score.cause ?? 'no cause'))
  const causes = counts.map(([cause, count]) => `${cause} ${count}`)
  return `${failures.length} not solved: ${causes.join(', ')}`
}

function failureLines(failures: readonly Failure[]): string[] {
  if (failures.length === 0) return []
  const failed = failures.map(
    ({ task, score }) => `${plain(task.task_id)}: ${plain(score.reason ?? score.cause ?? 'not solved')}`,
  )
  return [
    '',
    '<details>',
    `<summary>${causeLine(failures)}</summary>`,
    '',
    ...firstLines(failed, MAX_FAILURES).map((line) => `- ${line}`),
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
function gateBlock(gate: Gate): string[] {
  return [
    `${MARKS[gate.verdict]}**gate ${verdictWords(gate)}**`,
    '',
    ...fenced([...gateLines(gate), ...changesLines(gate)]),
    '',
  ]
}

/** A report as a Markdown summary of a GitHub job: verdicts, what changed, metrics by level, causes and failed tasks. */
export function renderGithubSummary(data: ReportData): string {
  const lines = [`## ${plain(data.title)}`, '']
  for (const error of data.runs.flatMap(({ errors }) => errors)) lines.push(`❌ ${plain(error)}`, '')
  for (const agent of data.agents) {
    if (data.agents.length > 1) lines.push(`### ${plain(agent.name)}`, '')
    const gate = data.gates.find((one) => agentNameOf(one) === agent.name)
    if (gate !== undefined) lines.push(...gateBlock(gate))
    lines.push(...levelTable(agent), ...failureLines(failuresOf(data.tasks, agent.name)), '')
  }
  if (data.agents.length === 0) lines.push(`${data.tasks.length} tasks, not run.`, '')
  return lines.join('\n')
}
