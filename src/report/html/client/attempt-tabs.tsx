import { useRef } from 'preact/hooks'
import type { PageAttempt } from '../page-data.ts'
import { attemptOutcome } from './attempt-marks.tsx'
import { duration, plural, shareText } from './format.ts'
import { StatusIcon, statusWord } from './icons.tsx'

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

const tokensOf = ({ usage }: PageAttempt): string | undefined =>
  usage === undefined || usage.input_tokens + usage.output_tokens === 0
    ? undefined
    : plural(usage.input_tokens + usage.output_tokens, 'token')

/** Seed, wall time and tokens of an attempt, as far as they are known. */
export const costLine = (attempt: PageAttempt): string =>
  [
    attempt.seed === undefined ? undefined : `seed ${attempt.seed}`,
    attempt.duration_ms === undefined ? undefined : duration(attempt.duration_ms),
    tokensOf(attempt),
  ]
    .filter((part) => part !== undefined)
    .join(' · ')

function Tab({ attempt, chosen, onChoose }: { attempt: PageAttempt; chosen: boolean; onChoose: () => void }) {
  const status = attemptOutcome(attempt)
  const { score } = attempt
  return (
    <button
      type="button"
      role="tab"
      id={`attempt-${attempt.attempt}`}
      aria-selected={chosen}
      aria-controls="attempt"
      tabIndex={chosen ? 0 : -1}
      onClick={onChoose}
    >
      <span class="tab-head">
        <StatusIcon status={status} />
        <b>Attempt {attempt.attempt + 1}</b>
        {attempt.fresh && <span class="tab-fresh">fresh</span>}
      </span>
      <span>
        {score === undefined ? statusWord(status) : shareText(score.score)}
        {score?.cause && ` · ${score.cause}`}
      </span>
      <span class="muted small">{costLine(attempt)}</span>
    </button>
  )
}

interface Props {
  attempts: readonly PageAttempt[]
  chosen: PageAttempt
  onChoose: (attempt: PageAttempt) => void
}

/** The attempts at a task as tabs: arrows, Home and End go from one to the next, and the page shows the chosen one. */
export function AttemptTabs({ attempts, chosen, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const to = Math.min(attempts.length - 1, Math.max(0, attempts.indexOf(chosen) + step))
    const next = attempts[to]
    if (next === undefined) return
    onChoose(next)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label="Attempts" ref={list} onKeyDown={onKeyDown}>
      {attempts.map((attempt) => (
        <Tab
          key={attempt.attempt}
          attempt={attempt}
          chosen={attempt === chosen}
          onChoose={() => onChoose(attempt)}
        />
      ))}
    </div>
  )
}
