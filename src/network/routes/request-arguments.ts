import type { Tool } from '../../schema/tool.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { parseJson, parseJsonOr } from '../../shared/parse-json.ts'
import { isSecretName } from '../../shared/redact/secret-name.ts'
import type { RoutedRequest } from './route.ts'

/** Headers that every client sends. They are not parameters of a tool, and hold no secrets. */
export const COMMON_HEADER =
  /^(?:accept|content|sec|if|access-control|x-forwarded)(?:-.*)?$|^(?:host|user-agent|connection|keep-alive|transfer-encoding|te|trailer|expect|upgrade|upgrade-insecure-requests|cache-control|pragma|origin|referer|range|date|from|via|prefer|priority|dnt|forwarded|max-forwards|traceparent|tracestate|baggage|x-requested-with)$|(?:^|-)version$/

const groupPairs = (pairs: Iterable<[string, string]>): Record<string, string | string[]> => {
  // A name may be one that every object has, such as `constructor`.
  const values = new Map<string, string | string[]>()
  for (const [name, value] of pairs) {
    const before = values.get(name)
    values.set(name, before === undefined ? value : [...[before].flat(), value])
  }
  return Object.fromEntries(values)
}

function parseBody(text: string, type: string): Json {
  if (text === '') return null
  if (type.includes('application/x-www-form-urlencoded')) return groupPairs(new URLSearchParams(text))
  return parseJsonOr(text, text, parseJson)
}

export async function readRoutedRequest(
  request: Request,
  params: Record<string, string>,
): Promise<RoutedRequest> {
  return {
    params,
    query: groupPairs(new URL(request.url).searchParams),
    body: parseBody(await request.text(), request.headers.get('content-type') ?? ''),
    headers: request.headers,
  }
}

const listTypes = (schema: Json | undefined): Json[] => {
  if (!isObject(schema)) return []
  const options = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []))
  return [
    ...(Array.isArray(schema.type) ? schema.type : [schema.type ?? []].flat()),
    ...options.flatMap(listTypes),
  ]
}

/** A text of a path, a query or a form as a value of the parameter's type; as it stands where it is none. */
function coerceValue(value: Json, schema: Json | undefined): Json {
  const types = listTypes(schema)
  if (types.includes('array') && !types.includes('string')) {
    const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]
    return items.map((item) => coerceValue(item, isObject(schema) ? schema.items : undefined))
  }
  if (typeof value !== 'string' || types.includes('string')) return value
  if (
    (types.includes('number') || types.includes('integer')) &&
    value.trim() !== '' &&
    Number.isFinite(Number(value))
  )
    return Number(value)
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** All that path, query and body hold; a body that is not an object goes under `body`. */
export const mergeArguments = ({ params, query, body }: RoutedRequest): JsonObject => ({
  ...(isObject(body) ? body : body === null ? {} : { body }),
  ...query,
  ...params,
})

/** A header that a tool has a parameter for; never one that every client sends, nor a secret. */
const readHeader = (headers: Headers, name: string): string | null =>
  !/^[\w-]+$/.test(name) || COMMON_HEADER.test(name.toLowerCase()) || isSecretName(name)
    ? null
    : headers.get(name)

/**
 * The arguments that path, query, body and headers hold, in the types of the tool's parameters. All that a body holds is
 * an argument, so that the tool refuses what it does not take, as it would without a route. Of path, query and headers,
 * where keys and versions stand too, only the tool's parameters count.
 */
export function readRouteArguments(routed: RoutedRequest, { inputSchema }: Tool): JsonObject {
  const { body, headers } = routed
  const properties = isObject(inputSchema) ? inputSchema.properties : undefined
  if (!isObject(properties)) return mergeArguments(routed)
  const given: JsonObject = { ...mergeArguments(routed) }
  for (const name of Object.keys(properties)) {
    const value = Object.hasOwn(given, name) ? null : readHeader(headers, name)
    if (value !== null) given[name] = value
  }
  const isSent = (name: string): boolean => isObject(body) && Object.hasOwn(body, name)
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      Object.hasOwn(properties, name)
        ? [[name, coerceValue(value, properties[name])]]
        : isSent(name)
          ? [[name, value]]
          : [],
    ),
  )
}
