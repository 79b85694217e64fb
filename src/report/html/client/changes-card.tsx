import type { ComponentChildren } from 'preact'
import type { GateChanges } from '../../../schema/gate.ts'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import type { Params } from './route.ts'
import { ShareCell, TableCard } from './table-card.tsx'
import { LEVEL_ORDER, LEVEL_WORDS } from './words.ts'

const COUNTS = [
  ['regressed', 'regressed'],
  ['suspected', 'suspected'],
  ['improved', 'improved'],
  ['added', 'new'],
] as const

interface ChangesRowProps {
  name: ComponentChildren
  changes: GateChanges['overall']
  params: Params
  total?: boolean
}

const Row = ({ name, changes, params, total = false }: ChangesRowProps) => (
  <tr class={total ? 'total' : undefined}>
    <th scope="row">{name}</th>
    <td>{changes.tasks}</td>
    <ShareCell share={changes.before} />
    <ShareCell share={changes.now} />
    {COUNTS.map(([count, change]) => (
      <td key={change}>
        {changes[count] > 0 && <a href={listHref({ ...params, change })}>{changes[count]}</a>}
      </td>
    ))}
    <td>{changes.removed || ''}</td>
  </tr>
)

/** How the run of the chosen agent differs from its baseline, by level; counts lead to the tasks. */
export function ChangesCard() {
  const { gate, agentParams } = usePage()
  if (gate?.changes === undefined) return null
  const { baseline, removed, changes } = gate
  const { overall, levels } = changes
  return (
    <TableCard
      id="changes"
      title="What changed since the baseline"
      sub={`${baseline}: share of attempts solved, mean over ${overall.tasks} compared tasks`}
      columns={['level', 'tasks', 'in the baseline', 'now', ...COUNTS.map(([, change]) => change), 'gone']}
      below={
        <p class="more muted">
          Regressed: confirmed by reruns. Suspected: looked worse at first, and that was not confirmed.
          Improved: looks better by the same measure, and was not looked at again.
          {overall.removed > 0 && ` Gone: ${removed.join(', ')}.`}{' '}
          <a href={listHref({ ...agentParams, change: 'any' })}>All changed tasks</a>
        </p>
      }
    >
      {LEVEL_ORDER.map((level) => {
        const row = levels[level]
        if (row === undefined) return null
        return <Row key={level} name={LEVEL_WORDS[level]} changes={row} params={{ ...agentParams, level }} />
      })}
      <Row name="Overall" changes={overall} params={agentParams} total />
    </TableCard>
  )
}
