import { type JsonObject, stableJson } from '../../shared/json.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { validateCall } from '../validate/validate.ts'
import { cannotTell, type Judged } from './judgment.ts'
import { ajvProblems } from './known-calls.ts'
import type { Observed } from './observed.ts'
import { judgeByRules } from './rule-judge.ts'
import { type Expectation, PASSES, refused } from './stress/stress-test.ts'

/** A call and its response from a log: nothing is known of how the call was made. */
export interface LoggedCase {
  /** The compiled specification; absent where the log has none. */
  readonly tool?: ToolSpec | undefined
  readonly args: JsonObject
  /** Absent where the response is lost. */
  readonly response?: Observed | undefined
  /** The call whose output is known. */
  readonly known?: { readonly args: JsonObject; readonly output: JsonObject } | undefined
  readonly state?: JsonObject
}

/**
 * What is due for a call, by JSON Schema and then by the validation; so a judgment with it shares the rules with a
 * simulator that validates the same way, which one of a stress test does not.
 */
function expectationOf({ args, known, state }: LoggedCase, tool: ToolSpec): Expectation {
  const verdict = validateCall({ tool: tool.id, args, ...(state === undefined ? {} : { state }) }, [tool])
  const blamed = verdict.parameter === null ? [] : [verdict.parameter]
  if (ajvProblems(args, tool).length > 0) return refused(blamed)
  if (verdict.status === 'FAIL') return refused(blamed, verdict.code)
  const isKnown = known !== undefined && stableJson(known.args) === stableJson(args)
  return isKnown ? { ...PASSES, output: known.output } : PASSES
}

/** Judges a logged response by rules; `unknown` where the specification or the response is not there. */
export function judgeLogged(one: LoggedCase): Judged {
  const { tool, args, response } = one
  if (response === undefined) return cannotTell('the response is lost')
  if (tool === undefined)
    return cannotTell('without the specification of the tool nothing tells what was due')
  return judgeByRules({ tool, args, response, expected: expectationOf(one, tool) })
}
