import { isObject, type Json, type JsonObject } from '../../src/shared/json.ts'
import { importOpenApiToolkit } from '../../src/tools/imported/import/openapi/operations.ts'
import { simulatorsOfToolkit } from '../../src/tools/imported/simulate/simulators.ts'
import type { Toolkit } from '../../src/tools/imported/toolkit.ts'
import { registryOf } from '../../src/tools/registry.ts'

export const text = { type: 'string' }
export const integer = { type: 'integer' }

/** An object, of whose fields all are required unless some are named. */
export const buildObjectSchema = (
  properties: JsonObject,
  required = Object.keys(properties),
): JsonObject => ({
  type: 'object',
  properties,
  required,
})
export const list = (items: JsonObject): JsonObject => ({ type: 'array', items })

/** An operation: its body and its answer by their schemas, and an example of the answer. */
export const buildOperation = (
  operationId: string,
  answer?: JsonObject,
  body?: JsonObject,
  example?: Json,
): JsonObject => ({
  operationId,
  responses: {
    200: {
      description: 'ok',
      ...(answer && {
        content: {
          'application/json': { schema: answer, ...(example === undefined ? {} : { example }) },
        },
      }),
    },
  },
  ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
})

/** Parameters of a path. */
export const buildParameters = (parameters: JsonObject, place = 'path'): JsonObject => ({
  parameters: Object.entries(parameters).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path',
    schema,
  })),
})

/** What a document of these paths is imported as. */
export const openApi = (paths: JsonObject, more: JsonObject = {}) =>
  importOpenApiToolkit(
    {
      openapi: '3.0.3',
      info: { title: 'x', version: '1' },
      servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu' } } }],
      paths,
      ...more,
    },
    'x',
    'x.yaml',
  )

/** Calls the tools of a toolkit in one world. */
export function createCaller(toolkit: Toolkit, seed = 3) {
  const registry = registryOf(simulatorsOfToolkit(toolkit))
  const world = registry.open(seed)
  return (tool: string, args: JsonObject) => registry.execute(tool, args, world)
}

/** The same, for the output or the status of the refusal. */
export function createAnswerer(toolkit: Toolkit, seed = 3) {
  const call = createCaller(toolkit, seed)
  return (tool: string, args: JsonObject): Json => {
    const result = call(tool, args)
    return result.ok ? result.output : result.status
  }
}

export const readField = (value: Json | undefined, ...path: string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (here, name) => (Array.isArray(here) ? here[Number(name)] : isObject(here) ? here[name] : undefined),
    value,
  )
