import { agentNameOf } from '../metrics/contestants.ts'
import type { ReportData, ReportResult, ReportTask } from '../schema/report.ts'
import { printable, printableLines } from '../shared/printable.ts'
import { regressedTasks } from './gate-lines.ts'
import { standing } from './standing.ts'

/** Escapes of workflow commands: a message may have several lines, a property also no colon and no comma. */
const message = (text: string): string => printableLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A')
const property = (text: string): string =>
  message(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C')

const annotation = ({ suite, line, task_id }: ReportTask, text: string): string =>
  `::error file=${property(suite)},line=${line},title=${property(task_id)}::${message(text)}`

/** What went wrong with a task, or undefined where nothing did that should fail a run. */
function complaint(result: ReportResult, strict: boolean): string | undefined {
  const { outcome, note } = result
  const score = standing(result)?.score
  if (outcome === 'errored') return `could not be run: ${note ?? 'no reason given'}`
  if (!strict || score === undefined || score.solved) return undefined
  return score.reason ?? score.cause ?? 'not solved'
}

/** Workflow commands that mark lines of suites in a GitHub run, one a line. */
export function renderGithubAnnotations(data: ReportData, { most = 10 }: { most?: number } = {}): string {
  const strict = new Set(data.runs.filter(({ mode }) => mode === 'strict').flatMap(({ agents }) => agents))
  const regressed = data.gates.filter(({ verdict }) => verdict === 'regressed')
  const named = new Map(regressed.map((gate) => [agentNameOf(gate), new Set(regressedTasks(gate))]))
  const lines = data.tasks.flatMap((task) => {
    const found = task.results.flatMap((result) => {
      const gated = named.get(result.agent)?.has(task.task_id) === true
      return (
        complaint(result, gated || strict.has(result.agent)) ??
        (gated ? 'solved less often than in the ledger' : [])
      )
    })
    return [...new Set(found)].map((text) => annotation(task, text))
  })
  return lines
    .slice(0, most)
    .map((line) => `${line}\n`)
    .join('')
}
