import type { ReportAgent, ReportData, ReportResult, ReportTask } from '../schema/report.ts'
import type { Figures } from '../schema/run.ts'
import { LEVELS } from '../schema/task.ts'

/** How a job summary is written. */
export interface SummaryOptions {
  /**
   * Address of the repository's files at the commit, such as `https://github.com/owner/name/blob/<sha>`; tasks then link
   * to their line. Left out, they are named without a link.
   */
  files?: string
  /** Failed tasks that are listed for an agent; default 20. */
  failures?: number
}

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`)

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': '&#64;',
  '#': '&#35;',
  '://': '&#58;//',
}

/** A text as Markdown that shows it as it stands: on one line, and without links, mentions, HTML or columns of a table. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/:\/\/|[&<>@#\\`*_{}[\]()|~!]/g, (found) => ENTITIES[found] ?? `\\${found}`)

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const figuresRow = (name: string, figures: Figures): string =>
  row([
    name,
    String(figures.tasks),
    percent(figures.solved),
    percent(figures.score),
    percent(figures.selection),
    percent(figures.arguments),
    percent(figures.data_flow),
    percent(figures.completion),
  ])

const HEAD = ['level', 'tasks', 'solved', 'score', 'selection', 'arguments', 'data flow', 'completion']

function levelTable({ levels, overall }: ReportAgent): string[] {
  return [
    row(HEAD),
    row(HEAD.map((_, i) => (i === 0 ? ':--' : '--:'))),
    ...LEVELS.flatMap((level) =>
      levels[level] === undefined ? [] : [figuresRow(plain(level), levels[level])],
    ),
    figuresRow('**overall**', overall),
  ]
}

/** A part of a path as a part of an address that Markdown does not end at a parenthesis. */
const encode = (part: string): string =>
  encodeURIComponent(part).replaceAll('(', '%28').replaceAll(')', '%29')

/** Address of a line of a suite. */
const lineOf = (files: string, { suite, line }: ReportTask): string =>
  `${files.replace(/\/$/, '')}/${suite.split('/').map(encode).join('/')}?plain=1#L${line}`

const nameOf = (task: ReportTask, files: string | undefined): string =>
  files === undefined ? plain(task.task_id) : `[${plain(task.task_id)}](${lineOf(files, task)})`

const GATE = {
  regressed: '❌ **Regressed.**',
  ok: '✅ **No regression.**',
  inconclusive: '⚠️ **Inconclusive.**',
} as const

function gateLines({ gate, tasks }: ReportData, files: string | undefined): string[] {
  if (gate === undefined) return []
  const drop =
    gate.smallest_drop === null
      ? ''
      : ` The smallest drop that would have been seen is ${percent(gate.smallest_drop)}.`
  const known = new Map(tasks.map((task) => [task.task_id, task]))
  const names = gate.tasks.map((id) => {
    const task = known.get(id)
    return task === undefined ? plain(id) : nameOf(task, files)
  })
  return [
    `${GATE[gate.verdict]}${drop}${gate.note === undefined ? '' : ` ${plain(gate.note)}`}`,
    ...(gate.suspects.length === 0 ? [] : ['', `Suspected: ${gate.suspects.map(plain).join(', ')}.`]),
    ...(names.length === 0 ? [] : ['', `Tasks: ${names.join(', ')}.`]),
    '',
  ]
}

interface Failure {
  task: ReportTask
  result: ReportResult
}

const failuresOf = (tasks: readonly ReportTask[], agent: string): Failure[] =>
  tasks.flatMap((task) =>
    task.results
      .filter((result) => result.agent === agent && result.score?.solved === false)
      .map((result) => ({ task, result })),
  )

function causeLine(failures: readonly Failure[]): string {
  const counts = new Map<string, number>()
  for (const { result } of failures) {
    const cause = result.score?.cause ?? 'no cause'
    counts.set(cause, (counts.get(cause) ?? 0) + 1)
  }
  const causes = [...counts].sort((a, b) => b[1] - a[1]).map(([cause, count]) => `${cause} ${count}`)
  return `${failures.length} not solved: ${causes.join(', ')}`
}

function failureLines(
  failures: readonly Failure[],
  { files, failures: most = 20 }: SummaryOptions,
): string[] {
  if (failures.length === 0) return []
  const listed = failures.slice(0, most)
  return [
    '',
    '<details>',
    `<summary>${causeLine(failures)}</summary>`,
    '',
    ...listed.map(
      ({ task, result }) =>
        `- ${nameOf(task, files)}: ${plain(result.score?.reason ?? result.score?.cause ?? 'not solved')}`,
    ),
    ...(failures.length > listed.length ? [`- and ${failures.length - listed.length} more`] : []),
    '',
    '</details>',
  ]
}

/** A report as a Markdown summary of a GitHub job: verdict of the gate, figures by level, causes and failed tasks. */
export function renderGithubSummary(data: ReportData, options: SummaryOptions = {}): string {
  const lines = [`## ${plain(data.title)}`, '', ...gateLines(data, options.files)]
  for (const error of data.run?.errors ?? []) lines.push(`❌ ${plain(error)}`, '')
  for (const agent of data.agents) {
    if (data.agents.length > 1) lines.push(`### ${plain(agent.name)}`, '')
    lines.push(...levelTable(agent), ...failureLines(failuresOf(data.tasks, agent.name), options), '')
  }
  if (data.agents.length === 0) lines.push(`${data.tasks.length} tasks, not run.`, '')
  return lines.join('\n')
}
