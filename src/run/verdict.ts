import type { Gate } from '../schema/gate.ts'
import type { Case, Run } from '../schema/run.ts'
import type { Mode } from '../schema/run-basics.ts'

/** What a run covers: all suites, a part that a filter left, one shard, or what watch mode ran again. */
export type RunScope = 'whole' | 'filtered' | 'shard' | 'watch'

/** What a verdict depends on. */
export interface VerdictInput {
  mode: Mode
  scope: RunScope
  /** Why the run has no verdict: its baseline or a part of the run is missing. */
  errors: readonly string[]
  cases: readonly Pick<Case, 'outcome' | 'score' | 'attempts'>[]
  /** Verdicts of the gate, in mode `regression`. */
  gates?: readonly Gate[]
  /** Whether a test failed on its own, or an error was left unhandled. */
  failed: boolean
}

/** Exit code of each verdict, so that the process always agrees with the document of the run. */
export const EXIT_CODES = { reported: 0, passed: 0, failed: 1, error: 2 } as const satisfies Record<
  Run['verdict'],
  0 | 1 | 2
>

const isSolvedEachTime = (item: VerdictInput['cases'][number]): boolean =>
  (item.attempts ?? [item]).every(({ score }) => score?.solved === true)

/**
 * What the first attempt failed with, if each threw or ran out of time and nothing else was wrong with it; else undefined.
 * An agent that fails after wrong calls, or after an injected fault, can be judged by its calls.
 */
export function findFailureOfAll(cases: VerdictInput['cases']): string | undefined {
  const scored = cases.flatMap(({ attempts = [] }) => attempts.filter(({ outcome }) => outcome === 'scored'))
  const isFailed = ({ failure, calls, score }: (typeof scored)[number]): boolean =>
    failure !== undefined &&
    score?.solved === false &&
    (calls === 0 ||
      (score.cause === 'agent-failed' &&
        score.unneeded_writes + score.surplus_reads === 0 &&
        score.faults === undefined))
  const [{ failure = '', refused = [] } = {}] = scored
  const blocked = refused.length === 0 ? '' : `, after a request to ${refused.join(', ')} was blocked`
  return scored.length > 0 && scored.every(isFailed) ? failure + blocked : undefined
}

/** From a run to its verdict. The table is in `docs/exit-codes.md`. */
export function decideVerdict({ mode, scope, errors, cases, gates, failed }: VerdictInput): Run['verdict'] {
  const exits = scope === 'whole' ? (gates ?? []).map(({ exit }) => exit) : []
  const nothingScored =
    scope !== 'shard' &&
    cases.length > 0 &&
    (cases.every(({ outcome }) => outcome !== 'scored') ||
      (mode === 'score' && findFailureOfAll(cases) !== undefined))
  if (errors.length > 0 || nothingScored || exits.includes(2)) return 'error'
  if (failed || exits.includes(1)) return 'failed'
  if (mode === 'strict') {
    if (!cases.every((item) => item.outcome === 'skipped' || isSolvedEachTime(item))) return 'failed'
    return cases.length > 0 ? 'passed' : 'reported'
  }
  return exits.length > 0 && gates?.every(({ verdict }) => verdict === 'ok') === true ? 'passed' : 'reported'
}

/** How the advice to write a first baseline begins. */
export const NOTHING_GATED = 'nothing is gated yet'

/** Why no gate says anything of a run, and what changes that; undefined where one does. */
export function explainNotGated(
  { mode, scope, gates = [] }: Pick<VerdictInput, 'mode' | 'scope' | 'gates'>,
  hasBaseline: boolean,
  projects: readonly string[] = [],
): string | undefined {
  if (scope === 'filtered')
    return 'not gated: filtered by the command line or `task.only`; run every case for a verdict'
  if (scope === 'watch') return 'not gated: watch mode'
  if (scope === 'shard') return 'not gated: one shard of several; --merge-reports gates'
  if (mode !== 'score' || gates.length > 0) return undefined
  if (hasBaseline)
    return 'not gated: mode `score`, and a baseline exists; remove the option `mode` to compare with it'
  return projects.length > 1
    ? `${NOTHING_GATED}: the projects ${projects.join(', ')} have no baseline. Write one for each of them by \`npx tracewright baseline update --project NAME\` and commit it`
    : `${NOTHING_GATED}: this project has no baseline. Write one with \`npx tracewright baseline update\` and commit it`
}
