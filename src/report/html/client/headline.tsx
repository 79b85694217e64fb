import type { Gate } from '../../../schema/gate.ts'
import { listRegressedTasks, renderGateLines } from '../../gate-lines.ts'
import { formatPlural, shareText } from './format.ts'
import { usePage } from './page-context.ts'
import { buildHash } from './route.ts'

const TONES: Record<Gate['verdict'], string> = {
  error: 'bad',
  regressed: 'bad',
  'needs-another-run': 'bad',
  ok: 'good',
  ungated: '',
  inconclusive: 'warn',
}

/** The verdict of the gate, with what it suspects and the tasks it names. */
export function GateNotice() {
  const { data, route, gate } = usePage()
  if (gate === undefined) return null
  const named = listRegressedTasks(gate)
  const [heading, ...lines] = renderGateLines(gate)
  const [, ...statistics] = renderGateLines(gate, true)
  const known = new Map(data.tasks.map((task) => [task.task_id, task.key]))
  return (
    <section class={`card notice ${TONES[gate.verdict]}`} aria-labelledby="gate">
      <h2 id="gate">{heading}</h2>
      <p class="gate-lines">{lines.join('\n')}</p>
      {statistics.join() !== lines.join() && (
        <details>
          <summary>Statistics</summary>
          <p class="gate-lines">{statistics.join('\n')}</p>
        </details>
      )}
      {named.length > 0 && (
        <ul class="chips" aria-label="Tasks that the gate names">
          {named.map((id) => (
            <li key={id}>
              <a
                class="pill"
                href={buildHash({ view: 'task', key: known.get(id) ?? id, params: route.params })}
              >
                {id}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Errors that kept the run from being whole. */
export function RunErrors() {
  const { data } = usePage()
  const errors = data.runs.flatMap((run) => run.errors)
  if (errors.length === 0) return null
  return (
    <section class="card notice bad" aria-labelledby="errors">
      <h2 id="errors">{formatPlural(errors.length, 'error')} in this run</h2>
      {errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </section>
  )
}

const VERDICTS = {
  reported: ['', 'reported, not gated'],
  passed: ['good', 'passed'],
  failed: ['bad', 'failed'],
  error: ['bad', 'stopped by errors'],
} as const

export function Headline() {
  const { data, agent } = usePage()
  const { runs, suites, tasks, title } = data
  const run = runs.find(({ agents }) => agent === undefined || agents.includes(agent.name))
  const [tone, word] = run === undefined ? ['', 'not run yet'] : VERDICTS[run.verdict]
  const [suite] = suites
  return (
    <div class="headline">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p class="sub">
          <span>
            {formatPlural(tasks.length, 'task')} in{' '}
            {suites.length === 1 ? suite?.file : formatPlural(suites.length, 'suite')}
          </span>
          {agent && <span>{agent.name}</span>}
          {run && <span>mode {run.mode}</span>}
        </p>
      </div>
      <p class="chips">
        {agent && <span class="pill">{shareText(agent.overall.solved)} solved</span>}
        <span class={`pill ${tone}`}>{word}</span>
        {run?.complete === false && <span class="pill warn">part of the tasks</span>}
      </p>
    </div>
  )
}
