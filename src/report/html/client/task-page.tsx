import { useLayoutEffect, useMemo } from 'preact/hooks'
import type { PageAttempt, PageTask } from '../page-data.ts'
import { AttemptTabs } from './attempt-tabs.tsx'
import { AgentCalls, FinalAnswer } from './call-list.tsx'
import { detailOf, plansOf, useDetails } from './details.ts'
import { GraphsCard } from './graphs-card.tsx'
import { rememberRow } from './list-keys.ts'
import { goTo, listHref } from './navigate.ts'
import { Neighbours } from './neighbours.tsx'
import { usePage } from './page-context.ts'
import { PromptCard } from './prompt-card.tsx'
import { StepList } from './step-list.tsx'
import { AttemptFacts, AttemptWords, TaskFacts } from './task-facts.tsx'

function Attempt({ task, attempt }: { task: PageTask; attempt: PageAttempt | undefined }) {
  const { data, agent } = usePage()
  const detail = useMemo(() => detailOf(data, task, agent?.name, attempt), [data, task, agent, attempt])
  const plans = useMemo(() => plansOf(data, task), [data, task])
  const plan = plans[detail?.plan ?? 0] ?? plans[0]!
  return (
    <>
      <GraphsCard plan={plan} others={plans.length - 1} detail={detail} />
      <StepList plan={plan} detail={detail} />
      {detail && <AgentCalls detail={detail} />}
      {detail && <FinalAnswer detail={detail} score={attempt?.score} />}
    </>
  )
}

export function TaskPage({ taskKey }: { taskKey: string }) {
  const { entries, agent, route } = usePage()
  const hasDetails = useDetails()
  const entry = entries.find(({ task }) => task.key === taskKey)
  useLayoutEffect(() => rememberRow(taskKey), [taskKey])
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
  const several = attempts.length > 1 && attempt !== undefined
  return (
    <main id="main">
      <Neighbours task={task} />
      <div class="headline">
        <div>
          <h1 tabIndex={-1}>{task.task_id}</h1>
          <TaskFacts task={task} result={result}>
            {!several && <AttemptFacts attempt={attempt} result={result} />}
          </TaskFacts>
          {!several && attempt && <AttemptWords attempt={attempt} />}
          {attempt === undefined && result?.note && <p class="verdict-line">{result.note}</p>}
          {agent && result === undefined && <p class="verdict-line">{agent.name} has not run this task.</p>}
        </div>
      </div>
      <PromptCard task={task} attempt={attempt} />
      {several ? (
        <>
          <AttemptTabs
            attempts={attempts}
            chosen={attempt}
            onChoose={(one) =>
              goTo(
                { view: 'task', key: taskKey, params: route.params, attempt: one.attempt },
                { replace: true },
              )
            }
          />
          <div class="panel" role="tabpanel" id="attempt" aria-labelledby={`attempt-${attempt.attempt}`}>
            <div>
              <p class="facts">
                <AttemptFacts attempt={attempt} result={result} />
              </p>
              <AttemptWords attempt={attempt} />
            </div>
            {hasDetails && <Attempt key={attempt.attempt} task={task} attempt={attempt} />}
          </div>
        </>
      ) : (
        hasDetails && <Attempt task={task} attempt={attempt} />
      )}
    </main>
  )
}
