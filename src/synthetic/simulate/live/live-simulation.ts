import type { BaseCache } from '@langchain/core/caches'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type AskCounts, askerOf } from '../../../models/ask.ts'
import { modelCaller } from '../../../models/call-model.ts'
import type { Limits } from '../../../models/limits.ts'
import { messageOf, TracewrightError } from '../../../shared/errors.ts'
import { type JsonObject, stableJson } from '../../../shared/json.ts'
import type { Simulator } from '../../../simulators/define-simulator.ts'
import { executeTool } from '../../../simulators/execute.ts'
import { ToolError } from '../../../simulators/tool-error.ts'
import type { World } from '../../../world/world.ts'
import type { SyntheticToolkit } from '../../toolkit/toolkit.ts'
import type { SyntheticCall } from '../../validate/validate.ts'
import type { EarlierCall, OutputAsked } from '../output-question.ts'
import { settleCall } from '../respond.ts'
import type { SyntheticResponse } from '../response.ts'
import { simulatorsOf } from '../simulators.ts'
import { wireName } from '../wire-name.ts'
import { firstConflict, type LiveAnswer, liveQuestion } from './live-question.ts'

export interface LiveOptions {
  readonly model: BaseChatModel
  /** Keeps the answers, under the whole question; a run with the same calls needs no model. */
  readonly cache: BaseCache
  readonly limits: Limits
  /** How often an answer is asked for until it fits. Default 3. */
  readonly attempts?: number
  /** Counted up as answers come in. */
  readonly counts?: AskCounts
}

/** Tools that a chat model answers for, where nothing else says what they give. */
export interface LiveSimulation {
  readonly simulators: Simulator[]
  /**
   * Runs something that calls the simulators, and asks the model for every answer that it found missing, until none is
   * missing. It must be repeatable: it is run from the beginning each time.
   */
  settle<T>(act: () => T): Promise<T>
  /** Why questions have no answer, in their order; what was simulated without them says nothing of an agent. */
  readonly failures: readonly string[]
}

/** Said by a simulator whose answer the model did not give yet. */
class MissingAnswer extends Error {
  override readonly name = 'MissingAnswer'
}

/**
 * The writes of this world's tools so far. Only those, and in an order of their own: what a tool answers may hang on the
 * state and on what was changed, not on what was read or on how an agent ordered what is independent, or no attempt could
 * be run again.
 */
function earlierWrites({ tools }: SyntheticToolkit, world: World): EarlierCall[] {
  const names = new Map(tools.map(({ name }) => [wireName(name), name]))
  return world.journal
    .flatMap(({ tool, arguments: args }) => {
      const name = names.get(tool)
      return name === undefined ? [] : [{ tool: name, args, output: {} }]
    })
    .toSorted((a, b) => (stableJson(a) < stableJson(b) ? -1 : 1))
}

const STATUS = { authentication: 409, existence: 404, state: 409 } as const

/**
 * The tools of a toolkit, live: a call is checked against the specification and the state; a known one is given as it is
 * known, unless something changed what it speaks of; what follows from the state follows; and a chat model answers the
 * rest, or says what in the state speaks against the call. Simulators answer at once or not at all: each says by
 * `prepare` that the model has to be asked first.
 */
export function liveSimulation(toolkit: SyntheticToolkit, options: LiveOptions): LiveSimulation {
  const { model, cache, limits, attempts = 3, counts } = options
  const ask = askerOf(modelCaller(model, cache, limits), {
    attempts,
    ...(counts === undefined ? {} : { counts }),
  })
  const answers = new Map<string, LiveAnswer | { failure: string }>()
  const missing = new Map<string, OutputAsked>()
  const failures: string[] = []

  const answerOf = (asked: OutputAsked): LiveAnswer => {
    const key = liveQuestion(asked).prompt
    const known = answers.get(key)
    if (known === undefined) {
      missing.set(key, asked)
      throw new MissingAnswer(`the model was not asked for an answer of ${asked.tool.name}`)
    }
    if (!('failure' in known)) return known
    failures.push(known.failure)
    throw new TracewrightError(known.failure)
  }

  function respond(call: Omit<SyntheticCall, 'state'>, _: SyntheticToolkit, world: World): SyntheticResponse {
    const before = world.snapshot()
    const said = settleCall(call, toolkit, world)
    if (!('open' in said)) return said
    try {
      const answer = answerOf({ ...said.open, earlier: earlierWrites(toolkit, world) })
      const conflict = firstConflict(answer.conflicts)
      if (conflict !== undefined)
        throw new ToolError(STATUS[conflict.kind], conflict.message, conflict.parameter ?? undefined)
      return { verdict: said.verdict, output: { ...answer.output, ...said.open.settled }, origin: 'model' }
    } catch (error) {
      world.restore(before)
      throw error
    }
  }

  async function askFor(key: string, asked: OutputAsked): Promise<void> {
    const failed = (why: string): void => {
      answers.set(key, { failure: `Failed to have the model answer a call of "${asked.tool.name}": ${why}` })
    }
    try {
      const answer = await limits.turn(() => ask(liveQuestion(asked)))
      limits.noteAnswer()
      if (answer.ok) answers.set(key, answer.value)
      else failed(`no answer of ${attempts} fits: ${answer.problems.join('; ')}.`)
    } catch (error) {
      if (!(error instanceof TracewrightError)) limits.noteFailure(error)
      failed(messageOf(error))
    }
  }

  async function settle<T>(act: () => T): Promise<T> {
    for (;;) {
      missing.clear()
      let done: { value: T } | undefined
      let thrown: unknown
      try {
        done = { value: act() }
      } catch (error) {
        thrown = error
      }
      const open = [...missing]
      missing.clear()
      if (open.length === 0) {
        if (done === undefined) throw thrown
        return done.value
      }
      await Promise.all(open.map(([key, asked]) => askFor(key, asked)))
    }
  }

  const simulators = simulatorsOf(toolkit, respond).map(
    (simulator): Simulator => ({
      ...simulator,
      async prepare(args: JsonObject, world: World) {
        await settle(() => executeTool(simulator, args, world.fork()))
      },
    }),
  )
  return { simulators, settle, failures }
}
