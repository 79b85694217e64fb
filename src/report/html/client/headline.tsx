import type { ReportGate } from '../../../schema/report.ts'
import type { Metrics } from '../../../schema/summary.ts'
import { gateFacts, nextCommand, verdictWords } from '../../gate-words.ts'
import { plural, shareText } from './format.ts'
import { usePage } from './page-context.ts'
import { hashOf } from './route.ts'

const TILES: [keyof Metrics, string][] = [
  ['score', 'Score'],
  ['selection', 'Selection'],
  ['arguments', 'Arguments'],
  ['data_flow', 'Data flow'],
  ['completion', 'Completion'],
]

const Meter = ({ share }: { share: number | null }) => (
  <span class="meter" aria-hidden="true">
    <span style={{ width: `${(share ?? 0) * 100}%` }} />
  </span>
)

/** The metrics of the chosen agent over all tasks. */
export function Tiles() {
  const { agent } = usePage()
  if (agent === undefined) return null
  const { overall, interval } = agent
  return (
    <dl class="tiles" aria-label="Metrics over all tasks">
      <div>
        <dt>Solved</dt>
        <dd class="big">{shareText(overall.solved)}</dd>
        <dd class="note">
          of {plural(overall.tasks, 'task')}
          {interval && <br />}
          {interval && `95 % interval ${shareText(interval.low)} to ${shareText(interval.high)}`}
        </dd>
      </div>
      {TILES.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{shareText(overall[name])}</dd>
          <dd class="note">
            <Meter share={overall[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const TONES: Record<ReportGate['verdict'], string> = {
  regressed: 'bad',
  ok: 'good',
  ungated: '',
  inconclusive: 'warn',
}

/** The verdict of the gate, with what it suspects and the tasks it names. */
export function GateNotice() {
  const { data, route, gate } = usePage()
  if (gate === undefined) return null
  const tone = gate.exit === 1 ? 'bad' : TONES[gate.verdict]
  const next = nextCommand(gate, gate.looked)
  const known = new Map(data.tasks.map((task) => [task.task_id, task.key]))
  return (
    <section class={`card notice ${tone}`} aria-labelledby="gate">
      <h2 id="gate">
        gate {verdictWords(gate)}: {gate.agent} against {gate.ledger}
      </h2>
      <ul aria-label="What the gate weighed">
        {gateFacts(gate).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {gate.tasks.length > 0 && (
        <ul class="chips" aria-label="Tasks that the gate names">
          {gate.tasks.map((id) => (
            <li key={id}>
              <a class="pill" href={hashOf({ view: 'task', key: known.get(id) ?? id, params: route.params })}>
                {id}
              </a>
            </li>
          ))}
        </ul>
      )}
      {next !== undefined && <p>next: {next}</p>}
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
      <h2 id="errors">{plural(errors.length, 'error')} in this run</h2>
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
            {plural(tasks.length, 'task')} in{' '}
            {suites.length === 1 ? suite?.file : plural(suites.length, 'suite')}
          </span>
          {agent && <span>{agent.name}</span>}
          {run && <span>mode {run.mode}</span>}
        </p>
      </div>
      <p class="chips">
        <span class={`pill ${tone}`}>{word}</span>
        {run?.complete === false && <span class="pill warn">part of the tasks</span>}
      </p>
    </div>
  )
}
