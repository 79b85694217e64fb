import type { Hub } from './hub.ts'
import { networkProblem, PassingProblem } from './problem.ts'

/** Ends what holds its signal when nothing was heard for a while. */
export class Watchdog implements Disposable {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #ms: number

  /** @param ms How long silence may last, in milliseconds. */
  constructor(ms: number) {
    this.#ms = ms
    this.#timer = setTimeout(() => this.#controller.abort(), ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Waits for something of a host; says what it means where nothing comes. */
  async hear<T>(url: URL, { proxy }: Hub, what: () => Promise<T>): Promise<T> {
    this.#timer.refresh()
    try {
      return await what()
    } catch (error) {
      if (!this.signal.aborted) throw networkProblem(error, url, proxy)
      throw new PassingProblem(`${url.host} sent nothing for ${this.#ms / 1000} s`)
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }
}
