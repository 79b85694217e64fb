import type { ReportAttempt } from '../../../schema/report.ts'
import { formatDuration, formatPlural } from './format.ts'
import { classifyScore } from './task-index.ts'

/** Marks that are drawn; the words count all. */
const SHOWN = 9
const SIGNS = { solved: '●', mentioned: '○', failed: '✕', errored: '!' } as const

export type AttemptMark = keyof typeof SIGNS

export const classifyAttempt = ({ outcome, score }: ReportAttempt): AttemptMark =>
  outcome === 'errored' || score === undefined ? 'errored' : classifyScore(score)

function describeMarks(attempts: readonly ReportAttempt[]): string {
  const count = (wanted: AttemptMark): number =>
    attempts.filter((item) => classifyAttempt(item) === wanted).length
  const reruns = attempts.filter((item) => item.rerun).length
  const [errored, mentioned] = [count('errored'), count('mentioned')]
  return [
    `${count('solved')} of ${formatPlural(attempts.length, 'attempt')} solved`,
    ...(mentioned === 0 ? [] : [`${mentioned} in free text`]),
    ...(errored === 0 ? [] : [`${errored} errored`]),
    ...(reruns === 0 ? [] : [formatPlural(reruns, 'rerun')]),
  ].join(', ')
}

/** A mark for each attempt: a disc where solved, a ring where free text mentions the values, a cross where not, `!` where errored; reruns are underlined. */
export function AttemptMarks({ attempts }: { attempts: readonly ReportAttempt[] }) {
  if (attempts.length === 0) return null
  const words = describeMarks(attempts)
  return (
    <span class="marks" role="img" aria-label={words} title={words}>
      {attempts.slice(0, SHOWN).map((attempt) => {
        const outcome = classifyAttempt(attempt)
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

const formatTokens = ({ usage }: ReportAttempt): string | undefined =>
  usage === undefined || usage.input_tokens + usage.output_tokens === 0
    ? undefined
    : formatPlural(usage.input_tokens + usage.output_tokens, 'token')

/** Seed, wall time and tokens of an attempt, as far as they are known. */
export const formatCostLine = (attempt: ReportAttempt): string =>
  [
    attempt.seed === undefined ? undefined : `seed ${attempt.seed}`,
    attempt.duration_ms === undefined ? undefined : formatDuration(attempt.duration_ms),
    formatTokens(attempt),
  ]
    .filter((part) => part !== undefined)
    .join(' · ')
