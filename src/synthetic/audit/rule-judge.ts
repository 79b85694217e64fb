import { isObject, type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import { openSentences, type ToolSpec } from '../tool-spec/tool-spec.ts'
import {
  cannotTell,
  check,
  type Expectation,
  type Judged,
  type JudgedCheck,
  type Judgment,
  type Observed,
} from './judgment.ts'
import { outputProblems } from './known-calls.ts'

export interface JudgedCase {
  readonly tool: ToolSpec
  readonly args: JsonObject
  readonly response: Observed
  /** What has to come back. */
  readonly expected: Expectation
  /** The state before the call, where it is known. */
  readonly before?: JsonObject
}

const judged = (judgment: Judgment, reasoning: string, checks: JudgedCheck[]): Judged => ({
  judgment,
  confidence: 1,
  reasoning,
  checks,
  decided: true,
})

const shown = (value: Json | undefined): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** What a refusal has to be: a message, the parameter that is to blame, where one is blamed, and no output. */
function refusalChecks(
  { message, parameter, output }: Observed,
  { parameters: due }: Expectation,
): JudgedCheck[] {
  const isSaid = message !== null && message.trim() !== ''
  const isRight = due.length === 0 || parameter == null || due.includes(parameter)
  return [
    check('message', isSaid, isSaid ? 'says what is wrong' : 'a refusal without a message'),
    check('parameter', isRight, `names ${parameter ?? 'none'}${isRight ? '' : `, not ${due.join(' or ')}`}`),
    check('no_output', output == null, output == null ? 'no output' : 'a refusal with an output'),
  ]
}

/** What a result has to be: no message, the outputs of the specification in their types, the known output. */
function resultChecks(
  { message, output }: Observed,
  { output: known }: Expectation,
  tool: ToolSpec,
): JudgedCheck[] {
  const said = message === null ? 'no message' : `a result with an error message: ${message}`
  const checks = [check('message', message === null, said)]
  if (output === undefined) return checks
  const [problem] = isObject(output) ? outputProblems(output, tool) : ['the output is not an object']
  checks.push(check('output', problem === undefined, problem ?? 'exactly the outputs, each of its type'))
  if (known === undefined || !isObject(output)) return checks
  const odd = Object.keys(known).find((name) => stableJson(output[name] ?? null) !== stableJson(known[name]))
  const detail =
    odd === undefined ? 'as known' : `${odd} is ${shown(output[odd])}, expected ${shown(known[odd])}`
  return [...checks, check('known', odd === undefined, detail)]
}

export function judgeByRules({ tool, response, expected }: JudgedCase): Judged {
  const { status: said, code, message, output } = response
  const status = check('status', said === expected.status, `status ${said}, expected ${expected.status}`)
  if (!status.ok) {
    const isRefused = said === 'FAIL'
    // Where the output is open, a failure that no rule covers may have been meant.
    if (isRefused && expected.output === undefined && openSentences(tool).length > 0)
      return cannotTell(`refused for a reason that no rule checks: ${message}`, [status], 0.5)
    const judgment = isRefused ? 'should_success_got_error' : 'should_error_got_success'
    return judged(judgment, status.detail, [status])
  }
  const checks = [
    status,
    check('code', code === expected.code, `status code ${code}, expected ${expected.code}`),
    ...(said === 'FAIL' ? refusalChecks(response, expected) : resultChecks(response, expected, tool)),
  ]
  const failed = checks.find(({ ok }) => !ok)
  if (failed !== undefined) return judged('inappropriate_response', failed.detail, checks)
  if (said === 'FAIL') return judged('correct', `rightly refused: ${message}`, checks)
  if (output === undefined) return cannotTell('the output was not recorded', checks)
  if (expected.output !== undefined) return judged('correct', 'the known output', checks)
  return cannotTell('right in form; the values were not checked', checks)
}
