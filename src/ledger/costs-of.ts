import type { CostFigure } from '../schema/ledger.ts'
import type { AttemptRecord } from '../schema/run.ts'

/** What an attempt cost, as far as it says: an agent that states no usage leaves zeros. */
export function attemptCosts({
  calls,
  usage,
}: Pick<AttemptRecord, 'calls' | 'usage'>): Partial<Record<CostFigure, number>> {
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0)
  const turns = usage?.model_calls ?? 0
  return { calls, ...(tokens > 0 ? { tokens } : {}), ...(turns > 0 ? { turns } : {}) }
}
