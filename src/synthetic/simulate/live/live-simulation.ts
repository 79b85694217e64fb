import { z } from 'zod'
import { createAsker, type ModelQuestion } from '../../../models/ask.ts'
import { createModelCaller } from '../../../models/call-model.ts'
import { FileCache } from '../../../models/file-cache.ts'
import { Limits } from '../../../models/limits.ts'
import { isChatModel, loadNamedModel } from '../../../models/named-model.ts'
import { describeThrown, TracewrightError } from '../../../shared/errors.ts'
import { type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { memoizeByObject } from '../../../shared/memoize.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { executeTool } from '../../../tools/execute.ts'
import { listStoredRecords } from '../../../tools/imported/store/given-state.ts'
import { UnansweredCall } from '../../../tools/unanswered-call.ts'
import type { World } from '../../../tools/world/world.ts'
import { readObserved } from '../../audit/judgment.ts'
import { createModelJudge } from '../../audit/model-judge.ts'
import { joinLines } from '../../generate/while-asking.ts'
import { openSentences } from '../../tool-spec/tool-spec.ts'
import { type ModelReply, refusalSchema, type SyntheticToolkit } from '../../toolkit/toolkit.ts'
import { readArgument } from '../../validate/given.ts'
import type { SyntheticCall } from '../../validate/validate.ts'
import { buildOutputSchema } from '../json-schema.ts'
import {
  addAnswer,
  answerSyntheticCall,
  buildResponse,
  type OpenCall,
  type SyntheticResponse,
} from '../respond.ts'
import { simulatorsOf } from '../simulators.ts'
import type { LiveModel, LiveSimulation } from './live-model.ts'

function findOutputProblems(output: JsonObject, { tool, args, settled }: OpenCall): string[] {
  return tool.outputs.flatMap(({ name }) => {
    const value = output[name]
    if (value === undefined) return []
    const due = settled[name] ?? readArgument(args, name, tool)
    const isOther = due !== undefined && stringifyStably(due) !== stringifyStably(value)
    return isOther ? [`"${name}" is ${JSON.stringify(value)} and must be ${JSON.stringify(due)}`] : []
  })
}

/** Whether a text names a record of the state: by its key, or by a value of one of its fields. */
function hasRecord(state: JsonObject, { collection, key }: { collection: string; key: string }): boolean {
  return listStoredRecords(state, collection).some(
    (one) => one.key === key || Object.values(one.record).map(String).includes(key),
  )
}

function findRefusalProblems(
  { sentence, record }: NonNullable<ModelReply['refusal']>,
  { tool, state }: OpenCall,
) {
  if ((sentence === null) === (record === null))
    return ['a refusal cites either a sentence of the specification or a record, not both']
  const { description, usage, failureModes, parameters } = tool
  const said = [...failureModes, usage, description, ...parameters.map((one) => one.description)]
  if (sentence !== null && !said.some((text) => text.includes(sentence)))
    return [`the specification does not say "${sentence}": cite it word for word`]
  if (record !== null && !hasRecord(state, record))
    return [`${record.collection} has no record ${JSON.stringify(record.key)}`]
  return []
}

/** Characters of the records, and of the calls before, that are shown. */
const MAX_SHOWN = 24_000

function clipJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)} ... (cut off)`
}

const SYSTEM =
  'You stand in for a software tool on a test bench. A program has checked the form of the call and the rules that it ' +
  'could read. Decide as the specification says whether the tool refuses the call; if not, give its result: in agreement ' +
  'with the arguments, the records and the earlier calls, with figures that add up. Invent only what nothing else tells.'

export const buildAnswerQuestion = (
  open: OpenCall,
  judge: (reply: ModelReply) => Promise<string[]>,
): ModelQuestion<ModelReply> => {
  const { tool, args, settled, state, writes, seed } = open
  const { rules: _, handler: __, ...spec } = tool
  const sentences = openSentences(tool)
  return {
    name: 'tool_response',
    system: SYSTEM,
    prompt: joinLines(
      `Tool: ${JSON.stringify(spec)}`,
      sentences.length === 0
        ? undefined
        : `Nothing has checked these failures yet: ${sentences.map((text) => `"${text}"`).join(' ')}`,
      `Records: ${clipJson(state)}`,
      `Earlier calls that no record shows: ${writes.length === 0 ? 'none' : clipJson(writes)}`,
      `World: ${seed}. Ids, figures and names that nothing tells differ from world to world.`,
      Object.keys(settled).length === 0
        ? undefined
        : `Settled, to be repeated as it is: ${JSON.stringify(settled)}`,
      '',
      `Call: ${JSON.stringify(args)}`,
      'refusal: null where the tool accepts the call. Else the code (404 for a record that is not there, 400 otherwise), ' +
        'the parameter to blame or null, the message, and what refuses it: a sentence of the specification, word for ' +
        'word, or a record by collection and key. Do not make up a reason where nothing says so.',
      'output: null where the call is refused. Else every output under its name; one that is named like an argument ' +
        'repeats it.',
    ),
    schema: z.strictObject({
      refusal: refusalSchema.nullable(),
      output: z.fromJSONSchema(buildOutputSchema(tool)).nullable() as z.ZodType<JsonObject | null>,
    }),
    async check(reply) {
      const { refusal, output } = reply
      if ((refusal === null) === (output === null))
        return ['give either "refusal" or "output"; the other one is null']
      const problems =
        refusal === null ? findOutputProblems(output ?? {}, open) : findRefusalProblems(refusal, open)
      return problems.length > 0 ? problems : judge(reply)
    },
  }
}

export interface LiveOptions {
  readonly model: Parameters<typeof createModelCaller>[0]
  /** Keeps the answers, under the whole question; a run with the same calls needs no model. */
  readonly cache: Parameters<typeof createModelCaller>[1]
  readonly limits: Limits
  /** How often an answer is asked for until it fits. Default 3. */
  readonly attempts?: number | undefined
}

/** Thrown by a simulator whose answer the model did not give yet. */
class MissingAnswer extends Error {
  override readonly name = 'MissingAnswer'
}

type KnownAnswer = { open: OpenCall; reply: ModelReply } | { failure: string; cause?: unknown }

class AskingSimulation implements LiveSimulation {
  readonly simulators: Simulator[]
  private readonly toolkit: SyntheticToolkit
  private readonly limits: Limits
  private readonly attempts: number
  private readonly ask: ReturnType<typeof createAsker>
  private readonly judge: ReturnType<typeof createModelJudge>
  private readonly answers = new Map<string, KnownAnswer>()
  private readonly missing = new Map<string, OpenCall>()

  constructor(toolkit: SyntheticToolkit, { model, cache, limits, attempts = 3 }: LiveOptions) {
    const call = createModelCaller(model, cache, limits)
    this.toolkit = toolkit
    this.limits = limits
    this.attempts = attempts
    this.ask = createAsker(call, { attempts })
    this.judge = createModelJudge(createAsker(call))
    this.simulators = simulatorsOf(toolkit, (...asked) => this.answerOnce(...asked)).map(
      (simulator): Simulator => ({
        ...simulator,
        prepare: async (args: JsonObject, world: World) => {
          await this.settle(() => executeTool(simulator, args, world.fork()))
        },
      }),
    )
  }

  async settle<T>(act: () => T): Promise<T> {
    for (;;) {
      this.missing.clear()
      let done: { value: T } | undefined
      let thrown: unknown
      try {
        done = { value: act() }
      } catch (error) {
        thrown = error
      }
      const open = [...this.missing.values()]
      this.missing.clear()
      if (open.length === 0) {
        if (done === undefined) throw thrown
        return done.value
      }
      await Promise.all(open.map((one) => this.askFor(one)))
    }
  }

  respond(asked: Omit<SyntheticCall, 'state'>, world: World): Promise<SyntheticResponse> {
    return this.settle(() => this.answerOnce(asked, this.toolkit, world))
  }

  keepAnswers(): SyntheticToolkit {
    return [...this.answers.values()].reduce(
      (kept, one) => ('failure' in one ? kept : addAnswer(kept, one.open, one.reply)),
      this.toolkit,
    )
  }

  private answerOnce(
    asked: Omit<SyntheticCall, 'state'>,
    servedToolkit: SyntheticToolkit,
    world: World,
  ): SyntheticResponse {
    const said = answerSyntheticCall(asked, servedToolkit, world)
    if (!('open' in said)) return said
    const reply = this.replyTo(said.open)
    if (reply.refusal === null) said.commit()
    return buildResponse(asked.tool, reply, said.open.settled)
  }

  private replyTo(open: OpenCall): ModelReply {
    const known = this.answers.get(open.key)
    if (known === undefined) {
      this.missing.set(open.key, open)
      throw new MissingAnswer(`the model was not asked for a result of ${open.tool.name}`)
    }
    if (!('failure' in known)) return known.reply
    throw new UnansweredCall(known.failure, { cause: known.cause })
  }

  /** What a second question holds against an answer. */
  private async listObjections({ tool, args, state, writes, settled }: OpenCall, reply: ModelReply) {
    const response = readObserved(buildResponse(tool.name, reply, settled))
    const before = writes.length === 0 ? state : { ...state, earlier_calls: [...writes] }
    const { judgment, reasoning } = await this.judge({ tool, args, response, before }, [])
    return judgment === 'correct' ? [] : [`a judge says ${judgment}: ${reasoning}`]
  }

  private async askFor(open: OpenCall): Promise<void> {
    const noteFailure = (why: string, cause?: unknown): void => {
      const failure = `Failed to simulate a call of "${open.tool.name}" with the model: ${why}`
      this.answers.set(open.key, { failure, ...(cause === undefined ? {} : { cause }) })
    }
    try {
      const question = buildAnswerQuestion(open, (reply) => this.listObjections(open, reply))
      const reply = await this.limits.turn(() => this.ask(question))
      this.limits.noteAnswer()
      if (reply.ok) this.answers.set(open.key, { open, reply: reply.value })
      else noteFailure(`none of ${this.attempts} answers is valid: ${reply.problems.join('; ')}.`)
    } catch (error) {
      if (!(error instanceof TracewrightError)) this.limits.noteFailure(error)
      noteFailure(describeThrown(error), error)
    }
  }
}

/**
 * The tools of a toolkit, live: a chat model answers each call that no rule, handler, known call or kept answer covers,
 * and a second question judges its answer. Simulators answer at once or not at all: each says by `prepare` that the
 * model has to be asked first.
 */
export const createLiveSimulation = (toolkit: SyntheticToolkit, options: LiveOptions): LiveSimulation =>
  new AskingSimulation(toolkit, options)

/** One simulation a toolkit and file: two would each ask, and write into the same file. */
const simulationsOf = memoizeByObject((_: SyntheticToolkit) => new Map<string, Promise<LiveSimulation>>())

/** The tools of a toolkit with a model that answers for them; the same for the same toolkit and file of answers. */
export function openLiveSimulation(toolkit: SyntheticToolkit, options: LiveModel): Promise<LiveSimulation> {
  const byCache = simulationsOf(toolkit)
  const known = byCache.get(options.cache)
  if (known !== undefined) return known
  const { model: given, cache, attempts, ...limits } = options
  const made = (async () => {
    const model = typeof given === 'string' ? await loadNamedModel(given) : given
    if (!isChatModel(model))
      throw new TracewrightError(
        'Failed to simulate tools by a model: expected a LangChain chat model, or its name as `provider:name`.',
      )
    return createLiveSimulation(toolkit, {
      model,
      cache: new FileCache(cache),
      limits: new Limits(limits),
      attempts,
    })
  })()
  byCache.set(options.cache, made)
  // Who is refused may try again with another model.
  made.catch(() => byCache.delete(options.cache))
  return made
}
