import { computeSha256 } from '../../shared/digest.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { buildSchemaObject, type ValueMaker } from '../../shared/schema-value.ts'
import { FormulaError } from '../../tools/imported/handlers/formula.ts'
import { handle } from '../../tools/imported/handlers/handle.ts'
import { type HandlerFailure, HandlerRefusal } from '../../tools/imported/handlers/handled-call.ts'
import { UnansweredCall } from '../../tools/unanswered-call.ts'
import type { World } from '../../tools/world/world.ts'
import { isAnsweredByHandler, listPerCallSentences, type ToolSpec } from '../tool-spec/tool-spec.ts'
import type { ModelReply, SyntheticToolkit } from '../toolkit/toolkit.ts'
import { buildArgumentsKey, pickSaidArguments, readArgument } from '../validate/given.ts'
import {
  findTool,
  isCallOf,
  STATE_RULES,
  type SyntheticCall,
  type Validation,
  validateCall,
} from '../validate/validate.ts'
import { buildWireName } from './effect.ts'
import { buildOutputSchema } from './json-schema.ts'
import { givenState, readState } from './state.ts'

/** A call that a program has checked and cannot answer whole. */
export interface OpenCall {
  readonly tool: ToolSpec
  readonly args: JsonObject
  /** Outputs that follow from records and arguments, and stay. */
  readonly settled: JsonObject
  readonly state: JsonObject
  /** Calls before it that changed something which no record shows. */
  readonly writes: readonly { readonly tool: string; readonly args: JsonObject }[]
  readonly seed: number
  /** Tools whose writes may have outdated the recorded result of this call; undefined where none is recorded. */
  readonly outdatedBy: readonly string[] | undefined
  /** Of all that the answer may hang on. */
  readonly key: string
}

/**
 * The writes of tools without handlers so far, in a fixed order. Answers depend on changes alone, not on reads or on
 * the order of independent calls, so that an attempt can be repeated.
 */
function openWrites({ tools }: SyntheticToolkit, world: World): OpenCall['writes'] {
  const names = new Map(
    tools.flatMap(({ name, handler }) =>
      handler === undefined ? [[buildWireName(name), name] as const] : [],
    ),
  )
  return world.journal
    .flatMap(({ tool, arguments: args }) => {
      const name = names.get(tool)
      return name === undefined ? [] : [{ tool: name, args }]
    })
    .toSorted((a, b) => (stringifyStably(a) < stringifyStably(b) ? -1 : 1))
}

function openCall(
  { tool, args, settled }: Pick<OpenCall, 'tool' | 'args' | 'settled'>,
  toolkit: SyntheticToolkit,
  world: World,
): OpenCall {
  const state = structuredClone(readState(world, toolkit))
  const writes = openWrites(toolkit, world)
  const { seed } = world
  const key = computeSha256(
    stringifyStably([tool, pickSaidArguments(args, tool), seed, state, writes]),
  ).slice(0, 24)
  const isRecorded = findKnownInWorld(args, tool, toolkit, world) !== undefined
  const outdatedBy = isRecorded ? listWriters(toolkit, world).map((writer) => writer.name) : undefined
  return { tool, args, settled, state, writes, seed, outdatedBy, key }
}

/** The toolkit with one more answer, which is from then on given without a model. The toolkit given is left alone. */
export const addAnswer = (
  toolkit: SyntheticToolkit,
  { key, tool, args, seed }: Pick<OpenCall, 'key' | 'tool' | 'args' | 'seed'>,
  reply: ModelReply,
): SyntheticToolkit =>
  toolkit.answers?.some((one) => one.key === key) === true
    ? toolkit
    : { ...toolkit, answers: [...(toolkit.answers ?? []), { key, tool: tool.id, args, seed, ...reply }] }

const buildRefusal = (
  tool: string,
  { why, code, parameter, message }: HandlerFailure,
): SyntheticResponse => ({
  verdict: { tool, status: 'FAIL', code, parameter, message, rule: why },
  output: null,
  origin: null,
})

const buildPassed = (tool: string) =>
  ({ tool, status: 'PASS', code: 200, parameter: null, message: null, rule: null }) as const

export function buildResponse(
  tool: string,
  { refusal, output }: ModelReply,
  settled: JsonObject,
): SyntheticResponse {
  if (refusal === null)
    return { verdict: buildPassed(tool), output: structuredClone({ ...output, ...settled }), origin: 'model' }
  const { code, parameter, message } = refusal
  const verdict: Failed = { tool, status: 'FAIL', code, parameter, message, rule: 'model' }
  return { verdict, output: null, origin: 'model' }
}

