import { isObject, type JsonObject, stableJson } from '../../shared/json.ts'
import { World } from '../../world/world.ts'
import { respond } from '../simulate/respond.ts'
import type { Handler } from '../tool-spec/handler.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { KnownCall, SyntheticToolkit } from '../toolkit/toolkit.ts'
import { type Behaviour, handlerFrom, objectFrom } from './behaviour-schema.ts'

/** A tool with its behaviour, and the call of it whose result is known; or what is wrong. */
export type Behaving = { ok: true; tool: ToolSpec; known: KnownCall } | { ok: false; problems: string[] }

function handlerProblems(handler: Handler, tool: ToolSpec, state: JsonObject): string[] {
  const { collection, action, match, set, outputs, nonNegative } = handler
  const records = state[collection]
  if (!Array.isArray(records)) return [`there is no collection "${collection}"`]
  const fields = new Set(records.flatMap((record) => (isObject(record) ? Object.keys(record) : [])))
  const inputs = new Set(tool.parameters.map(({ name }) => name))
  const shown = new Set(tool.outputs.map(({ name }) => name))
  const read = [
    ...match.map(({ field }) => field),
    ...set.map(({ field }) => field),
    ...outputs.flatMap(({ from }) =>
      Object.entries(from).flatMap(([kind, of]) =>
        ['field', 'values', 'sum'].includes(kind) ? [String(of)] : [],
      ),
    ),
    ...nonNegative,
  ]
  const taken = [
    ...match.map(({ parameter }) => parameter),
    ...[...set.map(({ to }) => to), ...outputs.map(({ from }) => from)].flatMap((one) =>
      Object.entries(one).flatMap(([kind, of]) =>
        ['parameter', 'add', 'subtract'].includes(kind) ? [String(of)] : [],
      ),
    ),
  ]
  return [
    ...[...new Set(read)]
      .filter((name) => !fields.has(name))
      .map((name) => `${collection} has no field "${name}"`),
    ...[...new Set(taken)]
      .filter((name) => !inputs.has(name))
      .map((name) => `there is no parameter "${name}"`),
    ...outputs
      .filter(({ output }) => !shown.has(output))
      .map(({ output }) => `there is no output "${output}"`),
    ...(action === 'read' && set.length > 0 ? ['a handler that reads sets nothing'] : []),
    ...(action === 'create' && set.length === 0
      ? ['a handler that creates sets the fields of the record']
      : []),
  ]
}

/** Whether the effect says the same of the tool as the handler does. */
const effectProblems = (effect: Behaviour['effect'], handler: Handler | undefined): string[] =>
  handler === undefined || (handler.action === 'read') === (effect === 'read')
    ? []
    : [`the effect is ${effect}, and the handler does ${handler.action}`]

/** What the call gives by the state alone, and where the stated result says otherwise. */
function resultProblems(toolkit: SyntheticToolkit, tool: ToolSpec, known: KnownCall): string[] {
  const { verdict, output, origin } = respond({ tool: tool.id, args: known.args }, toolkit, new World(0))
  if (output === null) return [`the call is refused: ${verdict.message ?? `code ${verdict.code}`}`]
  const names = new Set(tool.outputs.map(({ name }) => name))
  const missing = [...names].filter((name) => !Object.hasOwn(known.output, name))
  const unknown = Object.keys(known.output).filter((name) => !names.has(name))
  const created = new Set(
    tool.handler?.set.flatMap(({ field, to }) => ('id' in to || 'now' in to ? [field] : [])) ?? [],
  )
  const opaque = new Set(
    tool.handler?.outputs.flatMap(({ output: name, from }) =>
      'field' in from && created.has(from.field) ? [name] : [],
    ) ?? [],
  )
  const followed = new Set(tool.handler?.outputs.map((one) => one.output) ?? [])
  const contradicted = Object.keys(known.output).filter(
    (name) =>
      names.has(name) &&
      followed.has(name) &&
      !opaque.has(name) &&
      stableJson(output[name]) !== stableJson(known.output[name]),
  )
  return [
    ...missing.map((name) => `the result lacks the output "${name}"`),
    ...unknown.map((name) => `the result has "${name}", which is no output`),
    ...contradicted.map(
      (name) =>
        `the result says ${name} = ${JSON.stringify(known.output[name])}, the records say ` +
        `${JSON.stringify(output[name])} (${origin ?? 'unknown'})`,
    ),
  ]
}

/** Gives a tool its behaviour. Its call is made on the state, and what it gives there has to be the result. */
export function behavingTool(plain: ToolSpec, behaviour: Behaviour, state: JsonObject): Behaving {
  const handler = behaviour.handler === null ? undefined : handlerFrom(behaviour.handler)
  if (typeof handler === 'string') return { ok: false, problems: [handler] }
  const problems = [
    ...(handler === undefined ? [] : handlerProblems(handler, plain, state)),
    ...effectProblems(behaviour.effect, handler),
  ]
  if (problems.length > 0) return { ok: false, problems }
  const tool = { ...plain, effect: behaviour.effect, ...(handler === undefined ? {} : { handler }) }
  const known = {
    tool: tool.id,
    args: objectFrom(behaviour.call.map(({ parameter, value }) => ({ name: parameter, value }))),
    output: objectFrom(behaviour.result.map(({ output, value }) => ({ name: output, value }))),
  }
  const toolkit: SyntheticToolkit = { version: 1, name: 'check', tools: [tool], state: state, known: [] }
  const found = resultProblems(toolkit, tool, known)
  return found.length === 0 ? { ok: true, tool, known } : { ok: false, problems: found }
}
