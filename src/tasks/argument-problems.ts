import { readBindingKey } from '../schema/binding.ts'
import type { Step } from '../schema/task.ts'
import type { Tool } from '../schema/tool.ts'
import { didYouMean } from '../shared/did-you-mean.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/**
 * A value without its bindings, to be held against a schema: `$literal` and lists without an order as what they
 * stand for; undefined where a part is known only when the agent runs.
 */
function keepKnownPart(value: Json): Json | undefined {
  const key = readBindingKey(value)
  if (key === '$literal') return (value as { $literal: Json }).$literal
  if (key === '$unordered') return keepKnownPart((value as { $unordered: Json[] }).$unordered)
  if (key !== undefined) return undefined
  if (Array.isArray(value)) {
    const items = value.map(keepKnownPart)
    return items.every((item) => item !== undefined) ? items : undefined
  }
  if (!isObject(value)) return value
  const known: JsonObject = {}
  for (const [name, item] of Object.entries(value)) {
    const part = keepKnownPart(item)
    if (part === undefined) return undefined
    known[name] = part
  }
  return known
}

const IS_TYPE: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  array: Array.isArray,
  object: isObject,
}

/** Why a value does not fit a schema by types, listed values and limits of numbers; undefined where it does. */
function findMisfit(value: Json, schema: Json | undefined, at = ''): string | undefined {
  if (!isObject(schema)) return undefined
  const { type, enum: options, minimum = -Infinity, maximum = Infinity, items, properties } = schema
  const place = at === '' ? '' : `at ${at}: `
  const given = `got ${JSON.stringify(value)}`
  if (typeof type === 'string' && IS_TYPE[type]?.(value) === false)
    return `${place}expected ${type}, ${given}`
  if (Array.isArray(options) && !options.includes(value)) {
    const names = options.map(String)
    return `${place}expected one of ${names.join('|')}, ${given}${didYouMean(String(value), names)}`
  }
  if (typeof value === 'number' && (value < Number(minimum) || value > Number(maximum)))
    return `${place}expected ${minimum} to ${maximum}, ${given}`
  const parts = Array.isArray(value)
    ? value.map((item, i) => findMisfit(item, items, `${at}/${i}`))
    : isObject(value) && isObject(properties)
      ? Object.entries(value).map(([name, item]) => findMisfit(item, properties[name], `${at}/${name}`))
      : []
  return parts.find((part) => part !== undefined)
}

/** Values that one expected argument allows, as far as they are known. */
function listKnownValues(value: Json): Json[] {
  const options = readBindingKey(value) === '$oneOf' ? (value as { $oneOf: Json[] }).$oneOf : [value]
  return options.map(keepKnownPart).filter((one) => one !== undefined)
}

/** What is wrong with an argument of a step. */
export interface ArgumentProblem {
  /** The argument whose value is wrong; undefined if its name is, or it is missing. */
  name?: string
  message: string
}

/**
 * What a step asks of its tool that the tool refuses: parameters that it does not have or that are missing, and
 * values of another type. Such a step can never be fulfilled. A tool that checks its arguments itself is not asked.
 */
export function findArgumentProblems(
  { tool_name: tool, arguments: args }: Pick<Step, 'tool_name' | 'arguments'>,
  // Without `...`, which would read the tool's zod schema and so load zod.
  { inputSchema: schema, checks }: Pick<Tool, 'inputSchema'> & { checks?: 'own' },
): ArgumentProblem[] {
  if (checks === 'own' || !isObject(schema) || !isObject(schema.properties)) return []
  const { properties } = schema
  const names = Object.keys(properties)
  const unknown =
    schema.additionalProperties === false
      ? Object.keys(args).filter((name) => !Object.hasOwn(properties, name))
      : []
  const problems: ArgumentProblem[] = unknown.map((name) => ({
    message: `${tool} has no parameter "${name}"${didYouMean(name, names) || `; its simulator takes ${names.join(', ') || 'none'}`}`,
  }))
  for (const [name, value] of Object.entries(args)) {
    // `__proto__` is a name like any other.
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    for (const one of listKnownValues(value)) {
      // An empty optional argument is left out before a tool sees it.
      const wrong = one === null ? undefined : findMisfit(one, property)
      if (wrong !== undefined) problems.push({ name, message: wrong })
    }
  }
  // An unknown name may be a misspelt one of these.
  const required = Array.isArray(schema.required) && unknown.length === 0 ? schema.required : []
  for (const name of required) {
    if (typeof name === 'string' && !Object.hasOwn(args, name))
      problems.push({ message: `${tool} needs "${name}"` })
  }
  return problems
}
