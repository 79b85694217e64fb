import type { ToolErrorBody } from '../../schema/tool.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { parseRoutePattern, type RoutePattern } from './pattern.ts'

/** A request to the agent's own API. */
export interface RoutedRequest {
  /** The named parts of the path. */
  params: Record<string, string>
  /** The query; a repeated name has a list. */
  query: Record<string, string | string[]>
  /** The body, JSON or a form; null if it is missing. */
  body: Json
  /** Headers, names in lower case. */
  headers: Headers
}

/** Turns a real request into a call of a tool, and the tool's result into an answer of the real API. */
export interface RouteOptions {
  /** The tool whose simulator answers. */
  tool: string
  /** Arguments of the call. By default the tool's parameters in path, query, body and headers, in their types. */
  args?: (request: RoutedRequest) => JsonObject
  /** Body of the response; by default the output of the tool. */
  reply?: (output: JsonObject, request: RoutedRequest) => Json
  /** Body of the answer if the tool refuses. By default `{ error: { code, message, parameter } }`. */
  error?: (error: ToolErrorBody & { status: number }) => Json
  /** Status of the answer. Default 200, or the status of the refusal if the tool refuses. */
  status?: number
  /**
   * Whose call a request is that is sent in the context of an attempt that has ended, as a client sends them that
   * outlives a case (a queue, a connection loop): `context` refuses it. `running` counts it to the only attempt that is
   * running. @defaultValue `context`
   */
  attribution?: 'context' | 'running'
}

/** An address that a tool answers. */
export interface Route extends RouteOptions {
  /** The declared address, such as `GET https://api.example.com/v1/weather/:city`. */
  on: string
  /** Method and address, such as `GET https://api.example.com/orders/:id`. */
  pattern: RoutePattern
}

const OPTIONS = [
  'tool',
  'args',
  'reply',
  'error',
  'status',
  'attribution',
] as const satisfies readonly (keyof RouteOptions)[]

/**
 * Declares a route: requests of the agent's own client code to this address are answered by a simulator, and recorded as
 * calls of its tool. The agent's code does not change.
 *
 * @param on Method and absolute address; `:name` stands for one part of the path, a last `*` for the rest.
 * @throws TracewrightError if the address or an option is wrong
 *
 * @example
 * export default [
 *   route('GET https://api.example.com/v1/weather/:city', {
 *     tool: 'get_weather',
 *     reply: (output) => ({ current: { temp_c: output.temperature_celsius } }),
 *   }),
 * ]
 */
export function route(on: string, options: RouteOptions): Route {
  const pattern = parseRoutePattern(on)
  const strange = Object.keys(options).find((name) => !OPTIONS.some((known) => known === name))
  const throwRouteError = (why: string): never => {
    throw new TracewrightError(`Failed to declare the route "${on}": ${why}.`)
  }
  if (strange !== undefined)
    throwRouteError(`unknown option "${strange}": expected one of ${OPTIONS.join(', ')}`)
  if (typeof options.tool !== 'string' || options.tool === '') throwRouteError('it names no tool. Set `tool`')
  return { ...options, on, pattern }
}
