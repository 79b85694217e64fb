import pLimit from 'p-limit'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { computeTokenCost, formatMoney, type Money, type Price } from './prices.ts'
import { ModelUnreachable } from './unreachable.ts'

/** What the calls of a model may take. */
export interface LimitOptions {
  /** Questions in flight at once. Default 4. */
  readonly concurrency?: number
  /** Calls of the model that this run may make; answers from the file cost none. Default no limit. */
  readonly maxCalls?: number
  /** Tokens, in and out, after which no further call is begun. Default no limit. */
  readonly maxTokens?: number
  /** What a token of the model costs; costs are then counted. Default they are not. */
  readonly price?: Price
  /**
   * Amount of money, in the currency of the price, that the calls may cost. A call is begun where there is room for it
   * beside those in flight, each taken for as dear as the dearest so far; so at most one call goes beyond. Default no
   * limit.
   */
  readonly maxCost?: number
  /** Is told before a stage asks what it may take. */
  readonly onEstimate?: (estimate: Estimate) => void
}

/** What a stage may take, if every question is answered at once. */
export interface Estimate {
  /** Name of the stage. */
  readonly stage: string
  /** Calls of the model. */
  readonly calls: number
  /** By the mean of the calls before; assumed for the first. */
  readonly inputTokens: number
  /** By the mean of the calls before; assumed for the first. */
  readonly outputTokens: number
  /** Where the price is known. */
  readonly cost?: Money
}

/** Tokens of a question and of an answer, for estimates before any is known. */
const ASSUMED = { input: 1_500, output: 600 }

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

/** This many failures of the model's service in a row end a run. */
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
  #inFlight = 0
  /** Cost of the dearest call; undefined until one has told its tokens. */
  #dearest: number | undefined
  #waiting: (() => void)[] = []

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

  /** Tells what a stage may take. */
  announce(stage: string, calls: number): void {
    if (calls === 0) return
    const { price, onEstimate } = this.#options
    const { calls: made, inputTokens, outputTokens } = this.usage
    const mean = made === 0 ? ASSUMED : { input: inputTokens / made, output: outputTokens / made }
    const input = Math.round(calls * mean.input)
    const output = Math.round(calls * mean.output)
    onEstimate?.({
      stage,
      calls,
      inputTokens: input,
      outputTokens: output,
      ...(price === undefined ? {} : { cost: computeTokenCost(price, input, output) }),
    })
  }

  /** Makes a call of the model once the budget has room for it. @throws BudgetSpent where nothing is left */
  async call<T>(act: () => Promise<T>): Promise<T> {
    while (!this.#hasBegun()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await act()
    } finally {
      this.#inFlight--
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  /** Whether a call could be begun, and is; otherwise one in flight has to end first. */
  #hasBegun(): boolean {
    const most = Number.POSITIVE_INFINITY
    const { maxCalls = most, maxTokens = most, maxCost = most } = this.#options
    const { calls, inputTokens, outputTokens, cost } = this.usage
    const tokens = inputTokens + outputTokens
    if (calls >= maxCalls) this.stop(`the budget of ${maxCalls} calls is spent`)
    else if (tokens >= maxTokens) this.stop(`the budget of ${maxTokens} tokens is spent (${tokens})`)
    else if (cost !== undefined && cost.amount >= maxCost)
      this.stop(`the budget of ${formatMoney({ ...cost, amount: maxCost })} is spent (${formatMoney(cost)})`)
    if (this.stopped !== undefined) throw new BudgetSpent(`Failed to ask the model: ${this.stopped}.`)
    const isBounded = cost !== undefined && maxCost !== most
    const reserved = this.#inFlight * (this.#dearest ?? most)
    if (isBounded && this.#inFlight > 0 && cost.amount + reserved >= maxCost) return false
    this.usage.calls++
    this.#inFlight++
    return true
  }

  /** Counts what a call used; a model that does not say costs nothing here. */
  addTokens(input: number, output: number): void {
    this.usage.inputTokens += input
    this.usage.outputTokens += output
    const { price } = this.#options
    if (price === undefined) return
    this.usage.cost = computeTokenCost(price, this.usage.inputTokens, this.usage.outputTokens)
    if (input + output > 0)
      this.#dearest = Math.max(this.#dearest ?? 0, computeTokenCost(price, input, output).amount)
  }

  /** Counts an answer that needed no call. */
  addReplay(): void {
    this.usage.replayed++
  }

  noteAnswer(): void {
    this.#failures = 0
  }

  /** Takes note that a question failed; a service that cannot be reached, or fails again and again, is asked no more. */
  noteFailure(error: unknown): void {
    if (error instanceof ModelUnreachable) this.stop(error.message)
    if (++this.#failures >= FAILURES_IN_A_ROW)
      this.stop(
        `the model failed ${this.#failures} times in a row, the last time with: ${describeThrown(error)}`,
      )
  }
}

/** Whether a call failed since nothing is left for it: what it was for is open, not failed. */
export const isBudgetSpent = (error: unknown): boolean =>
  error instanceof Error && error.name === 'BudgetSpent'
