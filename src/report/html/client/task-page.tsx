import { useMemo } from 'preact/hooks'
import type { ReportAttempt, ReportTask } from '../../../schema/report.ts'
import { groupDigits } from '../../../shared/english.ts'
import { classifyAttempt, formatCostLine } from './attempt-marks.tsx'
import { AgentCalls, FinalAnswer } from './call-list.tsx'
import { useDetails } from './details.ts'
import { shareText } from './format.ts'
import { GraphsCard } from './graphs-card.tsx'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { PromptCard } from './prompt-card.tsx'
import { ReferenceCard } from './reference-card.tsx'
import { buildHash } from './route.ts'
import { describeStatus, StatusSign } from './status.tsx'
import { StepList } from './step-list.tsx'
import { AttemptFacts, AttemptWords, TaskFacts } from './task-facts.tsx'

/** The way back to the list, and to the tasks before and after this one in it. */
function Neighbours({ task }: { task: ReportTask }) {
  const { listed, filters } = usePage()
  const at = listed.findIndex((entry) => entry.task === task)
  const link = (other: ReportTask | undefined, text: string) =>
    other && (
      <a
        class="button"
        href={buildHash({ view: 'task', key: other.key, params: filters })}
        title={other.task_id}
      >
        {text}
      </a>
    )
  return (
    <nav class="crumbs" aria-label="Tasks around this one">
      <a class="button bare" href={listHref(filters)}>
        ← Tasks
      </a>
      {at >= 0 && (
        <div class="end">
          <span class="muted small">
            {groupDigits(at + 1)} of {groupDigits(listed.length)}
          </span>
          {link(listed[at - 1]?.task, '← Previous')}
          {link(listed[at + 1]?.task, 'Next →')}
        </div>
      )}
    </nav>
  )
}

/** The attempts at a task, each a link to itself; the page shows the chosen one below. */
function Attempts({
  task,
  chosen,
  attempts,
}: {
  task: ReportTask
  chosen: ReportAttempt
  attempts: ReportAttempt[]
}) {
  const { route } = usePage()
  return (
    <nav class="tabs" aria-label="Attempts">
      {attempts.map((one) => {
        const status = classifyAttempt(one)
        const { attempt, rerun, score } = one
        return (
          <a
            key={attempt}
            aria-current={one === chosen ? 'true' : undefined}
            href={buildHash({ view: 'task', key: task.key, params: route.params, attempt })}
          >
            <span>
              <StatusSign status={status} /> <b>Attempt {attempt + 1}</b> {rerun && 'rerun'}
            </span>
            <span>
              {score === undefined ? describeStatus(status) : shareText(score.score)}
              {score?.cause && ` · ${score.cause}`}
            </span>
            <span class="muted small">{formatCostLine(one)}</span>
          </a>
        )
      })}
    </nav>
  )
}

function Attempt({ task, attempt }: { task: ReportTask; attempt: ReportAttempt | undefined }) {
  const { plans } = task
  const detail = useMemo(() => attempt?.detail, [attempt])
  const plan = plans[detail?.plan ?? 0] ?? plans[0]!
  return (
    <>
      {/* A task that was not attempted is stored without its tools and its expected trace. */}
      {task.tools.length > 0 && (
        <>
          <GraphsCard plan={plan} others={task.alternatives} detail={detail} />
          <ReferenceCard code={plan.code} detail={detail} score={attempt?.score} />
        </>
      )}
      <StepList detail={detail} />
      {detail && <AgentCalls detail={detail} />}
      {detail && <FinalAnswer detail={detail} score={attempt?.score} />}
    </>
  )
}

export function TaskPage({ taskKey }: { taskKey: string }) {
  const { entries, agent, route } = usePage()
  const hasDetails = useDetails()
  const entry = entries.find(({ task }) => task.key === taskKey)
  if (entry === undefined) {
    return (
      <main id="main">
        <h1 tabIndex={-1}>Unknown task {taskKey}</h1>
        <p>
          <a href={listHref({})}>Look at all tasks</a>
        </p>
      </main>
    )
  }
  const { task, result } = entry
  const attempts = result?.attempts ?? []
  const number = route.view === 'task' ? route.attempt : undefined
  const attempt = attempts.find((one) => one.attempt === number) ?? entry.attempt
  return (
    <main id="main">
      <Neighbours task={task} />
      <div class="headline">
        <div>
          <h1 tabIndex={-1}>{task.task_id}</h1>
          <TaskFacts task={task} result={result} />
        </div>
      </div>
      <PromptCard task={task} attempt={attempt} />
      {attempts.length > 1 && attempt && <Attempts task={task} chosen={attempt} attempts={attempts} />}
      <section class="panel" aria-label="Attempt">
        <div>
          {result && (
            <p class="facts">
              <AttemptFacts attempt={attempt} result={result} />
            </p>
          )}
          {attempt && <AttemptWords attempt={attempt} />}
          {attempt === undefined && result?.note && <p class="verdict-line">{result.note}</p>}
          {agent && result === undefined && <p class="verdict-line">{agent.name} has not run this task.</p>}
        </div>
        {hasDetails && <Attempt key={attempt?.attempt} task={task} attempt={attempt} />}
      </section>
    </main>
  )
}
