import type { JudgeModel } from '../../../models/judge/judge-model.ts'
import type { LimitOptions } from '../../../models/limits.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import type { World } from '../../../tools/world/world.ts'
import type { SyntheticToolkit } from '../../toolkit/toolkit.ts'
import type { SyntheticCall } from '../../validate/validate.ts'
import type { SyntheticResponse } from '../respond.ts'

// Apart from what asks the model: public types name these, and must be readable without LangChain.

/** Tools that a chat model answers for, where nothing else says what they give. */
export interface LiveSimulation {
  /** One for each tool of the toolkit. */
  readonly simulators: Simulator[]
  /**
   * Runs something that calls the simulators, and asks the model for every answer that it found missing, until none is
   * missing. It must be repeatable: it is run from the beginning each time.
   */
  settle<T>(act: () => T): Promise<T>
  /** Answers one call in a world. Throws an `UnansweredCall` where the model has no answer, with why it failed as cause. */
  respond(call: Omit<SyntheticCall, 'state'>, world: World): Promise<SyntheticResponse>
  /** The toolkit with the answers that were given so far. */
  keepAnswers(): SyntheticToolkit
}

/** The model that answers for tools, and the file that keeps its answers. */
export interface LiveModel extends LimitOptions {
  /** A LangChain chat model, or the name of one as `provider:name`. */
  model: JudgeModel | string
  /** File of answers, JSON Lines; what is in it is not asked for again, so that a run replays. */
  cache: string
  /** How often an answer is asked for until it fits. Default 3. */
  attempts?: number
}
