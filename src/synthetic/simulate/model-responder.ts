import type { BaseCache } from '@langchain/core/caches'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { askerOf } from '../../models/ask.ts'
import { modelCaller } from '../../models/call-model.ts'
import type { Limits } from '../../models/limits.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { World } from '../../world/world.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { SyntheticCall } from '../validate/validate.ts'
import { type EarlierCall, outputQuestion } from './output-question.ts'
import { settleCall } from './respond.ts'
import type { SyntheticResponse } from './response.ts'

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
    const said = settleCall(call, toolkit, world)
    if (!('open' in said)) return said
    const { tool, settled } = said.open
    const question = outputQuestion({ ...said.open, earlier })
    try {
      const answer = await turn(() => ask(question))
      limits.noteAnswer()
      if (answer.ok)
        return { verdict: said.verdict, output: { ...answer.value, ...settled }, origin: 'model' }
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
