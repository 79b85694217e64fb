import { AsyncLocalStorage } from 'node:async_hooks'
import {
  answerCall,
  answerLate,
  answerPrepared,
  buildOutcome,
  type CallAnswer,
  createRefusal,
  readOutcome,
} from '../network/answer-call.ts'
import {
  type AttemptContext,
  findAttemptOfRequest,
  isAnswering,
  listAnsweringAttempts,
  runAsAttempt,
} from '../network/context.ts'
import { JSON_TEXT } from '../network/routes/upstream.ts'
import { deliver, readAnswer } from '../run/attempt/agent-tools.ts'
import { Rounds } from '../run/attempt/call-rounds.ts'
import type { FaultyResult, LiveCall, ToolResult } from '../schema/tools.ts'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields, isObject, type Json, type JsonObject } from '../shared/json.ts'
import { nextTurn } from '../shared/timer.ts'
import { type CallWatch, readApplication } from '../tasks/reference/live-application.ts'
import { isRecorded } from '../tools/define-simulator.ts'
import { isLive } from '../tools/served.ts'
import { isUnansweredCall, UnansweredCall } from '../tools/unanswered-call.ts'
import { type Body, noteOwnTool } from './bodies.ts'
import { describeDifference, describeRefusedArguments } from './parameters.ts'

/** A call of a tool of the agent's own, as its framework begins it. */
export interface OwnCall {
  tool: string
  /** As the model gave them: an object, or its JSON. */
  args: unknown
  /** Id that the framework gave the call. */
  frameworkId?: string | undefined
  /** Names of the tool's parameters, where its schema says them. */
  parameters?: readonly string[] | undefined
  signal?: AbortSignal | undefined
  /** An output as a tool of the framework returns it. Default: as it is. */
  writeOutput?(output: Json): unknown
  /** The output in what the tool returned. Default: that. @throws Error where the tool returned an error */
  readOutput?: Body['readOutput']
}

/** A call that has begun, whose body is about to run. */
interface OpenCall extends OwnCall {
  id: string
  context: AttemptContext
  isAnswered: boolean
}

/** Shared by every copy of this module in a worker: each seam may be loaded through another path. */
const KEY = Symbol.for('tracewright.own-calls')
const holder = globalThis as { [KEY]?: AsyncLocalStorage<OpenCall | undefined> }
holder[KEY] ??= new AsyncLocalStorage()
const openCalls = holder[KEY]

const rounds = new WeakMap<AttemptContext, Rounds>()

function findRounds(context: AttemptContext): Rounds {
  const known = rounds.get(context) ?? new Rounds()
  rounds.set(context, known)
  return known
}

/** The attempt that a call belongs to; undefined outside of attempts, where tools run as they are. */
function findAttemptOfCall(tool: string): AttemptContext | undefined {
  const context = findAttemptOfRequest()
  if (context !== undefined || listAnsweringAttempts().length === 0) return context
  throw new TracewrightError(
    `Failed to answer ${tool}: several attempts run, and the call does not say which one made it. Set \`concurrent: false\` in tracewright(), or start the queue that made the call within the agent's run.`,
  )
}

/** Arguments as JSON; a text that is not JSON is the argument `input`, as of LangChain's `DynamicTool`. */
function readArguments(args: unknown): JsonObject {
  const value = typeof args === 'string' ? readText(args) : readText(JSON.stringify(args) ?? '{}')
  return isObject(value) ? value : { input: value }
}

