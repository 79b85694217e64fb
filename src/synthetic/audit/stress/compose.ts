import type { Json, JsonObject } from '../../../shared/json.ts'
import type { RuleOf } from '../../tool-spec/rule.ts'
import type { SpecParameter } from '../../tool-spec/tool-spec.ts'
import { admissible, type CallGround, recordCounts } from './admissible.ts'
import { presentValue } from './breaks/state.ts'
import { later } from './sample-format.ts'

const find = ({ tool }: CallGround, name: string): SpecParameter | undefined =>
  tool.parameters.find((parameter) => parameter.name === name)

/** Gives the arrays of an equal-length rule as many items as the largest of their minima. */
function equalise(args: JsonObject, { parameters }: RuleOf<'equal_length'>, ground: CallGround): void {
  const arrays = parameters.flatMap((name) => {
    const parameter = find(ground, name)
    return parameter !== undefined && Array.isArray(args[name]) ? [parameter] : []
  })
  const limits = arrays.map((parameter) => recordCounts(parameter, ground.tool))
  const count = Math.max(2, ...limits.map(({ low }) => low))
  const most = Math.min(...limits.map(({ high }) => high))
  for (const parameter of arrays) args[parameter.name] = admissible(parameter, ground, Math.min(count, most))
}

const isNumber = (value: Json | undefined): value is number => typeof value === 'number'

/** Puts two values in order: numbers by size, texts as two dates or times of day. */
function order(args: JsonObject, { lesser, greater }: RuleOf<'ordering'>, ground: CallGround): void {
  const [low, high] = [args[lesser], args[greater]]
  if (low === undefined || high === undefined) return
  if (isNumber(low) && isNumber(high)) {
    if (low > high) Object.assign(args, { [lesser]: high, [greater]: low })
    if (low !== high) return
    const top = Math.max(
      ...ground.tool.rules.flatMap((rule) => bound(rule, greater)),
      Number.NEGATIVE_INFINITY,
    )
    if (top === Number.NEGATIVE_INFINITY || high + 1 <= top) args[greater] = high + 1
    else args[lesser] = low - 1
    return
  }
  if (typeof low !== 'string' || typeof high !== 'string') return
  const next = later(low)
  if (next !== undefined) args[greater] = next
}

const bound = (rule: CallGround['tool']['rules'][number], name: string): number[] =>
  rule.kind === 'range' && rule.parameter === name && rule.maximum !== undefined ? [rule.maximum] : []

const isTrue = (
  value: Json | undefined,
  values: readonly (string | number | boolean)[] | undefined,
): boolean =>
  value !== undefined &&
  value !== null &&
  (values === undefined ||
    [value]
      .flat()
      .some((one) => values.some((other) => String(other).toLowerCase() === String(one).toLowerCase())))

/** Settles what hangs together: gives what is then required, leaves out what excludes another, equal counts, order. */
export function admissibleCall(args: JsonObject, ground: CallGround): JsonObject {
  const settled = { ...args }
  const add = (name: string): void => {
    const parameter = find(ground, name)
    if (parameter !== undefined && settled[name] == null) settled[name] = admissible(parameter, ground)
  }
  for (const rule of ground.tool.rules) {
    if (rule.kind === 'required_if') {
      const value = settled[rule.when.parameter] ?? find(ground, rule.when.parameter)?.default
      if (isTrue(value, rule.when.values)) add(rule.parameter)
    }
    if (rule.kind === 'any_of' && !rule.parameters.some((name) => settled[name] != null))
      add(rule.parameters[0] ?? '')
    if (rule.kind === 'exclusive') {
      const [, ...rest] = rule.parameters.filter((name) => settled[name] != null)
      for (const name of rest) delete settled[name]
    }
  }
  for (const rule of ground.tool.rules) {
    if (rule.kind === 'equal_length') equalise(settled, rule, ground)
    if (rule.kind === 'ordering') order(settled, rule, ground)
    const now = rule.kind === 'transition' ? presentValue(rule, settled, ground.state) : undefined
    if (rule.kind === 'transition' && now !== undefined)
      settled[rule.parameter] = rule.allowed[now]?.[0] ?? now
  }
  return settled
}

/** A call that the specification admits, made without a model: the required parameters, and `also` those named. */
export function composeCall(ground: CallGround, also: readonly string[] = []): JsonObject {
  const given = ground.tool.parameters.filter(({ name, required }) => required || also.includes(name))
  return admissibleCall(
    Object.fromEntries(given.map((parameter) => [parameter.name, admissible(parameter, ground)])),
    ground,
  )
}
