import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { listStoredRecords } from '../../../tools/imported/store/given-state.ts'
import { readField } from '../../../tools/imported/store/records.ts'
import { listParameters, type Rule } from '../../tool-spec/rule.ts'
import type { SpecParameter, SpecShape } from '../../tool-spec/tool-spec.ts'
import { findCollection } from '../../validate/checks/call-checks.ts'
import { isEmpty } from '../../validate/given.ts'
import { findSchemaFailure, listBrokenRules } from '../../validate/validate.ts'
import { type CallFacts, composeCall, drawValues, FORMAT_SAMPLES } from './compose.ts'

/** A call with one thing wrong: the parameters that may be blamed, and the status code that is due. */
interface Broken {
  readonly args: JsonObject
  readonly blame: readonly string[]
  readonly code: number
}

/** The value with another one inside: each item of an array, or that property of each object. */
function replaceInside(value: Json, property: string | undefined, next: Json): Json {
  if (Array.isArray(value)) return value.map((item) => replaceInside(item, property, next))
  return property === undefined || !isObject(value) ? next : { ...value, [property]: next }
}

/** A key like those that are there, which is not there: other digits, or a text of its own where there are none. */
function createAbsentKey(keys: readonly string[]): string {
  const [like = 'X0'] = keys
  for (let i = 0; ; i++) {
    const digits = String(987_654_321 - i * 37)
    let at = 0
    const other = like.replace(/\d/g, () => digits[at++ % digits.length] ?? '9')
    const key = /\d/.test(like) ? other : `${like}-absent-${i}`
    if (!keys.includes(key)) return key
  }
}

/** Texts and arrays are not made longer than this. */
const MAX_LENGTH = 20_000

const resizeItems = (items: readonly Json[], length: number): Json[] =>
  Array.from({ length: Math.min(length, MAX_LENGTH) }, (_, i) => items[i % items.length] ?? null)

/** Values that a rule of one value may have something against. */
function listBadValues(rule: Rule, { state }: CallFacts): Json[] {
  switch (rule.kind) {
    case 'one_of':
      return ['none of these', Math.max(...rule.values.map(Number)) + 1]
    case 'range': {
      const bounds = [rule.minimum, rule.maximum].filter((bound) => bound !== undefined)
      return bounds.flatMap((bound) => [bound, bound - 1, bound + 1, bound - 2, bound + 2])
    }
    case 'length': {
      const writeText = (count: number): string =>
        (rule.unit === 'words' ? Array(count).fill('word').join(' ') : 'x'.repeat(count)).slice(0, MAX_LENGTH)
      return [writeText((rule.minimum ?? 1) - 1), writeText((rule.maximum ?? MAX_LENGTH) + 1)]
    }
    case 'format':
      return [FORMAT_SAMPLES[rule.format].bad]
    case 'exists': {
      const records = findCollection(state, rule.parameter, rule.collection, rule.key)
      const key = createAbsentKey([...(records?.keys() ?? [])])
      return [key, Number(key)]
    }
    case 'record_field':
      return [...(findCollection(state, rule.parameter, rule.collection, rule.key)?.keys() ?? [])]
    default:
      return ['  ', 'none of these']
  }
}

/** Calls that may break a rule: an argument left out, added or replaced, arrays longer or shorter, two values swapped. */
function listCandidates(rule: Rule, args: JsonObject, facts: CallFacts): JsonObject[] {
  const names = listParameters(rule)
  const property = 'property' in rule ? rule.property : undefined
  const changed = names.flatMap((name): JsonObject[] => {
    const { [name]: value, ...rest } = args
    if (value === undefined) return []
    const resizes =
      Array.isArray(value) && value.length > 0
        ? [0, 1, value.length - 1, value.length + 1, 'maximum' in rule ? (rule.maximum ?? 0) + 1 : 0]
        : []
    return [
      ...listBadValues(rule, facts).map((bad) => ({ ...args, [name]: replaceInside(value, property, bad) })),
      ...resizes.map((length) => ({ ...args, [name]: resizeItems(value as Json[], length) })),
      rest,
    ]
  })
  if (rule.kind === 'any_of')
    changed.push(Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name))))
  if (rule.kind === 'exclusive') changed.push({ ...drawValues(names, facts), ...args })
  if (rule.kind === 'ordering')
    changed.push({
      ...args,
      [rule.lesser]: args[rule.greater] ?? null,
      [rule.greater]: args[rule.lesser] ?? null,
    })
  if (rule.kind === 'required_if') {
    const [value = drawValues([rule.when.parameter], facts)[rule.when.parameter] ?? null] =
      rule.when.values ?? []
    const isList = Array.isArray(args[rule.when.parameter])
    const { [rule.parameter]: _, ...rest } = args
    changed.push({ ...rest, [rule.when.parameter]: isList ? [value] : value })
  }
  return changed
}