function readText(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/**
 * Begins a call and runs what the framework does with it. The call is answered where the framework comes to the tool's
 * body, by {@link answerOpenCall}; where it never does so, it refused the arguments. Outside of an attempt, and within
 * another call, the framework gets what `run` returns, untouched.
 */
export function openOwnCall<T>(call: OwnCall, run: () => T): T | Promise<Awaited<T>> {
  const context = findAttemptOfCall(call.tool)
  // A tool that asks another one: what the model called is the call.
  if (context === undefined || openCalls.getStore() !== undefined) return run()
  return runInCall(begin(call, context), run)
}

/** Records a call that the framework refused before its body. */
export function noteRefusedCall(call: OwnCall, error: unknown): void {
  const context = findAttemptOfCall(call.tool)
  if (context === undefined) return
  const open = begin(call, context)
  noteRefusal(open, describeRefusedArguments(error))
  context.recorder.end(open.id)
}

function begin(call: OwnCall, context: AttemptContext): OpenCall {
  const { tool, args, frameworkId } = call
  noteOwnTool(tool)
  const id = context.recorder.begin(tool, readArguments(args), dropUndefinedFields({ frameworkId }))
  return { ...call, id, context, isAnswered: false }
}

async function runInCall<T>(open: OpenCall, run: () => T): Promise<Awaited<T>> {
  const { context, id } = open
  const place = findRounds(context).begin()
  try {
    const result = await runAsAttempt(context, async () => await openCalls.run(open, run))
    noteRefusal(open, typeof result === 'string' ? result : 'the framework did not run the tool')
    return result
  } catch (error) {
    // LangGraph interrupts a tool by an error, and runs it anew.
    if ((Object(error) as { is_bubble_up?: unknown }).is_bubble_up === true) context.recorder.drop(id)
    noteRefusal(open, describeRefusedArguments(error))
    throw error
  } finally {
    context.recorder.end(id)
    await findRounds(context).end(place)
  }
}

/** Where no body was asked for, the framework refused the call itself. */
function noteRefusal({ isAnswered, id, args, context }: OpenCall, message: string): void {
  if (isAnswered) return
  const error = { code: 'invalid_argument', message }
  context.recorder.settle(id, readArguments(args), { status: 400, error, committed: false })
}

/**
 * The output of the call that is open, by the simulator or the recording of its name; runs the body where no call is
 * open, or the tool is live.
 *
 * @param given The arguments as the framework read them, with its defaults and conversions
 * @throws ToolCallError where the tool refused the call, or nothing answers for it
 */
export function answerOpenCall<T>(given: unknown, body: () => T): T | Promise<unknown> {
  const open = openCalls.getStore()
  return open === undefined ? body() : answerInAttempt(open, given, body)
}

/**
 * The same for a function that gives its output at once.
 *
 * @throws TracewrightError where the answer would have to be waited for
 */
export function answerNowInAttempt<T>(call: OwnCall, body: () => T): unknown {
  const context = findAttemptOfCall(call.tool)
  if (context === undefined || openCalls.getStore() !== undefined) return body()
  const open = begin(call, context)
  let isLater = false
  try {
    if (isLive(call.tool) && isAnswering(context)) {
      const returned = answerLiveNow(open, body)
      isLater = returned instanceof Promise
      return returned
    }
    const isText = isTextRecorded(open)
    const answer = context.tools.needsPreparation(call.tool)
      ? undefined
      : keepGiven(open, answerNow(open, JSON.stringify(call.args)))
    const output = readNow(call.tool, answer)
    return isText ? writeText(output) : output
  } finally {
    if (!isLater) context.recorder.end(open.id)
  }
}

function readNow(tool: string, answer: CallAnswer | undefined): Json {
  if (answer === undefined || (answer.wire !== undefined && 'lost' in answer.wire))
    throw new TracewrightError(
      `Failed to answer ${tool}: its answer takes time, and the function is not async. Make the function async, or leave out what takes time: a fault, or a tool that a model simulates.`,
    )
  return readAnswer(tool, answer)
}

async function answerInAttempt(open: OpenCall, given: unknown, body: () => unknown): Promise<unknown> {
  open.isAnswered = true
  // Calls that a model asked for together start together.
  await nextTurn()
  const { tool, context, signal } = open
  if (isLive(tool) && isAnswering(context)) return answerLive(open, body)
  // A schema may make a text of the arguments, which the simulator takes as the model gave them. So they were recorded.
  const isRead = isObject(given as Json) && !isRecorded(context.tools.get(tool))
  const text = JSON.stringify(isRead ? given : readArguments(open.args))
  const isText = isTextRecorded(open)
  const needsTime = context.tools.needsPreparation(tool) && findProblem(open) === undefined
  const answer = needsTime ? await answerPrepared(tool, text, open.id, context) : answerNow(open, text)
  const output = await deliver(tool, keepGiven(open, answer), signal)
  return open.writeOutput?.(output) ?? (isText ? writeText(output) : output)
}

/** Whether the recorded answer to a call is a text that is JSON, so that the caller reads it. */
const isTextRecorded = ({ tool, args, context }: OpenCall): boolean =>
  context.tools.recorded(tool, readArguments(args))?.type === JSON_TEXT

const writeText = (output: Json): string => (typeof output === 'string' ? output : JSON.stringify(output))

/** Runs the body of a live tool, and gives what it returned unless something went wrong on purpose. */
async function answerLive(open: OpenCall, body: () => unknown): Promise<unknown> {
  const { tool, id, context, signal } = open
  const live = context.tools.openLive(tool, id)
  if (live.refused !== undefined) return deliver(tool, settleLive(open, live, live.refused), signal)
  const watch = watchCall(live)
  if (live.effect === undefined) await watch?.begin()
  return finishLive(open, live, body, watch)
}

async function finishLive(
  open: OpenCall,
  live: LiveCall,
  body: () => unknown,
  watch: CallWatch | undefined,
): Promise<unknown> {
  let returned: unknown
  try {
    returned = await readLast(await body())
  } catch (error) {
    settleResult(open, live, buildError(error))
    await watch?.end()
    throw error
  }
  const hasChanged = await watch?.end()
  const answer = settleReturned(open, live, returned, hasChanged)
  return answer === undefined
    ? returned
    : rewrite(open, returned, await deliver(open.tool, answer, open.signal))
}

/** Watches what a call does to the state, where its tool may write. */
const watchCall = ({ effect }: LiveCall): CallWatch | undefined =>
  effect === 'read' ? undefined : readApplication()?.watchCall()

/** The same for a function that is not async. It may return a promise all the same. */
function answerLiveNow(open: OpenCall, body: () => unknown): unknown {
  const { tool, id, context } = open
  const live = context.tools.openLive(tool, id)
  if (live.refused !== undefined) return readNow(tool, settleLive(open, live, live.refused))
  // The state may take time to read. Other calls that run meanwhile are not held responsible.
  const watch = watchCall(live)
  let returned: unknown
  try {
    returned = openCalls.run(open, body)
  } catch (error) {
    void watch?.end()
    settleResult(open, live, buildError(error))
    throw error
  }
  if (returned instanceof Promise) {
    open.isAnswered = true
    return runInCall(open, () => finishLive(open, live, () => returned, watch))
  }
  void watch?.end()
  const answer = settleReturned(open, live, returned)
  return answer === undefined ? returned : rewrite(open, returned, readNow(tool, answer))
}

/** Runs a live tool outside of an attempt, for a reference. */
export async function runBody(tool: string, args: JsonObject, body: Body): Promise<ToolResult> {
  try {
    const returned = await readLast(await body.run(args))
    return { ok: true, status: 200, output: readReturned({ tool, ...body }, returned), committed: true }
  } catch (error) {
    return buildError(error)
  }
}

/** What a tool comes to that yields parts: the last one, which is the whole. */
async function readLast(returned: unknown): Promise<unknown> {
  if (typeof (Object(returned) as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] !== 'function')
    return returned
  let last: unknown
  for await (const part of returned as AsyncIterable<unknown>) last = part
  return last
}

const buildError = (error: unknown): ToolResult => ({
  ok: false,
  status: 500,
  error: { code: 'internal', message: describeThrown(error) },
  committed: false,
  ...(isUnansweredCall(error) ? { thrown: error } : {}),
})

/** The output in what a body returned, as JSON. A text that is an object or a list of JSON counts as that. */
function readReturned({ tool, readOutput }: Pick<OwnCall, 'tool' | 'readOutput'>, returned: unknown): Json {
  const value = readOutput === undefined ? returned : readOutput(returned)
  const read = typeof value === 'string' ? readText(value) : value
  if (typeof value === 'string') return typeof read === 'object' ? (read as Json) : value
  try {
    return JSON.parse(JSON.stringify(value ?? null) ?? 'null') as Json
  } catch (error) {
    throw new UnansweredCall(
      `the result of ${tool} is not JSON: ${describeThrown(error)}. Return plain data from the tool`,
    )
  }
}

/** Records what a body returned; undefined where the caller gets it as it is. */
function settleReturned(
  open: OpenCall,
  live: LiveCall,
  returned: unknown,
  hasChanged?: boolean,
): CallAnswer | undefined {
  const { tool, id, context } = open
  // A hand-off of LangGraph is not a call of the task.
  if ((Object(returned) as { lg_name?: unknown }).lg_name === 'Command' && !context.offered.includes(tool)) {
    context.recorder.drop(id)
    context.upstream?.handOffs.add(tool)
  }
  let result: ToolResult
  try {
    const output = readReturned(open, returned)
    result = { ok: true, status: 200, output, committed: live.effect !== 'read' }
  } catch (error) {
    result = buildError(error)
  }
  const value =
    result.ok && typeof result.output !== 'string' ? (open.readOutput?.(returned) ?? returned) : null
  const text = typeof value === 'string' ? value : undefined
  const answer = settleResult(open, live, result, { text, hasChanged })
  return result.ok && (answer.body !== result.output || answer.wire !== undefined) ? answer : undefined
}

/** A spoilt output in the form of what the body returned. */
const rewrite = ({ writeOutput }: OpenCall, returned: unknown, output: Json): unknown =>
  writeOutput?.(output) ?? (typeof returned === 'string' ? JSON.stringify(output) : output)

function settleResult(
  open: OpenCall,
  live: LiveCall,
  result: ToolResult,
  { text, hasChanged }: { text?: string | undefined; hasChanged?: boolean | undefined } = {},
): CallAnswer {
  const args = readArguments(open.args)
  open.context.upstream?.keepOwn(open.id, args, result, text)
  return settleLive(open, live, live.finish(args, result), hasChanged)
}

function settleLive(
  { id, args, context }: OpenCall,
  { effect }: LiveCall,
  outcome: FaultyResult,
  hasChanged?: boolean,
): CallAnswer {
  const settled = buildOutcome(outcome.result, outcome.fault)
  if (effect === undefined && outcome.fault === undefined && outcome.result.ok) settled.committed = hasChanged
  context.recorder.settle(id, readArguments(args), settled)
  return readOutcome(outcome)
}

function answerNow(open: OpenCall, text: string): CallAnswer | undefined {
  const { tool, id, context, args } = open
  const problem = findProblem(open)
  if (problem === undefined) return isAnswering(context) ? answerCall(tool, text, id, context) : undefined
  const error = { code: 'unanswered', message: problem }
  // A simulator with other parameters says nothing about the agent, even if the reference expects a refusal.
  const thrown = context.tools.get(tool) === undefined ? undefined : new UnansweredCall(problem)
  const failed = { ok: false, status: 404, error, committed: false, thrown } as const
  context.recorder.settle(id, readArguments(args), buildOutcome(failed))
  return { status: 404, body: { error } }
}

/** The trace has the arguments as the model gave them, whatever the framework made of them. */
function keepGiven({ tool, id, args, context }: OpenCall, answer: CallAnswer | undefined): CallAnswer {
  const outcome = context.recorder.findOutcome(id)
  if (outcome !== undefined) context.recorder.settle(id, readArguments(args), outcome)
  return (
    answer ??
    answerLate(context.address.token, tool) ??
    createRefusal(404, 'not_found', `unknown tool "${tool}"`)
  )
}

/** Why nothing can answer a call. */
function findProblem({ tool, parameters, context }: OpenCall): string | undefined {
  const known = context.tools.get(tool)
  if (known === undefined)
    return `nothing answers for the agent's own tool ${JSON.stringify(tool)}: define a simulator of its name (option \`simulators\`), record the suite by \`tracewright record\`, or let the tool answer itself (option \`live\`)`
  // A recording knows the parameters that were used, and no others.
  return isRecorded(known) ? undefined : describeDifference(tool, parameters, known)
}
