import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { Handler } from '../tool-spec/handler.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'

/** A record, the very object of the state, and its key where the collection is an object. */
export interface RecordEntry {
  readonly key?: string
  readonly record: JsonObject
}

function collectionOf(state: JsonObject, name: string): Json | undefined {
  const within = [state, ...Object.values(state).filter(isObject)].map((part) => part[name])
  return within.find((value) => typeof value === 'object' && value !== null)
}

/** The records of a collection of the state, or of one of its parts. */
export function recordEntries(state: JsonObject, collection: string): RecordEntry[] {
  const value = collectionOf(state, collection)
  if (Array.isArray(value)) return value.flatMap((record) => (isObject(record) ? [{ record }] : []))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, record]) => (isObject(record) ? [{ key, record }] : []))
}

/** A field of a record; its key where it has no such field. */
export const recordFieldOf = ({ key, record }: RecordEntry, field: string): Json | undefined =>
  record[field] ?? key

const NO_CHOICE = /^(?:none|any|all|)$/i

const isNothing = (value: Json | undefined): boolean =>
  value == null ||
  (typeof value === 'string' && NO_CHOICE.test(value.trim())) ||
  (Array.isArray(value) && value.length === 0)

/** What a call asks for by a parameter: what is given, or its default, unless that stands for no choice. */
export function askedFor(args: JsonObject, name: string, { parameters }: ToolSpec): Json | undefined {
  const value = args[name]
  if (value != null && !(typeof value === 'string' && value.trim() === '')) return value
  const standard = parameters.find((parameter) => parameter.name === name)?.default
  return isNothing(standard) ? undefined : standard
}

const fits = (own: Json | undefined, asked: Json): boolean =>
  [own ?? []].flat().some((one) => [asked].flat().some((other) => String(one) === String(other)))

/** Whether a record is one of those that a call is about. */
export const isAbout =
  ({ match }: Handler, args: JsonObject, tool: ToolSpec) =>
  (entry: RecordEntry): boolean =>
    match.every(({ parameter, field }) => {
      const asked = askedFor(args, parameter, tool)
      return asked === undefined || fits(recordFieldOf(entry, field), asked)
    })
