import pLimit from 'p-limit'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { costOfTokens, type Money, moneyText, type Price } from './prices.ts'

export interface LimitOptions {
  /** Questions in flight at once. Default 4. */
  readonly concurrency?: number
  /** Calls of the model that this run may make; answers from the file cost none. Default no limit. */
  readonly maxCalls?: number
  /** Tokens, in and out, after which no further call is begun. Default no limit. */
  readonly maxTokens?: number
  /** What a token of the model costs; costs are then counted. Default they are not. */
  readonly price?: Price
  /** Amount of money, in the currency of the price, after which no further call is begun. Default no limit. */
  readonly maxCost?: number
}

/** What a run has used up. */
export interface ModelUsage {
  /** Calls that went to the model. */
  calls: number
  /** Answers that came from the file. */
  replayed: number
  inputTokens: number
  outputTokens: number
  /** What the tokens cost; where the price is known. */
  cost?: Money
}

/** So many failures of the model's service in a row end a run. */
const FAILURES_IN_A_ROW = 3

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
  #failures = 0

  constructor(options: LimitOptions = {}) {
    const limit = pLimit(options.concurrency ?? 4)
    this.turn = (act) => limit(act)
    this.#options = options
    this.addTokens(0, 0)
  }

  /** Begins nothing more; what is in flight is finished. The first reason stays. */
  stop(why: string): void {
    this.stopped ??= why
  }

  /** To be called right before a call of the model. @throws BudgetSpent where none is left */
  beginCall(): void {
    const most = Number.POSITIVE_INFINITY
    const { maxCalls = most, maxTokens = most, maxCost = most } = this.#options
    const { calls, inputTokens, outputTokens, cost } = this.usage
    const tokens = inputTokens + outputTokens
    if (calls >= maxCalls) this.stop(`the budget of ${maxCalls} calls is spent`)
    else if (tokens >= maxTokens) this.stop(`the budget of ${maxTokens} tokens is spent (${tokens})`)
    else if (cost !== undefined && cost.amount >= maxCost)
      this.stop(`the budget of ${moneyText({ ...cost, amount: maxCost })} is spent (${moneyText(cost)})`)
    if (this.stopped !== undefined) throw new BudgetSpent(`Failed to ask the model: ${this.stopped}.`)
    this.usage.calls++
  }

  /** Counts what a call used; a model that does not say costs nothing here. */
  addTokens(input: number, output: number): void {
    this.usage.inputTokens += input
    this.usage.outputTokens += output
    const { price } = this.#options
    if (price !== undefined)
      this.usage.cost = costOfTokens(price, this.usage.inputTokens, this.usage.outputTokens)
  }

  /** Counts an answer that needed no call. */
  addReplay(): void {
    this.usage.replayed++
  }

  /** Takes note that the model answered. */
  noteAnswer(): void {
    this.#failures = 0
  }

  /** Takes note that a question failed; a service that fails again and again is asked no more. */
  noteFailure(error: unknown): void {
    if (++this.#failures >= FAILURES_IN_A_ROW)
      this.stop(`the model failed ${this.#failures} times in a row, at last with: ${messageOf(error)}`)
  }
}

/** Whether a call failed since nothing is left for it: what it was for is open, not failed. */
export const isBudgetSpent = (error: unknown): boolean =>
  error instanceof Error && error.name === 'BudgetSpent'
