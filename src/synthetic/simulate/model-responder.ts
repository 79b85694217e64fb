import type { BaseCache } from '@langchain/core/caches'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { askerOf } from '../../models/ask.ts'
import { modelCaller } from '../../models/call-model.ts'
import type { Limits } from '../../models/limits.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { World } from '../../world/world.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { SyntheticCall } from '../validate/validate.ts'
import { idsByKind } from './kinds/ids-by-kind.ts'
import { wholeToolkit } from './kinds/whole-toolkit.ts'
import { type EarlierCall, outputQuestion } from './output-question.ts'
import { settleCall } from './respond.ts'
import type { SyntheticResponse } from './response.ts'
import { stateOf } from './state.ts'

export interface ModelResponderOptions {
  readonly toolkit: SyntheticToolkit
  readonly model: BaseChatModel
  /** Keeps the answers, under the whole question. */
  readonly cache: BaseCache
  readonly limits: Limits
  /** Runs a question when its turn has come. Default: that of the limits, which a caller that holds one must not wait for. */
  readonly turn?: Limits['turn']
  /** How often an answer is asked for until it fits. Default 3. */
  readonly attempts?: number
}

/** Simulates a call; `earlier` are those before it in the same world. */
export type ModelResponder = (
  call: Omit<SyntheticCall, 'state'>,
  world: World,
  earlier?: readonly EarlierCall[],
) => Promise<SyntheticResponse>

/**
 * Simulates calls with a chat model for what would otherwise be made up. Validation, known results and what follows from
 * the state stay as they are without one. An answer has to have the shape of the output, keep to its closed lists and
 * ranges, and repeat what is settled and what is named like an argument.
 *
 * @throws TracewrightError where no answer fits after all attempts; the world is then as it was before the call.
 *   BudgetSpent where no call of the model is left
 */
export function modelResponder(options: ModelResponderOptions): ModelResponder {
  const { toolkit, model, cache, limits, turn = limits.turn, attempts = 3 } = options
  const ask = askerOf(modelCaller(model, cache, limits), { attempts })
  return async (call, world, earlier = []) => {
    const before = world.snapshot()
    const settled = settleCall(call, toolkit, world)
    if (!('tool' in settled)) return { verdict: settled.verdict, output: null, origin: null }
    const { verdict, tool, args, output, origin } = settled
    if (origin !== null) return { verdict, output, origin }
    const state = stateOf(world, toolkit)
    const ids = idsByKind(wholeToolkit(toolkit).kinds, state)
    const question = outputQuestion({ tool, args, settled: output, state, ids, earlier, seed: world.seed })
    try {
      const answer = await turn(() => ask(question))
      limits.noteAnswer()
      if (answer.ok) return { verdict, output: { ...answer.value, ...output }, origin: 'model' }
      throw new TracewrightError(
        `Failed to have the model answer a call of "${tool.name}" in ${attempts} attempts: ` +
          `${answer.problems.join('; ')}. Give more attempts or another model.`,
      )
    } catch (error) {
      world.restore(before)
      if (!(error instanceof TracewrightError)) limits.noteFailure(error)
      throw error
    }
  }
}
