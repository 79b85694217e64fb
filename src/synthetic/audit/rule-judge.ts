import { isObject, type JsonObject, stableJson } from '../../shared/json.ts'
import { formOnlyOutputs } from '../simulate/made-up/form-only.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { itemsCheck, keysCheck, listsCheck, typesCheck } from './checks/output-shape.ts'
import { echoCheck, knownCheck } from './checks/output-values.ts'
import { citesUncompiled, refusalChecks } from './checks/refusal.ts'
import { deducedCheck, effectCheck, type States, untouchedCheck } from './checks/state.ts'
import { cannotTell, check, type Judged, type JudgedCheck, type Judgment } from './judgment.ts'
import { isLateError, type Observed } from './observed.ts'
import type { Expectation } from './stress/stress-test.ts'

/** A response with what it takes to judge it. */
export interface JudgedCase {
  readonly tool: ToolSpec
  readonly args: JsonObject
  readonly response: Observed
  /** What has to come back. */
  readonly expected: Expectation
  /** The state before the call and after it, where it is known. */
  readonly states?: States
  /** Whether the records that the tool shows are drawn for a world; no by default. */
  readonly isDrawn?: boolean
}

/**
 * How sure a failed check is where it is a habit and no rule: of 48 published outputs named like an argument 43 repeat
 * it, of 298 listed in prose 297 are on the list.
 */
const CONFIDENCE: Readonly<Record<string, number>> = { echo: 0.9, lists: 0.99, late_error: 0.9 }

/** The check that stands for outputs of which only the form can be judged. */
export const FORM_ONLY = 'form_only'
/** Of 28 outputs that were right in form a reader accepted two. */
const FORM_CONFIDENCE = 0.1

/** The check that stands for outputs that something made up, and that nothing speaks against. */
export const PLAUSIBLE = 'plausible'
/** Of twelve such responses, of tools that were never seen before, a reader accepted five. */
const PLAUSIBLE_CONFIDENCE = 0.4

const judged = (
  judgment: Judgment,
  decisive: JudgedCheck,
  checks: readonly JudgedCheck[],
  decided = true,
): Judged => ({
  judgment,
  confidence: CONFIDENCE[decisive.name] ?? 1,
  reasoning: decisive.detail,
  checks: [...checks],
  decided,
})

/** A correct call that was refused. Where its output is open, a failure that no rule covers may have been meant. */
function refusedCorrect({ tool, response, expected }: JudgedCase, status: JudgedCheck): Judged {
  if (expected.output === undefined && citesUncompiled(response.message, tool))
    return cannotTell(`refused for a failure that no rule decides: ${response.message}`, [status], 0.5)
  return judged('should_success_got_error', status, [status])
}

function judgeRefusal({ tool, response, expected, states }: JudgedCase, status: JudgedCheck): Judged {
  const checks = [
    status,
    ...refusalChecks(response, expected, tool),
    ...(states === undefined ? [] : [untouchedCheck(states, 'a refused call')]),
  ]
  const failed = checks.find(({ ok }) => ok === false)
  if (failed !== undefined) return judged('inappropriate_response', failed, checks)
  return judged('correct', check('all', true, `refused as it has to be: ${response.message}`), checks)
}

/** The outputs that neither a state that was given nor an argument has. */
function unprovenOutputs(one: JudgedCase, output: JsonObject): string[] {
  const { tool, args, states, isDrawn = false } = one
  const shown = states === undefined || isDrawn ? [] : (tool.handler?.outputs ?? [])
  const proven = new Set(shown.map((rule) => rule.output))
  const isEcho = (name: string): boolean =>
    args[name] != null && stableJson(args[name]) === stableJson(output[name])
  return Object.keys(output).filter((name) => !proven.has(name) && !isEcho(name))
}

function judgeOutput(one: JudgedCase, status: JudgedCheck): Judged {
  const { tool, args, response, expected, states, isDrawn = false } = one
  const { code, message, output } = response
  const envelope = [
    status,
    check('code', code === expected.code, `status code ${code}, due is ${expected.code}`),
    check(
      'message',
      message === null,
      message === null ? 'no message' : `a message beside a result: ${message}`,
    ),
  ]
  if (output === undefined) {
    const failed = envelope.find(({ ok }) => ok === false)
    if (failed !== undefined) return judged('inappropriate_response', failed, envelope)
    return cannotTell('the output was not recorded', envelope)
  }
  const body = !isObject(output)
    ? [check('object', false, 'the output is no object')]
    : [
        keysCheck(output, tool),
        typesCheck(output, tool),
        itemsCheck(output),
        ...(expected.output === undefined
          ? [
              listsCheck(output, tool),
              echoCheck(output, args, tool),
              states && deducedCheck(output, args, tool, states),
            ]
          : [knownCheck(output, expected.output)]),
        states && effectCheck(args, tool, states),
      ].filter((one) => one !== undefined)
  const checks = [...envelope, ...body]
  const failed = checks.find(({ ok }) => ok === false)
  if (failed !== undefined) return judged('inappropriate_response', failed, checks)
  if (expected.output !== undefined)
    return judged('correct', check('all', true, 'the output that is known'), checks)
  const values = isObject(output) ? output : {}
  const open = (name: string, what: string, outputs: readonly string[], confidence: number): Judged => {
    const decisive = check(name, null, `${what}: ${outputs.join(', ')}`)
    return { ...judged('correct', decisive, [...checks, decisive], false), confidence }
  }
  const untold = formOnlyOutputs(args, values, tool, isDrawn)
  if (untold.length > 0) return open(FORM_ONLY, 'form only', untold, FORM_CONFIDENCE)
  const unproven = unprovenOutputs(one, values)
  if (unproven.length > 0) return open(PLAUSIBLE, 'made up, and plausible', unproven, PLAUSIBLE_CONFIDENCE)
  return judged('correct', check('all', true, 'as call and state have it'), checks)
}

/**
 * Judges a response by rules alone: the status against what has to come back, the code, the message, the parameter
 * that is blamed, names, types and lists of the outputs, known results and the state. An error that shows only in the
 * second stage counts as a refusal, and reporting only the first of several errors is right.
 */
export function judgeByRules(one: JudgedCase): Judged {
  const { response, expected } = one
  const late = isLateError(response)
  const said = late ? 'FAIL' : response.status
  const status = check('status', said === expected.status, `status ${said}, due is ${expected.status}`)
  if (expected.status === 'PASS')
    return said === 'FAIL' ? refusedCorrect(one, status) : judgeOutput(one, status)
  if (said === 'PASS') return judged('should_error_got_success', status, [status])
  if (!late) return judgeRefusal(one, status)
  const untouched = one.states === undefined ? [] : [untouchedCheck(one.states, 'a refused call')]
  const failed = untouched.find(({ ok }) => ok === false)
  const checks = [status, ...untouched]
  if (failed !== undefined) return judged('inappropriate_response', failed, checks)
  return judged('correct', check('late_error', true, 'refused in the second stage'), checks)
}
