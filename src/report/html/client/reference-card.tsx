import type { AttemptDetail, ReportCode } from '../../../schema/report.ts'
import type { TaskScore } from '../../../schema/score.ts'
import { Card } from './card.tsx'
import { formatPlural } from './format.ts'

interface ReferenceProps {
  code: ReportCode
  detail: AttemptDetail | undefined
  score: Pick<TaskScore, 'answer'> | undefined
}

/** The expected trace as a function. Statements that the agent got wrong are marked. */
export function ReferenceCard({ code: { text, statements }, detail, score }: ReferenceProps) {
  // Of a repeated step `s2`, the copies are `s2.1`, `s2.2` and so on.
  const wrong = new Set<string | null>(
    detail?.steps
      .filter(({ credit }) => credit === 0)
      .flatMap(({ step_id }) => [step_id, step_id.replace(/\.\d+$/, '')]),
  )
  if (score?.answer === 'wrong') wrong.add(null)
  const marked = statements.filter(({ step_id }) => wrong.has(step_id))
  return (
    <Card
      id="reference"
      title="Reference"
      sub={`what a right agent does${marked.length > 0 ? `; ${formatPlural(marked.length, 'statement')} wrong` : ''}`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre class="code" tabIndex={0}>
        {text.split('\n').map((line, i) => {
          const covers = ({ from, to }: { from: number; to: number }) => from <= i + 1 && i + 1 <= to
          const isWrong = marked.some(covers)
          const starting = statements.find(({ from }) => from === i + 1)
          return (
            <span key={i} class={isWrong ? 'line wrong' : 'line'}>
              <span class="mark">{isWrong ? '> ' : '  '}</span>
              {line}
              {starting?.step_id && <span class="step-id">{`  // ${starting.step_id}`}</span>}
              {'\n'}
            </span>
          )
        })}
      </pre>
    </Card>
  )
}
