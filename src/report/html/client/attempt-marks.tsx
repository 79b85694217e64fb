import type { ReportAttempt } from '../../../schema/report.ts'
import { duration, plural } from './format.ts'

/** Marks that are drawn; the words count all. */
const SHOWN = 9
const SIGNS = { solved: '●', failed: '✕', errored: '!' } as const

export type AttemptOutcome = keyof typeof SIGNS

export const attemptOutcome = ({ outcome, score }: ReportAttempt): AttemptOutcome =>
  outcome === 'errored' || score === undefined ? 'errored' : score.solved ? 'solved' : 'failed'

function marksWords(attempts: readonly ReportAttempt[]): string {
  const count = (wanted: AttemptOutcome): number =>
    attempts.filter((item) => attemptOutcome(item) === wanted).length
  const reruns = attempts.filter((item) => item.rerun).length
  const errored = count('errored')
  return [
    `${count('solved')} of ${plural(attempts.length, 'attempt')} solved`,
    ...(errored === 0 ? [] : [`${errored} errored`]),
    ...(reruns === 0 ? [] : [plural(reruns, 'rerun')]),
  ].join(', ')
}

/** A mark for each attempt: a disc where solved, a cross where not, `!` where errored; reruns are underlined. */
export function AttemptMarks({ attempts }: { attempts: readonly ReportAttempt[] }) {
  if (attempts.length === 0) return null
  const words = marksWords(attempts)
  return (
    <span class="marks" role="img" aria-label={words} title={words}>
      {attempts.slice(0, SHOWN).map((attempt) => {
        const outcome = attemptOutcome(attempt)
        return (
          <span key={attempt.attempt} class={`${outcome} ${attempt.rerun ? 'rerun' : ''}`}>
            {SIGNS[outcome]}
          </span>
        )
      })}
      {attempts.length > SHOWN && <span class="muted small">+{attempts.length - SHOWN}</span>}
    </span>
  )
}

const tokensOf = ({ usage }: ReportAttempt): string | undefined =>
  usage === undefined || usage.input_tokens + usage.output_tokens === 0
    ? undefined
    : plural(usage.input_tokens + usage.output_tokens, 'token')

/** Seed, wall time and tokens of an attempt, as far as they are known. */
export const costLine = (attempt: ReportAttempt): string =>
  [
    attempt.seed === undefined ? undefined : `seed ${attempt.seed}`,
    attempt.duration_ms === undefined ? undefined : duration(attempt.duration_ms),
    tokensOf(attempt),
  ]
    .filter((part) => part !== undefined)
    .join(' · ')
