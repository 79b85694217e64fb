import { placeError } from './call-place.ts'
import type { Caller } from './function-run.ts'
import type { ReferenceFunctionError } from './reference-error.ts'

/** The promise of a call. It knows whether something waits for it. */
export class CallPromise<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  isAwaited = false
  isSettled = false

  // biome-ignore lint/suspicious/noThenProperty: `await` asks a subclass of Promise for it.
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isAwaited = true
    return super.then(onFulfilled, onRejected)
  }
}

/** A call of a run, awaited or not. */
export interface PendingCall {
  readonly tool: string
  readonly caller: Caller | undefined
  readonly promise: CallPromise<unknown>
}

/** A call whose result the function ignores: its order is chance. @param thrown What the function throws after it */
export const describeIdleCall = ({ tool, caller }: PendingCall, thrown?: string): ReferenceFunctionError =>
  placeError(
    `nothing awaits a call of ${tool}: await every call${thrown === undefined ? '' : `. After it, the function throws: ${thrown}`}`,
    caller,
  )
