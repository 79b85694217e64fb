import type { PageAttempt } from '../page-data.ts'
import { plural } from './format.ts'

/** Marks that are drawn; the words count all. */
const SHOWN = 9
const STEP = 12

export type AttemptOutcome = 'solved' | 'failed' | 'errored'

export const attemptOutcome = ({ outcome, score }: PageAttempt): AttemptOutcome =>
  outcome === 'errored' || score === undefined ? 'errored' : score.solved ? 'solved' : 'failed'

export function marksWords(attempts: readonly PageAttempt[]): string {
  const count = (wanted: AttemptOutcome): number =>
    attempts.filter((item) => attemptOutcome(item) === wanted).length
  const fresh = attempts.filter((item) => item.fresh).length
  const errored = count('errored')
  return [
    `${count('solved')} of ${plural(attempts.length, 'attempt')} solved`,
    ...(errored === 0 ? [] : [`${errored} errored`]),
    ...(fresh === 0 ? [] : [`${fresh} fresh`]),
  ].join(', ')
}

function Mark({ attempt, x }: { attempt: PageAttempt; x: number }) {
  const outcome = attemptOutcome(attempt)
  return (
    <g class={`mark-${outcome}`} transform={`translate(${x},0)`}>
      {outcome === 'solved' && <circle cx="5" cy="6" r="4.5" />}
      {outcome === 'failed' && <path d="M1.5 2.5l7 7M8.5 2.5l-7 7" />}
      {outcome === 'errored' && <path d="M5 1.5v5.5M5 10v.5" />}
      {attempt.fresh && <path class="fresh" d="M0 14.5h10" />}
    </g>
  )
}

/** A mark for each attempt: a disc where solved, a cross where not, `!` where errored; fresh ones are underlined. */
export function AttemptMarks({ attempts }: { attempts: readonly PageAttempt[] }) {
  if (attempts.length === 0) return null
  const shown = attempts.slice(0, SHOWN)
  const words = marksWords(attempts)
  const width = shown.length * STEP
  return (
    <span class="marks" role="img" aria-label={words} title={words}>
      <svg viewBox={`0 0 ${width} 16`} style={{ width: `${width}px` }} aria-hidden="true">
        {shown.map((attempt, i) => (
          <Mark key={attempt.attempt} attempt={attempt} x={i * STEP} />
        ))}
      </svg>
      {attempts.length > shown.length && <span class="muted small">+{attempts.length - shown.length}</span>}
    </span>
  )
}