/** What the handler of a tool gives for a call, which may change the records; undefined where it has none. */
function computeHandledOutput(args: JsonObject, tool: ToolSpec, toolkit: SyntheticToolkit, world: World) {
  const { handler, parameters, rules } = tool
  if (handler === undefined) return undefined
  const values = parameters.flatMap(({ name }) => {
    const value = readArgument(args, name, tool)
    return value === undefined ? [] : [[name, value] as const]
  })
  return handle({
    handler,
    tool: buildWireName(tool.name),
    given: args,
    said: pickSaidArguments(args, tool),
    args: Object.fromEntries(values),
    parameters: parameters.map(({ name }) => name),
    options: new Set(rules.flatMap((rule) => (rule.kind === 'one_of' ? [rule.parameter] : []))),
    world,
    state: givenState(toolkit),
  })
}

/** Tools of the toolkit that have written in this world, each once. */
const listWriters = ({ tools }: SyntheticToolkit, world: World): ToolSpec[] =>
  tools.filter(({ name }) => world.journal.some(({ tool }) => tool === buildWireName(name)))

/**
 * Whether all that a recorded result can speak of is as it was when the result was recorded. That is the collection of
 * the handler, or those that the tool declares; a tool that declares none may speak of anything.
 */
function isAsRecorded(
  { handler, depends: declared }: ToolSpec,
  toolkit: SyntheticToolkit,
  world: World,
): boolean {
  const state = givenState(toolkit)
  const depends = handler?.collection === undefined ? declared : [handler.collection]
  const writers = listWriters(toolkit, world)
  if (depends === undefined) return handler !== undefined || writers.length === 0
  const isTouched = writers.some(
    (writer) =>
      writer.handler === undefined &&
      (writer.depends === undefined || writer.depends.some((name) => depends.includes(name))),
  )
  return depends.every((name) => state.isAsGiven(world, name)) && (handler !== undefined || !isTouched)
}

const findKnownInWorld = (args: JsonObject, tool: ToolSpec, toolkit: SyntheticToolkit, world: World) =>
  findKnownOutput(args, tool, toolkit, (value) => givenState(toolkit).convertToWorld(world, value))

/** The recorded result of a call, as far as all that it can speak of is as it was then. */
function findRecordedOutput(args: JsonObject, tool: ToolSpec, toolkit: SyntheticToolkit, world: World) {
  // A new record is another one in each world: what its handler makes goes before what was once made.
  const isMade = tool.handler?.action === 'create' && isAnsweredByHandler(tool)
  const output = isMade ? undefined : findKnownInWorld(args, tool, toolkit, world)
  return output !== undefined && isAsRecorded(tool, toolkit, world) ? output : undefined
}

const isReading = ({ handler }: ToolSpec): boolean =>
  handler === undefined || (handler.action === 'read' && handler.set.length === 0)

/** The answer to a call that keeps the rules, as far as known calls, handler and kept answers have one. */
function settleOutput(
  name: string,
  args: JsonObject,
  tool: ToolSpec,
  toolkit: SyntheticToolkit,
  world: World,
) {
  const known = findRecordedOutput(args, tool, toolkit, world)
  const fromKnown = known && { verdict: buildPassed(name), output: known, origin: 'known' as const }
  const before = isReading(tool) ? undefined : world.snapshot()
  const undo = (): void => {
    if (before !== undefined) world.restore(before)
  }
  let handled: JsonObject | undefined
  try {
    handled = computeHandledOutput(args, tool, toolkit, world)
  } catch (error) {
    undo()
    // What was recorded went well: it says more than a handler that refuses it.
    if (error instanceof HandlerRefusal) return fromKnown ?? buildRefusal(name, error.failure)
    if (!(error instanceof FormulaError)) throw error
  }
  if (fromKnown !== undefined) return fromKnown
  const isWhole = handled !== undefined && tool.outputs.every((one) => Object.hasOwn(handled, one.name))
  if (isWhole && handled !== undefined && listPerCallSentences(tool).length === 0)
    return { verdict: buildPassed(name), output: handled, origin: 'handler' as const }
  const after = before === undefined ? undefined : world.snapshot()
  undo()
  const commit = (): void => {
    if (after !== undefined) world.restore(after)
  }
  const open = openCall({ tool, args, settled: handled ?? {} }, toolkit, world)
  const kept = toolkit.answers?.find(({ key }) => key === open.key)
  if (kept === undefined) return { open, commit }
  if (kept.refusal === null) commit()
  return buildResponse(name, kept, open.settled)
}

/** A call that a program cannot answer whole; `commit` writes what its handler changes. */
interface OpenFields {
  readonly open: OpenCall
  commit(): void
}

