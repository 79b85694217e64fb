import { get } from '@hyperjump/json-pointer'
import type { Effect, Tool } from '../../schema/tool.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'

const EFFECTS: Readonly<Record<string, Effect>> = {
  get: 'read',
  head: 'read',
  put: 'idempotent-write',
  delete: 'idempotent-write',
  post: 'write',
  patch: 'write',
}

const refuse = (cause: string): TracewrightError =>
  new TracewrightError(`Failed to read the OpenAPI document: ${cause}`)

/** A value with the references in it followed; one that leads back into itself is left open. */
function dereference(value: Json, root: JsonObject, trail: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((item) => dereference(item, root, trail))
  if (!isObject(value)) return value
  const { $ref: reference, ...own } = value
  if (typeof reference !== 'string') {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, dereference(item, root, trail)]),
    )
  }
  if (!reference.startsWith('#')) {
    throw refuse(`"${reference}" leads to another document. Bundle the document into one first.`)
  }
  if (trail.includes(reference)) return {}
  let target: Json | undefined
  try {
    target = get(decodeURIComponent(reference.slice(1)))(root) as Json | undefined
  } catch {
    target = undefined
  }
  if (target === undefined) throw refuse(`"${reference}" leads nowhere.`)
  const followed = dereference(target, root, [...trail, reference])
  return isObject(followed) ? { ...followed, ...own } : followed
}

const objectAt = (value: Json | undefined, ...keys: string[]): JsonObject => {
  let here: Json | undefined = value
  for (const key of keys) here = isObject(here) ? here[key] : undefined
  return isObject(here) ? here : {}
}

/** The JSON schema of a body: the first media type that is JSON. */
function jsonSchemaOf(content: JsonObject): JsonObject {
  const type = Object.keys(content).find((name) => /^application\/(?:[\w.+-]+\+)?json\b/.test(name))
  return type === undefined ? {} : objectAt(content[type], 'schema')
}

/** Parameters and the properties of a JSON body side by side; a body that is no object goes under `body`. */
function inputOf(operation: JsonObject, shared: readonly Json[]): JsonObject {
  const own = Array.isArray(operation.parameters) ? operation.parameters : []
  const properties: JsonObject = {}
  const required: string[] = []
  for (const parameter of [...shared, ...own].filter(isObject)) {
    if (typeof parameter.name !== 'string' || parameter.in === 'cookie' || parameter.in === 'header') continue
    const { description } = parameter
    properties[parameter.name] = {
      ...objectAt(parameter.schema),
      ...(typeof description === 'string' ? { description } : {}),
    }
    if (parameter.required === true) required.push(parameter.name)
  }
  const body = jsonSchemaOf(objectAt(operation.requestBody, 'content'))
  if (isObject(body.properties)) {
    Object.assign(properties, body.properties)
    if (Array.isArray(body.required))
      required.push(...body.required.filter((name) => typeof name === 'string'))
  } else if (Object.keys(body).length > 0) {
    properties.body = body
    if (objectAt(operation.requestBody).required === true) required.push('body')
  }
  return { type: 'object', properties, required: [...new Set(required)] }
}

function outputOf(operation: JsonObject): JsonObject {
  const responses = objectAt(operation.responses)
  const status = Object.keys(responses)
    .sort()
    .find((code) => /^2/.test(code))
  return jsonSchemaOf(objectAt(responses[status ?? 'default'], 'content'))
}

const nameOf = (method: string, path: string): string =>
  `${method}_${path.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_|_$/g, '')}`

/**
 * The operations of an OpenAPI 3 document as tools, named by `operationId`, else by method and path. What a call does
 * to the world follows from the method. References within the document are followed.
 *
 * @throws TracewrightError where the document has no paths, or a reference leads nowhere or into another document
 */
export function toolsFromOpenApi(document: unknown): Tool[] {
  const given = document as Json
  if (!isObject(given) || !isObject(given.paths))
    throw refuse('it has no "paths". Give an OpenAPI 3 document.')
  const root = dereference(given, given) as JsonObject
  const tools = Object.entries(objectAt(root, 'paths')).flatMap(([path, item]) => {
    const shared = isObject(item) && Array.isArray(item.parameters) ? item.parameters : []
    return Object.entries(objectAt(item)).flatMap(([method, operation]): Tool[] => {
      const effect = EFFECTS[method]
      if (effect === undefined || !isObject(operation)) return []
      const { operationId, summary, description, tags } = operation
      return [
        {
          name: typeof operationId === 'string' ? operationId : nameOf(method, path),
          description: [description, summary].find((text): text is string => typeof text === 'string') ?? '',
          category: Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0] : 'tools',
          effect,
          inputSchema: inputOf(operation, shared),
          outputSchema: outputOf(operation),
        },
      ]
    })
  })
  if (tools.length === 0) throw refuse('it has no operations.')
  return tools
}
