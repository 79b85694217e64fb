import { append, pointerSegments } from '@hyperjump/json-pointer'
import type { ToolTable } from '../src/schema/tools.ts'
import { isObject, type Json } from '../src/shared/json.ts'
import type { LeafSchema } from '../src/tasks/equality.ts'
import { formatPointerName } from '../src/tasks/naming.ts'
import { throwMatcherError } from './matcher.ts'
import type { Subject } from './subject.ts'
import { checkTool, collectToolNames, suggestNearName } from './tool-names.ts'

/** One end of a flow: a place in what a tool gave, or in what it was given. */
export interface FlowEnd {
  /** Name of the tool. */
  tool: string
  /** Path with dots (`results.0.url`) or JSON Pointer (`/results/0/url`); `*` stands for any item of a list. */
  at: string
  /** Which successful call of the tool, from 1; left out, any of them. */
  call?: number
}

/** An end that was taken apart. */
export interface ParsedEnd {
  tool: string
  keys: string[]
  call: number | undefined
  /** The end as messages name it. */
  name: string
}

/** A value that was found at an end, and where. */
export interface FoundValue {
  pointer: string
  value: Json
}

function splitKeys(path: string): string[] {
  if (path === '') return []
  if (!path.startsWith('/')) return path.split('.')
  return [...pointerSegments(path)]
}

/** Splits `tool.path`; a tool that is known wins over the first separator, since names may hold one. */
function split(text: string, names: ReadonlySet<string>): { tool: string; at: string } {
  const [known] = [...names]
    .filter((name) => text === name || text.startsWith(`${name}.`) || text.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)
  const tool = known ?? text.split(/[./]/)[0] ?? ''
  const rest = text.slice(tool.length)
  return { tool, at: rest.startsWith('.') ? rest.slice(1) : rest }
}

/** Takes an end apart. Throws where it names no tool, or where the agent cannot have such a tool. */
export function parseEnd(end: unknown, subject: Subject): ParsedEnd {
  const example = "Write 'get_weather.temperature_celsius', or { tool, at }"
  if (typeof end !== 'string' && !isObject(end))
    return throwMatcherError('toFlow', `an end of the flow is missing. ${example}.`)
  const { tool, at, call } =
    typeof end === 'string'
      ? { ...split(end, collectToolNames(subject)), call: undefined }
      : (end as unknown as FlowEnd)
  if (typeof at !== 'string')
    return throwMatcherError('toFlow', `"at" is missing in ${JSON.stringify(end)}. ${example}.`)
  checkTool(tool, subject, 'toFlow')
  if (call !== undefined && !(Number.isInteger(call) && call >= 1)) {
    return throwMatcherError(
      'toFlow',
      `${JSON.stringify(call)} is not the number of a call of ${tool}. Give "call" an integer of at least 1.`,
    )
  }
  const keys = splitKeys(at)
  if (keys.includes('')) return throwMatcherError('toFlow', `the path "${at}" has an empty part. ${example}.`)
  const name = [tool, ...keys].join('.')
  return { tool, keys, call, name: call === undefined ? name : `${name} of call ${call}` }
}

/** Everything that a path leads to within a value: one value, or several where it holds `*`. */
export function findValuesAt(value: Json, keys: readonly string[], pointer = ''): FoundValue[] {
  const [key, ...rest] = keys
  if (key === undefined) return [{ pointer, value }]
  if (typeof value !== 'object' || value === null) return []
  if (key === '*' && Array.isArray(value)) {
    return value.flatMap((item, i) => findValuesAt(item, rest, append(String(i), pointer)))
  }
  if (!Object.hasOwn(value, key)) return []
  return findValuesAt((value as Record<string, Json>)[key] as Json, rest, append(key, pointer))
}

const OPEN = new Set(['object', 'array'])

/** Whether a schema has a place for a path, or says too little to tell. */
function hasPlace(schema: LeafSchema | undefined, keys: readonly string[]): boolean {
  const [key, ...rest] = keys
  if (key === undefined || schema === undefined) return true
  if (key === '*' || /^\d+$/.test(key)) {
    if (schema.items !== undefined) return hasPlace(schema.items, rest)
  }
  if (schema.properties === undefined) {
    return schema.type === undefined || [schema.type].flat().some((type) => OPEN.has(type))
  }
  return Object.hasOwn(schema.properties, key) && hasPlace(schema.properties[key], rest)
}

/**
 * Throws where a path is misspelt: it leads nowhere in any value that there is, and the tool's schema has no place
 * for it. A tool that was never called and has no schema cannot be checked.
 */
export function checkPath(
  end: ParsedEnd,
  values: readonly Json[],
  side: 'from' | 'to',
  tools: ToolTable,
): void {
  if (values.some((value) => findValuesAt(value, end.keys).length > 0)) return
  const known = tools.get(end.tool)
  const schema = known?.[side === 'from' ? 'outputSchema' : 'inputSchema'] as LeafSchema | undefined
  if (schema === undefined ? values.length === 0 : hasPlace(schema, end.keys)) return
  const [key = ''] = end.keys
  const names = [
    ...new Set([...values.filter(isObject).flatMap(Object.keys), ...Object.keys(schema?.properties ?? {})]),
  ]
  const verb = side === 'from' ? 'gives' : 'takes'
  throwMatcherError(
    'toFlow',
    `${end.tool} ${verb} no ${end.keys.join('.')}.${suggestNearName(key, names)} It ${verb} ${names.join(', ')}.`,
  )
}

/** Pointer of an argument or an output leaf as a path after its tool. */
export const placeName = (tool: string, pointer: string): string =>
  pointer === '' ? tool : `${tool}.${formatPointerName(pointer)}`
