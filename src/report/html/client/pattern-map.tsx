import { useState } from 'preact/hooks'
import { HeatCard } from './heat.tsx'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import type { Params } from './route.ts'
import { type IndexedTask, tally } from './task-index.ts'

const SHOWN = 12

interface Row {
  pattern: string
  tasks: number
  solved: number
  causes: Map<string, number>
}

function rowsOf(entries: readonly IndexedTask[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { task, status, cause } of entries) {
    if (task.pattern === undefined) continue
    const row = rows.get(task.pattern) ?? { pattern: task.pattern, tasks: 0, solved: 0, causes: new Map() }
    rows.set(task.pattern, row)
    row.tasks += 1
    if (status === 'solved') row.solved += 1
    if (cause !== undefined) row.causes.set(cause, (row.causes.get(cause) ?? 0) + 1)
  }
  const failed = (row: Row): number => [...row.causes.values()].reduce((sum, count) => sum + count, 0)
  return [...rows.values()].sort((a, b) => failed(b) - failed(a) || (a.pattern < b.pattern ? -1 : 1))
}

function Count({
  count,
  most,
  well,
  params,
}: {
  count: number
  most: number
  well?: boolean
  params: Params
}) {
  if (count === 0)
    return (
      <td class="zero">
        <span class="hidden">0</span>
      </td>
    )

  return (
    <td
      class={`count ${well ? 'well' : ''}`}
      style={{ '--t': `${Math.round(25 + (75 * count) / Math.max(1, most))}%` }}
    >
      <a class="cell-link" href={listHref(params)}>
        {count}
      </a>
    </td>
  )
}

/** Patterns by outcome: how many tasks of a pattern were solved, and how many failed for which cause. */
export function PatternMap() {
  const { entries, agentParams: base } = usePage()
  const [all, setAll] = useState(false)
  const rows = rowsOf(entries)
  if (rows.length === 0) return null
  const causes = tally(entries.map(({ cause }) => cause)).map(([cause]) => cause)
  const most = Math.max(...rows.flatMap(({ causes, solved }) => [solved, ...causes.values()]))
  const shown = all ? rows : rows.slice(0, SHOWN)
  return (
    <HeatCard
      id="patterns"
      title="Patterns"
      sub="tasks by outcome, most failures first"
      kind="patterns"
      shaded={false}
      columns={['pattern', 'solved', ...causes]}
      below={
        rows.length > SHOWN && (
          <p class="more">
            <button type="button" class="button" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${rows.length} patterns`}
            </button>
          </p>
        )
      }
    >
      {shown.map(({ pattern, solved, causes: counts }) => (
        <tr key={pattern}>
          <th scope="row">
            <a href={listHref({ ...base, pattern })}>{pattern}</a>
          </th>
          <Count count={solved} most={most} well params={{ ...base, pattern, status: 'solved' }} />
          {causes.map((cause) => (
            <Count
              key={cause}
              count={counts.get(cause) ?? 0}
              most={most}
              params={{ ...base, pattern, cause }}
            />
          ))}
        </tr>
      ))}
    </HeatCard>
  )
}
