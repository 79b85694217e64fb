import { useId } from 'preact/hooks'
import type { Graph } from './graph.ts'
import { layOut } from './graph-layout.ts'
import { Box, describeFlow, EdgeMark } from './graph-marks.tsx'

/** Smallest scale at which the letters can still be read. */
const SMALLEST = 0.72

interface GraphFigureProps {
  graph: Graph
  title: string
  sub: string
}

/** A graph of boxes and edges, drawn; the list of steps has its words. */
export function GraphFigure({ graph, title, sub }: GraphFigureProps) {
  const id = useId()
  const { nodes, edges, extras } = graph
  const placed = layOut(graph, describeFlow)
  const { width, height } = placed
  return (
    <figure style={{ flexBasis: `${width}px` }}>
      <figcaption>
        {title} <span class="muted">{sub}</span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="graph-scroll" tabIndex={0} aria-label={`${title}, graph`}>
        <svg
          class="graph"
          viewBox={`0 0 ${width} ${height}`}
          style={{ width: '100%', maxWidth: `${width}px`, minWidth: `${width * SMALLEST}px` }}
          role="img"
          aria-labelledby={`${id}-t ${id}-d`}
        >
          <title id={`${id}-t`}>{title}</title>
          <desc id={`${id}-d`}>
            {`${nodes.length} steps, ${edges.length} edges, ${extras.length} further calls. The steps below say where each value came from.`}
          </desc>
          {edges.map((edge, i) => (
            <EdgeMark key={`${edge.from} ${edge.to}`} edge={edge} at={placed.edges[i]!} />
          ))}
          {nodes.map((node) => (
            <Box key={node.id} node={node} at={placed.nodes.get(node.id)!} />
          ))}
        </svg>
      </section>
      {extras.length > 0 && (
        <div class="apart">
          {nodes.length === 0 ? 'Calls, without verdicts' : 'Calls that fulfil no step'}
          <ul class="chips">
            {extras.map((node) => (
              <li key={node.id} class={`pill ${node.tone}`}>
                {node.caption}: {node.tool}, {node.badge}
              </li>
            ))}
          </ul>
        </div>
      )}
    </figure>
  )
}
