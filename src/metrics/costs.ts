import type { Summary } from '../schema/summary.ts'
import type { Usage } from '../schema/trace.ts'

/** What one attempt took. */
export interface CostRecord {
  /** Null for free text, which is neither: it counts in the totals alone. */
  solved: boolean | null
  /** Left out where it is not known. */
  usage?: Usage | undefined
  /** Number of tool calls. */
  calls: number
  /** Wall time in milliseconds; left out where it is not known. */
  duration_ms?: number | undefined
}

/** Mean costs of an attempt: calls, tokens, turns and time. */
export type Costs = Summary['costs']

const sumAmounts = (items: readonly { amount: number }[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0)

function summarizeCost(
  records: readonly CostRecord[],
  amountOf: (record: CostRecord) => number | undefined,
): Costs['tool_calls'] {
  const stated = records.flatMap((record) => {
    const amount = amountOf(record)
    return amount === undefined ? [] : [{ amount, solved: record.solved }]
  })
  if (stated.length === 0) return { total: null, per_solved: null, unknown: records.length }
  const total = sumAmounts(stated)
  const counted = stated.filter((record) => record.solved !== null)
  const solved = counted.filter((record) => record.solved).length
  return {
    total,
    per_solved: solved === 0 ? null : sumAmounts(counted) / solved,
    unknown: records.length - stated.length,
  }
}

/** Costs of attempts: mean, median and total of each known cost. */
export const costsOf = (records: readonly CostRecord[]): Costs => ({
  attempts: records.length,
  solved: records.filter(({ solved }) => solved).length,
  input_tokens: summarizeCost(records, ({ usage }) => usage?.input_tokens),
  output_tokens: summarizeCost(records, ({ usage }) => usage?.output_tokens),
  model_calls: summarizeCost(records, ({ usage }) => usage?.model_calls),
  tool_calls: summarizeCost(records, ({ calls }) => calls),
  duration_ms: summarizeCost(records, ({ duration_ms }) => duration_ms),
})
