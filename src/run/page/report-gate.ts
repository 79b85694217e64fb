import { agentNameOf, worldsIn } from '../../metrics/contestants.ts'
import type { Gate } from '../../schema/gate.ts'
import type { ChangesRow, LedgerEntry, ReportGate } from '../../schema/report.ts'
import type { Case } from '../../schema/run.ts'
import { LEVELS } from '../../schema/task.ts'
import { defined } from '../../shared/json.ts'

function rowsOf({ changes }: Gate): ChangesRow[] {
  if (changes === undefined) return []
  const { overall, levels } = changes
  return [
    { stratum: 'overall', ...overall },
    ...LEVELS.flatMap((level) => (levels[level] === undefined ? [] : [{ stratum: level, ...levels[level] }])),
  ]
}

/** What a gate said, for the page. Undefined where it came to no verdict; then the run says why. */
export function reportGateOf(gate: Gate): ReportGate | undefined {
  const { verdict, strata, tasks, flips = [] } = gate
  if (verdict === 'error') return undefined
  return {
    agent: agentNameOf(gate),
    verdict,
    ledger: gate.ledger,
    exit: gate.exit,
    looked: tasks.map(({ key: _, reason: __, ...task }) => task),
    evidence: gate.evidence,
    least_broken: gate.least_broken,
    least_broken_tasks: gate.least_broken_tasks,
    reach: gate.reach,
    costs: gate.costs,
    max_cost_increase: gate.max_cost_increase ?? null,
    ...defined({ project: gate.project }),
    edited: gate.edited,
    worlds: worldsIn(gate),
    smallest_drop: gate.smallest_drop,
    strata,
    tasks: [
      ...tasks.filter(({ regressed }) => regressed).map(({ task_id }) => task_id),
      ...new Set(flips.filter(({ real }) => real).map(({ task_id }) => task_id)),
    ],
    // A partial run does not know what is gone, and counts none.
    removed: gate.changes?.overall.removed === 0 ? [] : gate.removed,
    changes: rowsOf(gate),
  }
}

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