/** Breaks a rule in a correct call that gives its parameters; undefined where that cannot be done for sure. */
export function breakRule(rule: Rule, given: JsonObject, facts: CallFacts): Broken | undefined {
  const { tool, state, rng } = facts
  const names = rule.kind === 'exclusive' || rule.kind === 'any_of' ? [] : listParameters(rule)
  const args = names.every((name) => given[name] != null) ? given : composeCall(facts, given, names)
  if (args === undefined) return undefined
  const all = rng.shuffle(listCandidates(rule, args, facts)).flatMap((candidate) => {
    if (findSchemaFailure(candidate, tool) !== undefined) return []
    const broken = listBrokenRules(candidate, state, tool).map((one) => one.rule)
    const [code, ...others] = new Set(broken.map(({ kind }) => (kind === 'exists' ? 404 : 400)))
    if (!broken.includes(rule) || code === undefined || others.length > 0) return []
    const blame = broken.flatMap((one) => [
      ...listParameters(one),
      ...(one.kind === 'required_if' ? [one.when.parameter] : []),
    ])
    return [{ args: candidate, blame: [...new Set(blame)], code, broken: broken.length }]
  })
  // The call that breaks the fewest rules beside this one.
  return all.toSorted((a, b) => a.broken - b.broken)[0]
}

/** The call for the key of a record that is not there, of a tool that needs one; undefined where a rule refuses the key. */
export function breakRecord(args: JsonObject, { tool, state }: CallFacts): Broken | undefined {
  const [match] = tool.handler?.one === true ? tool.handler.match : []
  if (match === undefined || typeof args[match.parameter] !== 'string') return undefined
  const keys = listStoredRecords(state, tool.handler?.collection ?? '').map((entry) =>
    String(readField(entry, match.field)),
  )
  const broken = { ...args, [match.parameter]: createAbsentKey(keys) }
  const isRefusedFirst = listBrokenRules(broken, state, tool).some(({ rule }) => rule.kind !== 'exists')
  return keys.length === 0 || isRefusedFirst
    ? undefined
    : { args: broken, blame: [match.parameter], code: 404 }
}

interface SchemaFault extends Broken {
  readonly fault: 'missing_parameter' | 'unknown_parameter' | 'type' | 'item_type'
}

/** A value of another type than the shape's, that no reader could take for one of it; undefined for any. */
const WRONG_VALUES: Readonly<Record<SpecShape['type'], Json | undefined>> = {
  string: 4711,
  number: 'a dozen',
  integer: 'a dozen',
  boolean: 'perhaps',
  array: 'not a list',
  object: 'not an object',
  any: undefined,
}

const STRANGER = 'unexpected_option'

/** A required argument left out, one that is not a parameter, one of the wrong type, an item of the wrong type. */
export function breakSchema(args: JsonObject, { tool, rng }: CallFacts): SchemaFault[] {
  const given = rng.shuffle(tool.parameters.filter(({ name }) => args[name] != null))
  const breakOne = (
    fault: SchemaFault['fault'],
    change: (parameter: SpecParameter) => JsonObject | undefined,
  ): SchemaFault[] => {
    const all = given.flatMap((parameter): SchemaFault[] => {
      const changed = change(parameter)
      return changed === undefined ? [] : [{ fault, args: changed, blame: [parameter.name], code: 400 }]
    })
    return all.slice(0, 1)
  }
  return [
    ...breakOne('missing_parameter', ({ name, required }) => {
      const { [name]: _, ...rest } = args
      return required ? rest : undefined
    }),
    { fault: 'unknown_parameter', args: { ...args, [STRANGER]: 'x' }, blame: [STRANGER], code: 400 },
    ...breakOne('type', ({ name, type }) => {
      const wrong = WRONG_VALUES[type]
      return wrong === undefined ? undefined : { ...args, [name]: wrong }
    }),
    ...breakOne('item_type', ({ name, items }) => {
      const value = args[name]
      const wrong = items && WRONG_VALUES[items.type]
      if (!Array.isArray(value) || isEmpty(value) || wrong === undefined) return undefined
      return { ...args, [name]: [...value.slice(0, -1), wrong] }
    }),
  ]
}
