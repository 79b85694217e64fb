import type { Json, JsonObject } from '../../shared/json.ts'
import { parametersOf, type Rule } from '../tool-spec/rule.ts'
import type { SpecParameter, ToolSpec } from '../tool-spec/tool-spec.ts'
import type { CallView, Complaint } from './checks/call-check.ts'
import { checkEqualLength } from './checks/equal-length.ts'
import { checkExists } from './checks/exists.ts'
import { checkFormat } from './checks/format.ts'
import { checkItemCount } from './checks/item-count.ts'
import { checkLayout } from './checks/layout.ts'
import { checkLength } from './checks/length.ts'
import { checkNonEmpty } from './checks/non-empty.ts'
import { checkOneOf } from './checks/one-of.ts'
import { checkOrdering } from './checks/ordering.ts'
import { checkPattern } from './checks/pattern.ts'
import { checkAnyOf, checkExclusive, checkRequiredIf } from './checks/presence.ts'
import { checkRange } from './checks/range.ts'
import { checkRecordField } from './checks/record-field.ts'
import { checkTransition } from './checks/transition.ts'
import { given, isDefault, isEmpty } from './given.ts'
import type { Failure } from './validation.ts'

/** Rules of one value, then of several arguments, then of the state. */
const STAGES: readonly (readonly Rule['kind'][])[] = [
  ['item_count', 'non_empty', 'one_of', 'format', 'layout', 'pattern', 'length', 'range'],
  ['required_if', 'any_of', 'exclusive', 'equal_length', 'ordering'],
  ['exists', 'transition', 'record_field'],
]

/** An optional text that is left blank is as good as left out; only a rule about emptiness can mind it. */
const isLeftBlank = (value: Json, { required }: SpecParameter): boolean => !required && isEmpty(value)

/** What was expected of the value of one parameter; rules about several parameters have no say here. */
function expectedOf(rule: Rule, value: Json, parameter: SpecParameter): string | undefined {
  if (rule.kind === 'non_empty') return checkNonEmpty(value, rule)
  if (rule.kind === 'item_count') return checkItemCount(value, rule)
  if (isLeftBlank(value, parameter)) return undefined
  switch (rule.kind) {
    case 'one_of':
      return checkOneOf(value, rule)
    case 'range':
      return checkRange(value, rule)
    case 'length':
      return checkLength(value, rule)
    case 'format':
      return checkFormat(value, rule)
    case 'layout':
      return checkLayout(value, rule)
    case 'pattern':
      return checkPattern(value, rule)
    default:
      return undefined
  }
}

function complaintOf(rule: Rule, call: CallView, { parameters }: ToolSpec): Complaint | undefined {
  switch (rule.kind) {
    case 'required_if':
      return checkRequiredIf(call, rule)
    case 'any_of':
      return checkAnyOf(call, rule)
    case 'exclusive':
      return checkExclusive(call, rule)
    case 'equal_length':
      return checkEqualLength(call, rule)
    case 'ordering':
      return checkOrdering(call, rule)
    case 'exists':
      return checkExists(call, rule)
    case 'transition':
      return checkTransition(call, rule)
    case 'record_field':
      return checkRecordField(call, rule)
    default: {
      const parameter = parameters.find(({ name }) => name === rule.parameter)
      const value = parameter && call.args[parameter.name]
      if (parameter === undefined || value === undefined) return undefined
      const expected = expectedOf(rule, value, parameter)
      return expected === undefined ? undefined : { parameter: rule.parameter, expected }
    }
  }
}

/** The arguments that are given and say more than a default does. */
function viewOf(args: JsonObject, state: JsonObject | undefined, { parameters }: ToolSpec): CallView {
  const said = parameters.flatMap((parameter) => {
    const value = given(args, parameter)
    return value === undefined || isDefault(value, parameter) ? [] : [[parameter.name, value] as const]
  })
  const present: JsonObject = Object.fromEntries(said)
  const defaults = new Map(parameters.map((parameter) => [parameter.name, parameter.default]))
  return { args: present, state, valueOf: (name) => present[name] ?? defaults.get(name) }
}

/** Finds the first rule that a call of the right names and types breaks, parameter by parameter within a stage. */
export function checkRules(
  args: JsonObject,
  state: JsonObject | undefined,
  tool: ToolSpec,
): Failure | undefined {
  const call = viewOf(args, state, tool)
  const place = new Map(tool.parameters.map(({ name }, i) => [name, i]))
  const placeOf = (rule: Rule): number => Math.min(...parametersOf(rule).map((name) => place.get(name) ?? 0))
  for (const stage of STAGES) {
    const rules = tool.rules
      .filter(({ kind }) => stage.includes(kind))
      .sort((a, b) => placeOf(a) - placeOf(b) || stage.indexOf(a.kind) - stage.indexOf(b.kind))
    for (const rule of rules) {
      const complaint = complaintOf(rule, call, tool)
      if (complaint === undefined) continue
      return {
        rule: rule.kind,
        parameter: complaint.parameter,
        message: rule.message ?? `Invalid value for ${complaint.parameter}: ${complaint.expected}.`,
        ...(rule.kind === 'exists' ? { code: 404 as const } : {}),
      }
    }
  }
  return undefined
}
