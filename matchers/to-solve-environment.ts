import type { EnvironmentFinding } from '../src/schema/environment-result.ts'
import {
  type EnvironmentResult,
  environmentResultSchema,
  INFEASIBLE,
} from '../src/schema/environment-result.ts'
import { isObject } from '../src/shared/json.ts'
import {
  formatHint,
  joinMessageLines,
  type MatcherContext,
  type MatcherResult,
  throwMatcherError,
} from './matcher.ts'

/** When an environment has to be solved. */
export interface SolveEnvironmentOptions {
  /** Number of the attempt by which it has to be solved; default 1, the headline. */
  by?: number
}

type Findings = (attempt: number) => EnvironmentFinding[]

/** Takes a run of the `environment` fixture, or its result alone. Throws for anything else: it must not pass. */
function parseResult(received: unknown): { result: EnvironmentResult; findings: Findings } {
  const run = isObject(received) && 'result' in received ? received : undefined
  const parsed = environmentResultSchema().safeParse(run === undefined ? received : run.result)
  if (!parsed.success)
    throwMatcherError(
      'toSolveEnvironment',
      'the value is not a run of an environment. Give it what the `environment` fixture returned.',
    )
  const findings: unknown = run?.findings
  return { result: parsed.data, findings: typeof findings === 'function' ? (findings as Findings) : () => [] }
}

const MAX_LENGTH = 110

function renderAttempts({ attempts }: EnvironmentResult, findings: Findings): string[] {
  return attempts.flatMap(({ calls, correct, committed }, i) => {
    const lines = calls.map(({ tool, args, status }) => {
      const text = `    ${tool} ${JSON.stringify(args)}`
      return `${text.slice(0, MAX_LENGTH)}${status < 400 ? '' : `  -> ${status}`}`
    })
    const wrong = correct ? [] : findings(i + 1).map(({ kind, text }) => `    ${kind}: ${text}`)
    const head = `  attempt ${i + 1}: ${correct ? 'correct' : 'wrong'}, ${calls.length} calls, ${committed} effects`
    return [head, ...lines, ...(wrong.length === 0 ? [] : ['  what is wrong with it:', ...wrong])]
  })
}

function describeReason({ valid, solved_at, attempts, message }: EnvironmentResult, by: number): string {
  if (solved_at !== null) return `it was solved at attempt ${solved_at}, expected by attempt ${by}`
  if (valid) return attempts.length === 0 ? 'no attempt was submitted' : 'no attempt was correct'
  return attempts.some(({ committed }) => committed > 0)
    ? 'it cannot be done, and an attempt changed the world'
    : `it cannot be done, and the last message ${message === null ? 'is missing' : `has no ${INFEASIBLE}`}`
}

/** `expect(run).toSolveEnvironment`, which `TracewrightMatchers` documents. */
export function toSolveEnvironment(
  this: MatcherContext,
  received: unknown,
  { by = 1 }: SolveEnvironmentOptions = {},
): MatcherResult {
  const { result, findings } = parseResult(received)
  const { task_id, solved_at, failure, message } = result
  const pass = solved_at !== null && solved_at <= by
  return {
    pass,
    message: () =>
      joinMessageLines([
        formatHint(this, 'toSolveEnvironment'),
        '',
        pass
          ? `Expected ${task_id} not to be solved, but it was, at attempt ${solved_at}.`
          : `${task_id} was not solved: ${describeReason(result, by)}.`,
        '',
        ...(pass ? [] : renderAttempts(result, findings)),
        `  turns: ${result.turns}${failure === undefined ? '' : `; the agent failed: ${failure}`}`,
        `  last message: ${message === null ? 'none' : JSON.stringify(message).slice(0, MAX_LENGTH)}`,
      ]),
  }
}
