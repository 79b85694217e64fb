import type { Json, JsonObject } from '../../../../shared/json.ts'
import type { RuleOf } from '../../../tool-spec/rule.ts'
import { rulesOn } from '../admissible.ts'
import { FORMAT_SAMPLES, layoutSamples } from '../sample-format.ts'
import { type Break, type Broken, replaceInside, withValue } from './broken.ts'

/** Arrays and texts are not made longer than this. */
const LONGEST = 20_000

const inside = (
  args: JsonObject,
  { parameter, property }: { parameter: string; property?: string | undefined },
  next: Json,
) => {
  const value = args[parameter]
  return value === undefined ? undefined : replaceInside(value, property, next)
}

export const breakOneOf: Break<RuleOf<'one_of'>> = (rule, args, ground) => {
  const { parameter, property, values, quantifier } = rule
  const isText = typeof values[0] === 'string'
  const other = isText ? 'none of these' : Math.max(...values.map(Number)) + 1
  const value = args[parameter]
  const next =
    quantifier === 'some' && Array.isArray(value)
      ? value.map(() => other)
      : inside(args, { parameter, property }, other)
  return withValue(args, parameter, next, ground)
}

/** A whole step outside, on the side that is closed; a bound that is itself outside is tried first. */
export const breakRange: Break<RuleOf<'range'>> = (rule, args, ground) => {
  const { parameter, property, minimum, maximum, exclusiveMinimum, exclusiveMaximum, allow } = rule
  const outside = [
    ...(minimum === undefined ? [] : [...(exclusiveMinimum ? [minimum] : []), minimum - 1, minimum - 2]),
    ...(maximum === undefined ? [] : [...(exclusiveMaximum ? [maximum] : []), maximum + 1, maximum + 2]),
  ].filter((number) => !allow.includes(number))
  const broken = ground.rng
    .shuffle(outside)
    .map((number) => withValue(args, parameter, inside(args, { parameter, property }, number), ground))
  return broken.find((one) => one !== undefined)
}

export const breakLength: Break<RuleOf<'length'>> = (rule, args, ground) => {
  const { parameter, property, unit, minimum = 0, maximum } = rule
  const of = (count: number): string =>
    unit === 'words' ? Array(count).fill('word').join(' ') : 'x'.repeat(count)
  const texts = [
    ...(minimum > 0 ? [of(minimum - 1)] : []),
    ...(maximum === undefined || maximum >= LONGEST ? [] : [of(maximum + 1)]),
  ]
  const broken = texts.map((text) =>
    withValue(args, parameter, inside(args, { parameter, property }, text), ground),
  )
  return broken.find((one) => one !== undefined)
}

export const breakNonEmpty: Break<RuleOf<'non_empty'>> = ({ parameter, property }, args) => {
  const next = inside(args, { parameter, property }, '  ')
  const broken: Broken | undefined =
    next === undefined ? undefined : { args: { ...args, [parameter]: next }, blame: [parameter] }
  return broken
}

export const breakFormat: Break<RuleOf<'format'>> = (rule, args, ground) =>
  withValue(args, rule.parameter, inside(args, rule, FORMAT_SAMPLES[rule.format].bad), ground)

export const breakLayout: Break<RuleOf<'layout'>> = (rule, args, ground) => {
  const { bad } = layoutSamples(rule.layout)
  return bad === undefined ? undefined : withValue(args, rule.parameter, inside(args, rule, bad), ground)
}

/** Too few items or too many; arrays that must be as long as another keep step, so that only the count is wrong. */
export const breakItemCount: Break<RuleOf<'item_count'>> = (rule, args, ground) => {
  const { parameter, minimum = 0, maximum } = rule
  const value = args[parameter]
  if (!Array.isArray(value) || value.length === 0) return undefined
  const counts = [
    ...(minimum > 0 ? [minimum - 1] : []),
    ...(maximum === undefined || maximum >= LONGEST ? [] : [maximum + 1]),
  ]
  const of = (items: readonly Json[], count: number): Json[] =>
    Array.from({ length: count }, (_, i) => items[i % items.length] ?? null)
  const partners = ground.tool.rules.flatMap((one) =>
    one.kind === 'equal_length' && one.parameters.includes(parameter) ? one.parameters : [],
  )
  const broken = ground.rng.shuffle(counts).map((count): Broken | undefined => {
    const changed = withValue(args, parameter, of(value, count), ground)
    if (changed === undefined) return undefined
    const others = partners.flatMap((name) => {
      const items = args[name]
      return name !== parameter && Array.isArray(items) && items.length > 0
        ? [[name, of(items, count)] as const]
        : []
    })
    // A partner may have bounds of its own, and be blamed by them.
    const bounded = others
      .map(([name]) => name)
      .filter((name) => rulesOn(ground.tool, 'item_count', name).length > 0)
    return { args: { ...changed.args, ...Object.fromEntries(others) }, blame: [parameter, ...bounded] }
  })
  return broken.find((one) => one !== undefined)
}
