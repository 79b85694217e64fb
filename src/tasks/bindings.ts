import {
  type Calc,
  type From,
  fillTemplate,
  listSources,
  type Pick,
  readBindingKey,
  type Template,
  type Text,
  type Transform,
} from '../schema/binding.ts'
import { isObject, type Json } from '../shared/json.ts'
import { readValueAt } from '../shared/pointer.ts'
import { mean, round, sum } from '../shared/python/number.ts'

/** Output of the call that fulfils a step, or undefined where none does. */
export type OutputOf = (stepId: string) => Json | undefined

const readAsNumber = (value: Json | undefined): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  return undefined
}

const readAsText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function applyNumeric(value: Json, change: (x: number) => number): Json | undefined {
  const number = readAsNumber(value)
  return number === undefined ? undefined : change(number)
}

/** The value after one declared transform, or undefined where it does not apply. */
function transform(value: Json, via: Transform): Json | undefined {
  if (via === 'json') return JSON.stringify(value)
  if (via === 'length')
    return typeof value === 'string' || Array.isArray(value) ? Array.from(value).length : undefined
  if (via === 'number') return readAsNumber(value)
  if (via === 'text') return readAsText(value)
  if (via === 'lower') return readAsText(value).toLowerCase()
  if (via === 'upper') return readAsText(value).toUpperCase()
  if (via === 'trim') return readAsText(value).trim()
  if ('round' in via) return applyNumeric(value, (x) => round(x, via.round))
  if ('scale' in via) return applyNumeric(value, (x) => x * via.scale)
  if ('add' in via) return applyNumeric(value, (x) => x + via.add)
  if ('cut' in via) return Array.from(readAsText(value)).slice(0, via.cut).join('')
  if ('join' in via) return Array.isArray(value) ? value.map(readAsText).join(via.join) : undefined
  return readAsText(value).split(via.split).at(via.take)
}

function resolveFrom({ $from, at: pointer, via = [] }: From, outputOf: OutputOf): Json | undefined {
  const output = outputOf($from)
  let value = output === undefined ? undefined : readValueAt(output, pointer)
  for (const step of via) {
    if (value === undefined) return undefined
    value = transform(value, step)
  }
  return value
}

const requireAllDefined = <T>(values: (T | undefined)[]): T[] | undefined =>
  values.every((value) => value !== undefined) ? (values as T[]) : undefined

function resolveCalc({ $calc, of, round: digits }: Calc, outputOf: OutputOf): Json | undefined {
  const values = requireAllDefined(of.map((item) => resolve(item, outputOf)))
  if (values === undefined) return undefined
  const flat = values.flat() as Json[]
  if ($calc === 'count') return flat.length
  const numbers = requireAllDefined(flat.map(readAsNumber))
  if (numbers === undefined || (numbers.length === 0 && $calc !== 'sum')) return undefined
  const result = {
    sum: () => sum(numbers),
    mean: () => mean(numbers),
    difference: () => numbers.slice(1).reduce((rest, x) => rest - x, numbers[0] as number),
    min: () => Math.min(...numbers),
    max: () => Math.max(...numbers),
  }[$calc]()
  return digits === undefined ? result : round(result, digits)
}

/** The values that a `$pick` accepts: the `give` of each `of` that wins; more than one on a tie. */
export function resolvePick({ $pick, of, give }: Pick, outputOf: OutputOf): Json[] | undefined {
  const scores = requireAllDefined(of.map((item) => readAsNumber(resolve(item, outputOf))))
  if (scores === undefined) return undefined
  const best = $pick === 'max' ? Math.max(...scores) : Math.min(...scores)
  return requireAllDefined(give.filter((_, i) => scores[i] === best).map((item) => resolve(item, outputOf)))
}

/** The text that a `$text` stands for when its parts are put together as written. */
function resolveText({ $text }: Text, outputOf: OutputOf): string | undefined {
  const parts = requireAllDefined($text.map((part) => resolve(part, outputOf)))
  return parts?.map(readAsText).join('')
}

/** The text of a template with the values in its gaps. */
function resolveTemplate(template: Template, outputOf: OutputOf): string | undefined {
  let isWhole = true
  const text = fillTemplate(template, ({ is }) => {
    const value = resolve(is, outputOf)
    isWhole &&= value !== undefined
    return readAsText(value ?? null)
  })
  return isWhole ? text : undefined
}

/** Significant digits that a binding lets its number be rounded to. */
export function readDigits(binding: Json): number | undefined {
  if (readBindingKey(binding) === '$pick') return readDigits((binding as Pick).give[0] as Json)
  return isObject(binding) && typeof binding.digits === 'number' ? binding.digits : undefined
}

/**
 * The value that a binding or plain value stands for, given the outputs of the steps. Undefined where a
 * producer has no output or a pointer leads nowhere. `$oneOf` and ties give their first value; `$any` null.
 */
export function resolve(value: Json, outputOf: OutputOf): Json | undefined {
  switch (readBindingKey(value)) {
    case '$from':
      return resolveFrom(value as From, outputOf)
    case '$calc':
      return resolveCalc(value as Calc, outputOf)
    case '$pick':
      return resolvePick(value as Pick, outputOf)?.[0]
    case '$text':
      return resolveText(value as Text, outputOf)
    case '$template':
      return resolveTemplate(value as Template, outputOf)
    case '$oneOf':
      return resolve((value as { $oneOf: Json[] }).$oneOf[0] as Json, outputOf)
    case '$unordered':
      return resolve((value as { $unordered: Json[] }).$unordered, outputOf)
    case '$literal':
      return (value as { $literal: Json }).$literal
    case '$any':
      return null
    case '$optional':
      return resolve((value as { $optional: Json }).$optional, outputOf)
    case undefined:
      break
  }
  if (Array.isArray(value)) return requireAllDefined(value.map((item) => resolve(item, outputOf)))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, resolve(item, outputOf)] as const)
  return entries.every(([, item]) => item !== undefined) ? (Object.fromEntries(entries) as Json) : undefined
}

/** What is wrong with a value that {@link resolve} finds nothing for, as the end of a sentence. */
export function explainUnresolved(value: Json, outputOf: OutputOf): string {
  const lost = listSources(value).find((source) => resolveFrom(source, outputOf) === undefined)
  if (lost === undefined) return 'a binding finds no value'
  return outputOf(lost.$from) === undefined
    ? `${lost.$from} has no output`
    : `the output of ${lost.$from} has no value for ${JSON.stringify(lost)}`
}

/** Every value that a binding accepts: more than one for `$oneOf` and for a tie in `$pick`. */
export function resolveAll(value: Json, outputOf: OutputOf): Json[] {
  const key = readBindingKey(value)
  if (key === '$pick') return resolvePick(value as Pick, outputOf) ?? []
  if (key === '$oneOf')
    return (value as { $oneOf: Json[] }).$oneOf.flatMap((option) => resolveAll(option, outputOf))
  const resolved = resolve(value, outputOf)
  return resolved === undefined ? [] : [resolved]
}
