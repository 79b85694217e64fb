import type { ComponentChildren } from 'preact'
import { describeFreeText } from '../../../metrics/free-text.ts'
import type { Interval } from '../../../schema/report.ts'
import type { Metrics } from '../../../schema/summary.ts'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { ShareCell, TableCard } from './table-card.tsx'
import { LEVEL_ORDER, LEVEL_WORDS } from './words.ts'

const COLUMNS: [keyof Metrics, string][] = [
  ['selection', 'selection'],
  ['arguments', 'arguments'],
  ['data_flow', 'data flow'],
  ['completion', 'completion'],
  ['score', 'score'],
]

interface LevelRowProps {
  metrics: Metrics
  name: ComponentChildren
  interval?: Interval | undefined
  total?: boolean
}

const Row = ({ metrics, name, interval, total = false }: LevelRowProps) => (
  <tr class={total ? 'total' : undefined}>
    <th scope="row">{name}</th>
    <td>{metrics.tasks}</td>
    <ShareCell share={metrics.solved} interval={interval} />
    {COLUMNS.map(([column]) => (
      <ShareCell key={column} share={metrics[column]} />
    ))}
  </tr>
)

/** The metrics of the chosen agent, by level and over all tasks. */
export function LevelsCard() {
  const { agent, agentParams } = usePage()
  if (agent === undefined) return null
  const { levels, overall, free_text: free, interval } = agent
  return (
    <TableCard
      id="levels"
      title="Levels"
      sub="where multi-step tasks fail"
      columns={['level', 'tasks', 'solved', ...COLUMNS.map(([, label]) => label)]}
      below={free && <p class="more muted">{describeFreeText(free.tasks, overall.tasks)}</p>}
    >
      {LEVEL_ORDER.map((level) => {
        const metrics = levels[level]
        if (metrics === undefined) return null
        const name = <a href={listHref({ ...agentParams, level })}>{LEVEL_WORDS[level]}</a>
        return <Row key={level} metrics={metrics} name={name} />
      })}
      <Row metrics={overall} name="Overall" interval={interval} total />
      {free !== undefined && <Row metrics={free} name="Free text" />}
    </TableCard>
  )
}
