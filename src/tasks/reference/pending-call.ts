import { placeError } from './call-place.ts'
import type { Caller } from './function-run.ts'
import type { ReferenceFunctionError } from './reference-error.ts'

/** Comes to a value in the second microtask from now. Promises in between would take longer than most simulators. */
const settleLater = <T>(finish: () => T): PromiseLike<T> =>
  createThenable((resolve) => resolve(createThenable((resolve) => resolve(finish()))))

/** A promise asks for `then` in the next microtask, and is rejected if it throws. */
const createThenable = <T>(act: (resolve: (value: T | PromiseLike<T>) => void) => void): PromiseLike<T> =>
  // biome-ignore lint/suspicious/noThenProperty: what makes it a thenable.
  ({ then: act }) as PromiseLike<T>

/** The promise of a call. It knows whether something waits for it. */
export class CallPromise<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  isAwaited = false
  isSettled = false

  /**
   * @param act Acts at once; what it returns makes, later, what the function gets
   * @param stop Takes an error of it
   */
  static start<T>(act: () => (() => T) | Promise<() => T>, stop: (error: unknown) => void): CallPromise<T> {
    const promise: CallPromise<T> = new CallPromise<T>((resolve) => {
      // Later than the end of a function that does not wait for it.
      const settle = (finish: () => T): void => resolve(settleLater(() => promise.settle(finish)))
      try {
        const finish = act()
        if (finish instanceof Promise) finish.then(settle, stop)
        else settle(finish)
      } catch (error) {
        stop(error)
      }
    })
    return promise
  }

  private settle(finish: () => T): T {
    this.isSettled = true
    try {
      return finish()
    } catch (error) {
      // Without a handler, a rejection that nobody waits for ends the process; the run reports it.
      super.then(undefined, () => {})
      throw error
    }
  }

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
