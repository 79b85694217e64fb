import pLimit from 'p-limit'
import { TracewrightError } from '../../shared/errors.ts'

export interface LimitOptions {
  /** Questions in flight at once. Default 4. */
  readonly concurrency?: number
  /** Calls of the model that this run may make; answers from the file cost none. Default no limit. */
  readonly maxCalls?: number
  /** Tokens, in and out, after which no further call is begun. Default no limit. */
  readonly maxTokens?: number
}

/** What a run has used up. */
export interface ModelUsage {
  /** Calls that went to the model. */
  calls: number
  /** Answers that came from the file. */
  replayed: number
  inputTokens: number
  outputTokens: number
}

/** Thrown in place of a call for which nothing is left. */
export class BudgetSpent extends TracewrightError {
  override readonly name = 'BudgetSpent'
}

/** Keeps a run within its concurrency and its budget, and stops it where either is at an end. */
export class Limits {
  readonly usage: ModelUsage = { calls: 0, replayed: 0, inputTokens: 0, outputTokens: 0 }
  /** Runs a function when its turn has come. */
  readonly turn: <T>(act: () => Promise<T>) => Promise<T>
  /** Why nothing more is begun; undefined while the run goes on. */
  stopped: string | undefined
  readonly #options: LimitOptions

  constructor(options: LimitOptions = {}) {
    const limit = pLimit(options.concurrency ?? 4)
    this.turn = (act) => limit(act)
    this.#options = options
  }

  /** Begins nothing more; what is in flight is finished. The first reason stays. */
  stop(why: string): void {
    this.stopped ??= why
  }

  /** To be called right before a call of the model. @throws BudgetSpent where none is left */
  beginCall(): void {
    const { maxCalls = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY } = this.#options
    const { calls, inputTokens, outputTokens } = this.usage
    const tokens = inputTokens + outputTokens
    if (calls >= maxCalls) this.stop(`the budget of ${maxCalls} calls is spent`)
    else if (tokens >= maxTokens) this.stop(`the budget of ${maxTokens} tokens is spent (${tokens})`)
    if (this.stopped !== undefined) throw new BudgetSpent(`Failed to ask the model: ${this.stopped}.`)
    this.usage.calls++
  }

  /** Counts what a call used; a model that does not say costs nothing here. */
  addTokens(input: number, output: number): void {
    this.usage.inputTokens += input
    this.usage.outputTokens += output
  }

  /** Counts an answer that needed no call. */
  addReplay(): void {
    this.usage.replayed++
  }
}
