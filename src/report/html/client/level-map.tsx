import type { ComponentChildren } from 'preact'
import type { Metrics } from '../../../schema/summary.ts'
import { HeatCard, ShareCell } from './heat.tsx'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { LEVEL_ORDER, LEVEL_WORDS } from './words.ts'

const COLUMNS: [keyof Metrics, string][] = [
  ['selection', 'selection'],
  ['arguments', 'arguments'],
  ['data_flow', 'data flow'],
  ['completion', 'completion'],
  ['score', 'score'],
  ['solved', 'solved'],
]

function Row({
  metrics,
  name,
  total = false,
}: {
  metrics: Metrics
  name: ComponentChildren
  total?: boolean
}) {
  return (
    <tr class={total ? 'total' : undefined}>
      <th scope="row">{name}</th>
      <td class="none">{metrics.tasks}</td>
      {COLUMNS.map(([column]) => (
        <ShareCell key={column} share={metrics[column]} />
      ))}
    </tr>
  )
}

/** Levels by metrics, each cell shaded by its share. */
export function LevelMap() {
  const { agent, agentParams } = usePage()
  if (agent === undefined) return null
  const { levels, overall, free_text: free } = agent
  return (
    <HeatCard
      id="levels"
      title="Levels"
      sub="where composition breaks"
      columns={['level', 'tasks', ...COLUMNS.map(([, label]) => label)]}
    >
      {LEVEL_ORDER.map((level) => {
        const metrics = levels[level]
        if (metrics === undefined) return null
        const name = <a href={listHref({ ...agentParams, level })}>{LEVEL_WORDS[level]}</a>
        return <Row key={level} metrics={metrics} name={name} />
      })}
      {free !== undefined && <Row metrics={free} name="Free text" />}
      <Row metrics={overall} name="Overall" total />
    </HeatCard>
  )
}
