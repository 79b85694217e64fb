import { isObject, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { openSentences, type ToolSpec } from '../tool-spec/tool-spec.ts'
import {
  buildCannotTell,
  check,
  type Expectation,
  type Judged,
  type JudgedCheck,
  type Judgment,
  type Observed,
} from './judgment.ts'
import { findOutputProblems } from './known-calls.ts'

export interface JudgedCase {
  readonly tool: ToolSpec
  readonly args: JsonObject
  readonly response: Observed
  /** What has to come back. */
  readonly expected: Expectation
  /** The state before the call, where it is known. */
  readonly before?: JsonObject
}

const buildJudged = (judgment: Judgment, reasoning: string, checks: JudgedCheck[]): Judged => ({
  judgment,
  confidence: 1,
  reasoning,
  checks,
  decided: true,
})

const formatValue = (value: Json | undefined): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** What a refusal has to be: a message, the parameter that is to blame, where one is blamed, and no output. */
function checkRefusal(
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
function checkResult(
  { message, output }: Observed,
  { output: known }: Expectation,
  tool: ToolSpec,
): JudgedCheck[] {
  const said = message === null ? 'no message' : `a result with an error message: ${message}`
  const checks = [check('message', message === null, said)]
  if (output === undefined) return checks
  const [problem] = isObject(output) ? findOutputProblems(output, tool) : ['the output is not an object']
  checks.push(check('output', problem === undefined, problem ?? 'exactly the outputs, each of its type'))
  if (known === undefined || !isObject(output)) return checks
  const odd = Object.keys(known).find(
    (name) => stringifyStably(output[name] ?? null) !== stringifyStably(known[name]),
  )
  const detail =
    odd === undefined
      ? 'as known'
      : `${odd} is ${formatValue(output[odd])}, expected ${formatValue(known[odd])}`
  return [...checks, check('known', odd === undefined, detail)]
}

export function judgeByRules({ tool, response, expected }: JudgedCase): Judged {
  const { status: said, code, message, output } = response
  const status = check('status', said === expected.status, `status ${said}, expected ${expected.status}`)
  if (!status.ok) {
    const isRefused = said === 'FAIL'
    // Where the output is open, a failure that no rule covers may have been meant.
    if (isRefused && expected.output === undefined && openSentences(tool).length > 0)
      return buildCannotTell(`refused for a reason that no rule checks: ${message}`, [status], 0.5)
    const judgment = isRefused ? 'should_success_got_error' : 'should_error_got_success'
    return buildJudged(judgment, status.detail, [status])
  }
  const checks = [
    status,
    check('code', code === expected.code, `status code ${code}, expected ${expected.code}`),
    ...(said === 'FAIL' ? checkRefusal(response, expected) : checkResult(response, expected, tool)),
  ]
  const failed = checks.find(({ ok }) => !ok)
  if (failed !== undefined) return buildJudged('inappropriate_response', failed.detail, checks)
  if (said === 'FAIL') return buildJudged('correct', `rightly refused: ${message}`, checks)
  if (output === undefined) return buildCannotTell('the output was not recorded', checks)
  if (expected.output !== undefined) return buildJudged('correct', 'the known output', checks)
  return buildCannotTell('right in form; the values were not checked', checks)
}
