import { readRouteArguments } from '../../network/routes/request-arguments.ts'
import { type Route, route } from '../../network/routes/route.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { ImportedTool, Toolkit } from './toolkit.ts'

const takesObject = (schema: Json | undefined): boolean =>
  isObject(schema) &&
  ([schema.type].flat().includes('object') ||
    [schema.oneOf, schema.anyOf].some((options) => Array.isArray(options) && options.some(takesObject)))

/** Whether a body is the value of the parameter `body`, and no object with the parameters as its fields. */
const isWhole = (body: Json, { body: schema }: JsonObject): boolean =>
  schema !== undefined && (!isObject(body) || (takesObject(schema) && !Object.hasOwn(body, 'body')))

/** The arguments of a call in a request: path, query and body, headers that are parameters, and a body that is not an object. */
function createRoute(tool: ImportedTool): Route[] {
  const { route: declaredRoute, name, wrapped, input } = tool
  if (declaredRoute === undefined) return []
  const { on, status, headers } = declaredRoute
  const properties = isObject(input.properties) ? input.properties : {}
  const plain = {
    name,
    category: 'tools',
    effect: tool.effect,
    description: '',
    inputSchema: input,
    outputSchema: tool.output,
  }
  return [
    route(on, {
      tool: name,
      status,
      args: (request): JsonObject => {
        const given = headers.flatMap((header): [string, string][] => {
          const value = request.headers.get(header)
          return value === null ? [] : [[header, value]]
        })
        const { body } = request
        const bare = body !== null && isWhole(body, properties)
        const query = { ...request.query, ...Object.fromEntries(given) }
        return {
          ...readRouteArguments({ ...request, query, body: bare ? null : body }, plain),
          ...(bare ? { body } : {}),
        }
      },
      ...(wrapped === undefined ? {} : { reply: (output): Json => output[wrapped] ?? null }),
    }),
  ]
}

/** The routes from the addresses of an API to the tools that were imported from it. */
export const routesOfToolkit = (toolkit: Toolkit): Route[] => toolkit.tools.flatMap(createRoute)
