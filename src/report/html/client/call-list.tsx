import { useState } from 'preact/hooks'
import type { AttemptDetail } from '../../../schema/report.ts'
import type { TaskScore } from '../../../schema/score.ts'
import type { Call } from '../../../schema/trace.ts'
import { Card } from './card.tsx'
import { formatFullValue, formatPlural, shortenValue } from './format.ts'

const formatArguments = (call: Call): string =>
  Object.entries(call.arguments)
    .map(([name, value]) => `${name}: ${shortenValue(value)}`)
    .join(', ')
    .slice(0, 240)

function describeOutcome({ status, error }: Call): { tone: string; word: string } {
  if (status >= 200 && status < 300) return { tone: 'good', word: String(status) }
  return { tone: 'bad', word: `${status || 'no answer'}${error ? ` ${error.code}` : ''}` }
}

function Body({ call }: { call: Call }) {
  const { error, result } = call
  return (
    <div class="call-body">
      <div>
        <h4>Arguments</h4>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <pre tabIndex={0}>{JSON.stringify(call.arguments, null, 2)}</pre>
      </div>
      <div>
        <h4>{error ? 'Error' : 'Result'}</h4>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <pre tabIndex={0}>
          {error
            ? JSON.stringify(error, null, 2)
            : result === undefined
              ? 'not recorded'
              : formatFullValue(result)}
        </pre>
      </div>
    </div>
  )
}

export function AgentCalls({ detail }: { detail: AttemptDetail }) {
  const { calls, steps, failure, traced } = detail
  const [opened, setOpened] = useState(false)
  const stepOf = new Map(steps.map(({ call, step_id }) => [call, step_id]))
  return (
    <Card
      id="trace"
      title="Trace"
      sub={traced ? formatPlural(calls.length, 'call') : 'the run kept no trace of this task'}
      head={
        calls.length > 0 && (
          <button type="button" class="button end" aria-pressed={opened} onClick={() => setOpened(!opened)}>
            {opened ? 'Collapse all' : 'Expand all'}
          </button>
        )
      }
    >
      <ol class="calls">
        {calls.map((call, i) => {
          const { tone, word } = describeOutcome(call)
          return (
            <li key={call.id}>
              <details class="call" open={opened}>
                <summary>
                  <span class="muted small">{i + 1}</span>
                  <span class="mono">{call.tool_name}</span>
                  <span class="args">{formatArguments(call)}</span>
                  {call.turn !== undefined && <span class="muted small">turn {call.turn + 1}</span>}
                  {stepOf.has(call.id) && <span class="pill">{stepOf.get(call.id)}</span>}
                  <span class={`pill ${tone}`}>{word}</span>
                </summary>
                <Body call={call} />
              </details>
            </li>
          )
        })}
      </ol>
      {failure && <p class="more">Ended early: {failure}</p>}
    </Card>
  )
}

interface AnswerProps {
  detail: AttemptDetail
  score: Pick<TaskScore, 'answer' | 'answer_reason'> | undefined
}

export function FinalAnswer({ detail, score }: AnswerProps) {
  const grade = score?.answer ?? 'ungraded'
  const tone = grade === 'right' ? 'good' : grade === 'wrong' ? 'bad' : ''
  return (
    <Card
      id="answer"
      title="Answer"
      head={<span class={`pill ${tone}`}>{grade === 'ungraded' ? 'not graded' : grade}</span>}
    >
      {score?.answer_reason && <p class="why">{score.answer_reason}</p>}
      {detail.final_answer ? (
        <p class="answer">{detail.final_answer}</p>
      ) : (
        <p class="muted">The agent gave no answer.</p>
      )}
    </Card>
  )
}
