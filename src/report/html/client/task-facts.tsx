import type { ReportAttempt, ReportResult, ReportTask } from '../../../schema/report.ts'
import { seedWords } from '../../gate-words.ts'
import { classifyAttempt, formatCostLine } from './attempt-marks.tsx'
import { buildEditorHref } from './editor-link.ts'
import { shareText } from './format.ts'
import { usePage } from './page-context.ts'
import { describeStatus, StatusSign } from './status.tsx'
import { readStatus } from './task-index.ts'
import { CHANGE_WORDS, LEVEL_WORDS } from './words.ts'

const CHANGE_TONES = {
  regressed: 'bad',
  suspected: 'warn',
  improved: 'good',
  new: '',
  edited: 'warn',
} as const

function Baseline({ result }: { result: ReportResult }) {
  const { baseline } = result
  if (baseline === undefined) return null
  const { successes, attempts, change, worlds = [] } = baseline
  return (
    <span class={`pill ${change === undefined ? '' : CHANGE_TONES[change]}`}>
      {change && `${CHANGE_WORDS[change]}: `}
      {attempts === 0 ? 'not in the baseline' : `${successes} of ${attempts} in the baseline`}
      {worlds.length > 0 && `, ${seedWords(worlds)}`}
    </span>
  )
}

/** Where a task stands: a link that opens its line in the editor, where the page lies beside the suites. */
function SuiteLine({ task: { suite, line } }: { task: ReportTask }) {
  const href = buildEditorHref(usePage().data.editor, suite, line, location.href)
  if (href === undefined)
    return (
      <span class="muted small">
        {suite}:{line}
      </span>
    )
  return (
    <a class="small" href={href} title="Open this line in the editor">
      {suite}:{line}
    </a>
  )
}

export function TaskFacts({ task, result }: { task: ReportTask; result: ReportResult | undefined }) {
  return (
    <p class="facts">
      {task.level && <span class="pill">{LEVEL_WORDS[task.level]}</span>}
      {task.pattern && <span class="pill">{task.pattern}</span>}
      {result && <Baseline result={result} />}
      <SuiteLine task={task} />
    </p>
  )
}

/** How an attempt went; for a case without one, how the case went. */
export function AttemptFacts({
  attempt,
  result,
}: {
  attempt: ReportAttempt | undefined
  result: ReportResult
}) {
  const status = attempt === undefined ? readStatus(result) : classifyAttempt(attempt)
  const tone = status === 'solved' ? 'good' : status === 'failed' || status === 'errored' ? 'bad' : ''
  const score = attempt?.score
  return (
    <>
      <span class={`pill ${tone}`}>
        <StatusSign status={status} /> <span aria-hidden="true">{describeStatus(status)}</span>
      </span>
      {score && <span class="pill">score {shareText(score.score)}</span>}
      {score?.cause && <span class="pill bad">{score.cause}</span>}
      {attempt?.rerun && <span class="pill">rerun</span>}
      {score?.weak && <span class="pill warn">weak evidence</span>}
      {score?.approximate && <span class="pill warn">lower bound</span>}
      {attempt && <span class="muted small">{formatCostLine(attempt)}</span>}
    </>
  )
}

/** What is held against an attempt beside its score: faults, attacks, checks. */
const listHeldAgainst = ({
  faults,
  injections,
  checks = [],
}: NonNullable<ReportAttempt['score']>): string[] => [
  ...(faults?.reasons ?? []),
  ...(injections?.reasons ?? []),
  ...checks
    .filter(({ pass }) => pass !== true)
    .map(({ name, reason }) => `check ${name}: ${reason ?? 'it does not hold'}`),
]

export function AttemptWords({ attempt: { score, note } }: { attempt: ReportAttempt }) {
  const why = score?.solved ? undefined : (score?.reason ?? note)
  return (
    <>
      {why && <p class="verdict-line">{why}</p>}
      {score &&
        listHeldAgainst(score).map((reason) => (
          <p key={reason} class="verdict-line">
            {reason}
          </p>
        ))}
      {score?.decided && <p class="verdict-line muted">Condition: {score.decided}</p>}
      {score?.warnings.map((warning) => (
        <p key={warning} class="verdict-line muted">
          {warning}
        </p>
      ))}
    </>
  )
}
