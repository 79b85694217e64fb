import { curveBumpY, line } from 'd3-shape'
import type { Flow } from '../../../schema/report.ts'
import { cut } from './format.ts'
import type { GraphEdge, GraphNode } from './graph.ts'
import { BOX, type Layout, labelWidth, type PlacedBox } from './graph-layout.ts'
import { FLOW_WORDS } from './words.ts'

export const describeFlow = (flow: GraphEdge['flow'] | string): string =>
  flow === 'data' || flow === 'order' ? '' : FLOW_WORDS[flow as Flow].label

const chooseDash = (flow: GraphEdge['flow']): string =>
  flow === 'data' ? '' : flow === 'order' ? '2 4' : FLOW_WORDS[flow].dash

/** The box of a step. */
export function Box({ node, at }: { node: GraphNode; at: PlacedBox }) {
  const left = at.x - at.width / 2
  const top = at.y - at.height / 2
  const shown = node.lines.slice(0, BOX.lines)
  const rest = node.lines.length - shown.length
  const badge = node.badge ?? ''
  return (
    <g class={`node ${node.tone}`} transform={`translate(${left},${top})`}>
      <title>
        {[`${node.caption}: ${node.tool}`, ...node.lines.map(([k, v]) => `${k}: ${cut(v, 300)}`)].join('\n')}
      </title>
      <rect class="box" width={at.width} height={at.height} rx="8" />
      <path class="strip" d={`M0 8a8 8 0 0 1 4-6.9v${at.height - 2.2}A8 8 0 0 1 0 ${at.height - 8}Z`} />
      <text class="caption" x="14" y="18">
        {cut(node.caption, Math.floor((at.width - 34 - badge.length * 6.2) / 5.8))}
      </text>
      {badge !== '' && (
        <text class="badge" x={at.width - 12} y="18">
          {badge}
        </text>
      )}
      <text class="tool" x="14" y="36">
        {cut(node.tool, 25)}
      </text>
      {shown.map(([name, value], i) => (
        <text key={name} class="arg" x="14" y={BOX.head + 10 + i * BOX.line}>
          <tspan class="name">{cut(name, 12)} </tspan>
          {cut(value, 29 - Math.min(12, name.length))}
        </text>
      ))}
      {rest > 0 && (
        <text class="caption" x="14" y={BOX.head + 10 + shown.length * BOX.line}>
          and {rest} more
        </text>
      )}
    </g>
  )
}

const route = line<{ x: number; y: number }>(
  ({ x }) => x,
  ({ y }) => y,
).curve(curveBumpY)
/** Length of an arrow's head, in pixels. */
const TIP = 9

/** The line of an edge, which leaves and enters boxes at right angles and ends where the arrow's head begins. */
function drawPath({ points }: Layout['edges'][number]): string {
  const end = points.at(-1)!
  return route([...points.slice(0, -1), { x: end.x, y: end.y - TIP }]) ?? ''
}

/** An edge with its arrow and the word on it. */
export function EdgeMark({ edge, at }: { edge: GraphEdge; at: Layout['edges'][number] }) {
  const end = at.points.at(-1)!
  const text = describeFlow(edge.flow)
  const width = labelWidth(text)
  return (
    <g class={`edge f-${edge.flow} ${edge.flow}`}>
      <title>
        {[`${edge.from} to ${edge.to}`, ...edge.values.map((value) => cut(value, 200))].join('\n')}
      </title>
      <path d={drawPath(at)} stroke-dasharray={chooseDash(edge.flow)} />
      <path class="tip" d="M0 0-4.5-9 4.5-9Z" transform={`translate(${end.x},${end.y})`} />
      {text !== '' && (
        <g class="tag" transform={`translate(${at.label.x - width / 2},${at.label.y - 9})`}>
          <rect width={width} height="18" rx="9" />
          <text x={width / 2} y="13">
            {text}
          </text>
        </g>
      )}
    </g>
  )
}