/** Answers a call as far as no model is needed: validates it against the specification and the records. */
export function answerSyntheticCall(
  { tool: name, args }: Omit<SyntheticCall, 'state'>,
  toolkit: SyntheticToolkit,
  world: World,
): SyntheticResponse | OpenFields {
  const tool = findTool(name, toolkit.tools)
  const isAboutState = tool?.rules.some(({ kind }) => STATE_RULES.includes(kind)) === true
  const state = isAboutState ? { state: readState(world, toolkit) } : {}
  const { status, ...said } = validateCall({ tool: name, args, ...state }, toolkit.tools)
  if (status === 'FAIL') return { verdict: { ...said, status }, output: null, origin: null }
  if (tool === undefined || !isObject(args)) throw new Error('a call that passed has a tool and arguments')
  return settleOutput(name, args, tool, toolkit, world)
}

/** Longest part of a call that a message quotes, in characters. */
const MAX_QUOTED = 200

/** What is thrown for a call that nothing answers. */
const createUnansweredCall = ({ tool, args, seed, outdatedBy }: OpenCall): UnansweredCall => {
  const call = JSON.stringify(args)
  const quoted = call.length > MAX_QUOTED ? `${call.slice(0, MAX_QUOTED)}...` : call
  if (outdatedBy !== undefined && outdatedBy.length > 0)
    return new UnansweredCall(
      `Nothing answers ${tool.name}(${quoted}) in world ${seed}: a result is recorded, but earlier calls of ` +
        `${outdatedBy.join(', ')} may have changed what it shows. Give "effect": "read" to tools that change nothing, ` +
        `"depends" (collections) to ${tool.name} and to what writes, a handler, or a model (--model).`,
    )
  return new UnansweredCall(
    `Nothing answers ${tool.name}(${quoted}) in world ${seed}: no known call, handler or cached answer covers it. ` +
      'Give a model (--model), the result (--known of `tracewright synth handlers`), a handler, or --model placeholders.',
  )
}

/** Simulates a call without a model, and says what an open one gets. */
const respondOr =
  (otherwise: (said: OpenFields, tool: string) => SyntheticResponse) =>
  (call: Omit<SyntheticCall, 'state'>, toolkit: SyntheticToolkit, world: World): SyntheticResponse => {
    const said = answerSyntheticCall(call, toolkit, world)
    return 'open' in said ? otherwise(said, call.tool) : said
  }

/** Simulates a call without a model. What the call changes is changed in the world. */
export const respond = respondOr(({ open }) => {
  throw createUnansweredCall(open)
})

/** Simulates a call without a model; what nothing covers gets values of the right types that mean nothing. */
export const respondWithPlaceholders = respondOr(({ open, commit }, tool) => {
  commit()
  const output = { ...buildPlaceholderOutput(open.tool), ...open.settled }
  return { verdict: buildPassed(tool), output, origin: 'placeholder' }
})

/** The recorded result of a call with these arguments, defaults written out or not. */
export function findKnownOutput(
  args: JsonObject,
  tool: ToolSpec,
  { known, tools }: SyntheticToolkit,
  asHere: (value: JsonObject) => Json = (value) => value,
): JsonObject | undefined {
  const key = buildArgumentsKey(args, tool)
  const hit = known
    .filter(isCallOf(tool, tools))
    .find((call) => buildArgumentsKey(asHere(call.args) as JsonObject, tool) === key)
  return hit && (structuredClone(asHere(hit.output)) as JsonObject)
}

/**
 * Where an output comes from: `known`, recorded for these arguments. `handler`, computed from arguments and records.
 * `model`, given by a chat model for this very world and state. `placeholder`, values of the right types that mean nothing.
 */
export type ResponseOrigin = 'known' | 'handler' | 'model' | 'placeholder'

/** A validation that the call passed. */
export type PassedValidation = Validation & { status: 'PASS' }
/** A validation that the call failed. */
export type Failed = Validation & { status: 'FAIL' }

/** Both stages of a simulated call: the verdict of the first, and of the second the output, where the first passed. */
export type SyntheticResponse =
  | { verdict: Failed; output: null; origin: 'model' | null }
  | { verdict: PassedValidation; output: JsonObject; origin: ResponseOrigin }

const PLACEHOLDERS: ValueMaker = {
  pick: (options) => options[0] as (typeof options)[number],
  boolean: () => false,
  number: ({ minimum }) => Math.ceil(Number(minimum ?? 0)),
  text: (_, { name }) => `placeholder: ${name}`,
  count: ({ minItems }) => Number(minItems ?? 0),
  takes: () => true,
}

/** Values of the right types that mean nothing; texts of no closed list say that they are placeholders. */
const buildPlaceholderOutput = (tool: ToolSpec): JsonObject =>
  buildSchemaObject(buildOutputSchema(tool), PLACEHOLDERS)
