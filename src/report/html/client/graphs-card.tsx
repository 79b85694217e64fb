import { useMemo } from 'preact/hooks'
import type { AttemptDetail, Plan } from '../../../schema/report.ts'
import { Card } from './card.tsx'
import { formatPlural } from './format.ts'
import { buildActualGraph, type Graph, planGraph } from './graph.ts'
import { GraphFigure } from './graph-figure.tsx'
import { FLOW_ORDER, FLOW_WORDS } from './words.ts'

const Dash = ({ dash }: { dash: string }) => (
  <svg viewBox="0 0 38 10" aria-hidden="true">
    <path d="M0 5h38" stroke-dasharray={dash} />
  </svg>
)

/** What the dashes and colours of the edges mean; only the verdicts that occur, unless none does. */
function Legend({ graph }: { graph: Graph }) {
  const present = FLOW_ORDER.filter((flow) => graph.edges.some((edge) => edge.flow === flow))
  const order = graph.edges.some(({ flow }) => flow === 'order')
  if (present.length === 0 && !order) return null
  return (
    <ul class="legend" aria-label="Legend of the edges">
      {present.map((flow) => (
        <li key={flow} class={`f-${flow}`}>
          <Dash dash={FLOW_WORDS[flow].dash} />
          {FLOW_WORDS[flow].label}
          <span class="muted">{FLOW_WORDS[flow].meaning}</span>
        </li>
      ))}
      {order && (
        <li class="f-order">
          <Dash dash="2 4" />
          order
          <span class="muted">no value is passed on</span>
        </li>
      )}
    </ul>
  )
}

/** The expected trace and what the agent did, side by side. */
export function GraphsCard({
  plan,
  others,
  detail,
}: {
  plan: Plan
  /** How many alternatives the task has. */
  others: number
  detail: AttemptDetail | undefined
}) {
  const expected = useMemo(() => planGraph(plan), [plan])
  const actual = useMemo(
    () => (detail === undefined || !detail.traced ? undefined : buildActualGraph(plan, detail)),
    [plan, detail],
  )
  return (
    <Card
      id="graphs"
      title={actual ? 'Expected and actual' : 'Expected trace'}
      head={others > 0 && <p>{formatPlural(others, 'other plan')} would solve it too</p>}
    >
      <div class="graphs">
        <GraphFigure
          graph={expected}
          title="Expected"
          sub={`${formatPlural(expected.nodes.length, 'step')}, ${formatPlural(expected.edges.length, 'edge')}`}
        />
        {actual && (
          <GraphFigure graph={actual} title="Actual" sub={formatPlural(detail?.calls.length ?? 0, 'call')} />
        )}
      </div>
      <Legend graph={actual ?? expected} />
    </Card>
  )
}
