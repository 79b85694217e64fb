import type { Json } from '../../../../shared/json.ts'
import type { RuleOf } from '../../../tool-spec/rule.ts'
import { admissible } from '../admissible.ts'
import { admissibleCall } from '../compose.ts'
import { later } from '../sample-format.ts'
import { type Break, tiedTo } from './broken.ts'

const defaultOf = (name: string, { tool }: Parameters<Break<RuleOf<'any_of'>>>[2]): Json | undefined =>
  tool.parameters.find((parameter) => parameter.name === name)?.default

export const breakEqualLength: Break<RuleOf<'equal_length'>> = ({ parameters }, args, ground) => {
  const given = parameters.filter((name) => Array.isArray(args[name]))
  const name = given.length < 2 ? undefined : ground.rng.pick(given)
  const value = name === undefined ? undefined : args[name]
  if (name === undefined || !Array.isArray(value) || value.length === 0) return undefined
  return { args: { ...args, [name]: [...value, value.at(-1) ?? null] }, blame: tiedTo(name, ground) }
}

export const breakRequiredIf: Break<RuleOf<'required_if'>> = ({ parameter, when }, args, ground) => {
  const condition = ground.tool.parameters.find(({ name }) => name === when.parameter)
  if (condition === undefined || defaultOf(parameter, ground) != null) return undefined
  const value = when.values?.[0] ?? admissible(condition, ground)
  const shown: Json = condition.type === 'array' && !Array.isArray(value) ? [value] : value
  // What else is required with that value is given, so that this one alone is missing.
  const { [parameter]: _, ...rest } = admissibleCall({ ...args, [when.parameter]: shown }, ground)
  return { args: rest, blame: [parameter, when.parameter] }
}

export const breakExclusive: Break<RuleOf<'exclusive'>> = ({ parameters }, args, ground) => {
  const added = ground.tool.parameters.flatMap((parameter) =>
    parameters.includes(parameter.name) && args[parameter.name] == null
      ? [[parameter.name, admissible(parameter, ground)] as const]
      : [],
  )
  return { args: { ...args, ...Object.fromEntries(added) }, blame: parameters }
}

export const breakAnyOf: Break<RuleOf<'any_of'>> = ({ parameters }, args, ground) => {
  const cannot = ground.tool.parameters.some(
    ({ name, required, default: standard }) => parameters.includes(name) && (required || standard != null),
  )
  if (cannot) return undefined
  const rest = Object.entries(args).filter(([name]) => !parameters.includes(name))
  return { args: Object.fromEntries(rest), blame: parameters }
}

/** A date of ISO 8601 or a time of day: texts that sort as they follow on each other where they are spelled alike. */
const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\d|^\d\d:\d\d/.test(text)

/** Swaps two values that are in order; where they are equal, or are no dates or numbers, puts others there. */
export const breakOrdering: Break<RuleOf<'ordering'>> = ({ lesser, greater, strict }, args) => {
  const [low, high] = [args[lesser], args[greater]]
  const blame = [lesser, greater]
  if (low === undefined || high === undefined) return undefined
  if (typeof low === 'number' && typeof high === 'number') {
    if (low < high) return { args: { ...args, [lesser]: high, [greater]: low }, blame }
    return strict || low > high ? { args, blame } : { args: { ...args, [lesser]: high + 1 }, blame }
  }
  if (typeof low !== 'string' || typeof high !== 'string') return undefined
  if (!isTime(low) || !isTime(high)) return undefined
  if (low < high) return { args: { ...args, [lesser]: high, [greater]: low }, blame }
  const next = later(high)
  return next === undefined ? undefined : { args: { ...args, [lesser]: next }, blame }
}
