import { AsyncLocalStorage } from 'node:async_hooks'
import {
  answerCall,
  answerLate,
  answerPrepared,
  type CallAnswer,
  createRefusal,
} from '../network/answer-call.ts'
import {
  type AttemptContext,
  findAttemptOfRequest,
  isAnswering,
  listAnsweringAttempts,
  runAsAttempt,
} from '../network/context.ts'
import { deliver, readAnswer } from '../run/attempt/agent-tools.ts'
import { Rounds } from '../run/attempt/call-rounds.ts'
import type { Tool } from '../schema/tool.ts'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields, isObject, type Json, type JsonObject } from '../shared/json.ts'
import { nextTurn } from '../shared/timer.ts'
import { isRecorded } from '../tools/define-simulator.ts'

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

function roundsOf(context: AttemptContext): Rounds {
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
  noteRefusal(open, describeThrown(error))
  context.recorder.end(open.id)
}

function begin(call: OwnCall, context: AttemptContext): OpenCall {
  const { tool, args, frameworkId } = call
  const id = context.recorder.begin(tool, readArguments(args), dropUndefinedFields({ frameworkId }))
  return { ...call, id, context, isAnswered: false }
}

async function runInCall<T>(open: OpenCall, run: () => T): Promise<Awaited<T>> {
  const { context, id } = open
  const place = roundsOf(context).begin()
  try {
    const result = await runAsAttempt(context, async () => await openCalls.run(open, run))
    noteRefusal(open, typeof result === 'string' ? result : 'the framework did not run the tool')
    return result
  } catch (error) {
    noteRefusal(open, describeThrown(error))
    throw error
  } finally {
    context.recorder.end(id)
    await roundsOf(context).end(place)
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
 * open.
 *
 * @param given The arguments as the framework read them, with its defaults and conversions
 * @throws ToolCallError where the tool refused the call, or nothing answers for it
 */
export function answerOpenCall<T>(given: unknown, body: () => T): T | Promise<Json> {
  const open = openCalls.getStore()
  return open === undefined ? body() : answerInAttempt(open, given)
}

/**
 * The same for a function that gives its output at once.
 *
 * @throws TracewrightError where the answer would have to be waited for
 */
export function answerNowInAttempt<T>(call: OwnCall, body: () => T): T | Json {
  const context = findAttemptOfCall(call.tool)
  if (context === undefined || openCalls.getStore() !== undefined) return body()
  const open = begin(call, context)
  try {
    const { tool } = call
    const answer = context.tools.needsPreparation(tool)
      ? undefined
      : keepGiven(open, answerNow(open, JSON.stringify(call.args)))
    if (answer === undefined || (answer.wire !== undefined && 'lost' in answer.wire))
      throw new TracewrightError(
        `Failed to answer ${tool}: its answer takes time, and the function is not async. Make the function async, or leave out what takes time: a fault, or a tool that a model simulates.`,
      )
    return readAnswer(tool, answer)
  } finally {
    context.recorder.end(open.id)
  }
}

async function answerInAttempt(open: OpenCall, given: unknown): Promise<Json> {
  open.isAnswered = true
  // Calls that a model asked for together start together.
  await nextTurn()
  const { tool, context, signal } = open
  // A schema may make a text of the arguments, which the simulator takes as the model gave them.
  const text = JSON.stringify(isObject(given as Json) ? given : readArguments(open.args))
  const needsTime = context.tools.needsPreparation(tool) && findProblem(open) === undefined
  const answer = needsTime ? await answerPrepared(tool, text, open.id, context) : answerNow(open, text)
  return deliver(tool, keepGiven(open, answer), signal)
}

function answerNow(open: OpenCall, text: string): CallAnswer | undefined {
  const { tool, id, context, args } = open
  const problem = findProblem(open)
  if (problem === undefined) return isAnswering(context) ? answerCall(tool, text, id, context) : undefined
  const [status, error] = [404, { code: 'unanswered', message: problem }]
  context.recorder.settle(id, readArguments(args), { status, error, committed: false })
  return { status, body: { error } }
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
    return `nothing answers for the agent's own tool ${JSON.stringify(tool)}: define a simulator of its name (option \`simulators\`), or record the suite by \`tracewright record\``
  // A recording knows the parameters that were used, and no others.
  return parameters === undefined || isRecorded(known) ? undefined : findDifference(tool, parameters, known)
}

function findDifference(tool: string, own: readonly string[], { inputSchema }: Tool): string | undefined {
  const simulated = Object.keys((inputSchema.properties ?? {}) as object)
  const lacking = own.filter((name) => !simulated.includes(name))
  const surplus = simulated.filter((name) => !own.includes(name))
  if (lacking.length + surplus.length === 0) return undefined
  const said = [
    ...(lacking.length > 0 ? [`it lacks ${lacking.join(', ')}`] : []),
    ...(surplus.length > 0 ? [`the tool has no ${surplus.join(', ')}`] : []),
  ]
  return `the simulator of ${JSON.stringify(tool)} has other parameters than the agent's own tool: ${said.join('; ')}. Rename one of the tools, or define a simulator with its parameters`
}
