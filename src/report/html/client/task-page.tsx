import { useLayoutEffect } from 'preact/hooks'
import type { ReportResult, ReportTask } from '../../../schema/report.ts'
import { Answer, CallList } from './call-list.tsx'
import { percent, plural, shortValue } from './format.ts'
import { GraphsCard } from './graphs-card.tsx'
import { LevelMark, StatusIcon, statusWord } from './icons.tsx'
import { rememberRow } from './list-keys.ts'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { hashOf } from './route.ts'
import { StepList } from './step-list.tsx'
import { statusOf } from './task-index.ts'
import { CHANGE_WORDS } from './words.ts'

/** The tasks before and after this one in the list as it is filtered. */
function Neighbours({ task }: { task: ReportTask }) {
  const { listed, filters } = usePage()
  const at = listed.findIndex((entry) => entry.task === task)
  const link = (index: number, text: string, id: string) => {
    const other = at < 0 ? undefined : listed[index]?.task
    if (other === undefined) {
      return (
        <span class="button" aria-disabled="true">
          {text}
        </span>
      )
    }
    return (
      <a
        class="button"
        id={id}
        href={hashOf({ view: 'task', key: other.key, params: filters })}
        title={other.task_id}
      >
        {text}
      </a>
    )
  }
  return (
    <nav class="crumbs" aria-label="Tasks around this one">
      <a class="button bare" id="back" href={listHref(filters)}>
        ← Tasks
      </a>
      <div class="end">
        {at >= 0 && (
          <span class="muted small">
            {(at + 1).toLocaleString('en')} of {listed.length.toLocaleString('en')}
          </span>
        )}
        {link(at - 1, '← Previous', 'previous')}
        {link(at + 1, 'Next →', 'next')}
      </div>
    </nav>
  )
}

function Ledger({ result }: { result: ReportResult }) {
  const { ledger } = result
  if (ledger === undefined) return null
  const { successes, attempts, change } = ledger
  const tone = change === 'broken' ? 'bad' : change === 'mended' ? 'good' : ''
  return (
    <span class={`pill ${tone}`}>
      {change && `${CHANGE_WORDS[change]}: `}
      {attempts === 0 ? 'not in the ledger' : `${successes} of ${attempts} in the ledger`}
    </span>
  )
}

function Facts({ task, result }: { task: ReportTask; result: ReportResult | undefined }) {
  const score = result?.score
  const status = statusOf(result)
  const tone = status === 'solved' ? 'good' : status === 'failed' || status === 'errored' ? 'bad' : ''
  const { suites } = usePage().data
  return (
    <p class="facts">
      {result && (
        <span class={`pill ${tone}`}>
          <StatusIcon status={status} /> <span aria-hidden="true">{statusWord(status)}</span>
        </span>
      )}
      {score && <span class="pill">score {percent(score.score)}</span>}
      {score?.cause && <span class="pill bad">{score.cause}</span>}
      <span class="pill">
        <LevelMark level={task.level} />
      </span>
      {task.pattern && <span class="pill">{task.pattern}</span>}
      {result && <Ledger result={result} />}
      {score?.weak && <span class="pill warn">weak evidence</span>}
      {score?.approximate && <span class="pill warn">lower bound</span>}
      <span class="muted small">
        {suites.length > 0 && `${task.suite}:${task.line}`}
        {result?.duration_ms !== undefined && ` · ${Math.round(result.duration_ms)} ms`}
      </span>
    </p>
  )
}

function Prompt({ task, result }: { task: ReportTask; result: ReportResult | undefined }) {
  const needed = new Set(task.plans.flatMap((plan) => plan.steps.map(({ tool_name }) => tool_name)))
  const called = new Set(result?.calls.map(({ tool_name }) => tool_name))
  return (
    <section class="card" aria-labelledby="prompt">
      <div class="card-head">
        <h2 id="prompt">Prompt</h2>
      </div>
      <p class="prompt-text">{task.prompt}</p>
      <details class="more">
        <summary>
          {plural(task.tools.length, 'tool')} offered, {needed.size} needed
        </summary>
        <ul class="tool-list">
          {task.tools.map((tool) => (
            <li key={tool} class={`${needed.has(tool) ? 'needed' : ''} ${called.has(tool) ? 'called' : ''}`}>
              {tool}
              <span class="hidden">
                {needed.has(tool) ? ', needed' : ''}
                {called.has(tool) ? ', called' : ''}
              </span>
            </li>
          ))}
        </ul>
      </details>
      {task.expected_answer !== undefined && task.expected_answer !== null && (
        <p class="more muted">Expected answer: {shortValue(task.expected_answer)}</p>
      )}
    </section>
  )
}

/** Everything about one task. */
export function TaskPage({ taskKey }: { taskKey: string }) {
  const { entries, agent } = usePage()
  const entry = entries.find(({ task }) => task.key === taskKey)
  useLayoutEffect(() => rememberRow(taskKey), [taskKey])
  if (entry === undefined) {
    return (
      <main id="main">
        <h1 tabIndex={-1}>There is no task {taskKey}</h1>
        <p>
          <a href={listHref({})}>Look at all tasks</a>
        </p>
      </main>
    )
  }
  const { task, result } = entry
  const why = result?.score?.solved ? undefined : (result?.score?.reason ?? result?.note)
  return (
    <main id="main">
      <Neighbours task={task} />
      <div class="headline">
        <div>
          <h1 tabIndex={-1}>{task.task_id}</h1>
          <Facts task={task} result={result} />
          {why && <p class="verdict-line">{why}</p>}
          {agent && result === undefined && <p class="verdict-line">{agent.name} has not run this task.</p>}
          {result?.score?.warnings.map((warning) => (
            <p key={warning} class="verdict-line muted">
              {warning}
            </p>
          ))}
        </div>
      </div>
      <Prompt task={task} result={result} />
      <GraphsCard task={task} result={result} />
      <StepList plan={task.plans[result?.plan ?? 0] ?? task.plans[0]!} result={result} />
      {result && <CallList result={result} />}
      {result && <Answer result={result} />}
    </main>
  )
}
