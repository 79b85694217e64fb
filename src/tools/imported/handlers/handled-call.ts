import type { JsonObject } from '../../../shared/json.ts'
import type { World } from '../../world/world.ts'
import type { GivenState } from '../store/given-state.ts'
import type { Handler } from './handler.ts'

export interface HandledCall {
  readonly handler: Handler
  /** Name of the tool on the wire, by which its writes are counted. */
  readonly tool: string
  /** The arguments as given, by which equal writes are counted. */
  readonly given: JsonObject
  /** The arguments without defaults, which new ids hang on. */
  readonly said: JsonObject
  /** What arguments say, defaults filled in; a parameter that says nothing is left out. */
  readonly args: JsonObject
  readonly parameters: readonly string[]
  /** Parameters of a closed list, which are compared without regard to case. */
  readonly options: ReadonlySet<string>
  readonly world: World
  readonly state: GivenState
}

export interface HandlerFailure {
  readonly why: 'exists' | 'balance' | 'condition'
  /** The parameter to blame; null for none. */
  readonly parameter: string | null
  readonly message: string
  readonly code: 400 | 404
}

/** What a handler throws to refuse a call that keeps the rules. */
export class HandlerRefusal extends Error {
  override readonly name = 'HandlerRefusal'
  readonly failure: HandlerFailure

  constructor(failure: HandlerFailure) {
    super(failure.message)
    this.failure = failure
  }
}
