import { z } from 'zod'
import { readDocument } from '../shared/read-document.ts'

const amount = z.number().min(0)
const pricesSchema = z.strictObject({
  /** What amounts are in; only shown. */
  currency: z.string().min(1),
  /** Tokens that a price is for. */
  per: z.number().positive().default(1_000_000),
  /** By `provider:name`, or by the name alone that the provider gives. */
  models: z.record(z.string().min(1), z.strictObject({ input: amount, output: amount })),
})

/** A table of prices. None comes with tracewright: they change, and differ from contract to contract. */
export type Prices = z.infer<typeof pricesSchema>

/** What tokens of one model cost. */
export interface Price {
  /** Code of the currency, such as `USD`. */
  readonly currency: string
  /** Of one token. */
  readonly input: number
  /** Of one token that the model gives. */
  readonly output: number
}

/** An amount in one currency. */
export interface Money {
  /** In whole units of the currency, not cents. */
  amount: number
  /** Code of the currency, such as `USD`. */
  currency: string
}

/**
 * Reads a table of prices: `{"currency":"USD","per":1000000,"models":{"openai:NAME":{"input":1,"output":4}}}`.
 *
 * @throws TracewrightError if the file is missing or is not a table of prices
 */
export const readPrices = (file: string): Prices =>
  readDocument(file, pricesSchema, { what: 'prices ', advice: 'Correct the file or its path' })

/**
 * The price of a model, by the first of its names that the table has; where a name is `provider:name` the name alone
 * will do. Undefined where the table has none of them.
 */
export function findPrice({ currency, per, models }: Prices, names: readonly string[]): Price | undefined {
  const all = names.flatMap((name) => [name, name.slice(name.indexOf(':') + 1)])
  const name = all.find((one) => Object.hasOwn(models, one))
  const found = name === undefined ? undefined : models[name]
  return found && { currency, input: found.input / per, output: found.output / per }
}

export const computeTokenCost = ({ currency, ...price }: Price, input: number, output: number): Money => ({
  amount: input * price.input + output * price.output,
  currency,
})

/** An amount for people: `0.0123 USD`, to four significant digits. */
export const formatMoney = ({ amount: sum, currency }: Money): string =>
  `${sum === 0 ? '0' : Number(sum.toPrecision(4))} ${currency}`
