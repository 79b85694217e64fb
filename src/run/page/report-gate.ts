import { agentNameOf } from '../../metrics/contestants.ts'
import type { Gate } from '../../schema/gate.ts'
import type { LedgerEntry } from '../../schema/report.ts'
import type { Case } from '../../schema/run.ts'
import { defined } from '../../shared/json.ts'

/** What the ledger holds of a case, and how that changed. Undefined where its agent has no gate with a verdict. */
export function ledgerEntries(gates: readonly Gate[]): (item: Case) => LedgerEntry | undefined {
  const byAgent = new Map(
    gates
      .filter(({ verdict }) => verdict !== 'error')
      .map((gate) => {
        const known = new Map(gate.changes?.tasks.map((task) => [task.key, task]))
        const added = new Map([
          ...gate.added.map((id) => [id, 'new'] as const),
          ...gate.edited.map((id) => [id, 'edited'] as const),
        ])
        return [agentNameOf(gate), { known, added }]
      }),
  )
  return (item) => {
    const gate = byAgent.get(agentNameOf(item))
    if (gate === undefined) return undefined
    const task = gate.known.get(item.key ?? '')
    if (task === undefined) {
      const change = gate.added.get(item.task_id)
      return change === undefined ? undefined : { successes: 0, attempts: 0, change }
    }
    const { ledger, change, worlds } = task
    return { ...ledger, ...defined({ change, worlds }) }
  }
}
