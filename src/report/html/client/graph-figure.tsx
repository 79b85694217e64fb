import { useId } from 'preact/hooks'
import type { Graph, GraphNode } from './graph.ts'
import { BOX, boxHeight, type Direction, layOut, type Placed } from './graph-layout.ts'
import { Box, EdgeMark, labelOf } from './graph-marks.tsx'

/** Smallest scale at which the letters can still be read. */
const SMALLEST = 0.72
const GAP = 26

/** Places calls that fulfil no step in rows below the graph. */
function placeExtras(
  extras: readonly GraphNode[],
  width: number,
  top: number,
): { places: Placed[]; bottom: number } {
  const columns = Math.max(1, Math.floor((width + GAP) / (BOX.width + GAP)))
  const places: Placed[] = []
  let y = top
  for (let i = 0; i < extras.length; i += columns) {
    const row = extras.slice(i, i + columns)
    const height = Math.max(...row.map(boxHeight))
    for (const [j, node] of row.entries()) {
      const height = boxHeight(node)
      places.push({
        x: 6 + j * (BOX.width + GAP) + BOX.width / 2,
        y: y + height / 2,
        width: BOX.width,
        height: height,
      })
    }
    y += height + GAP / 2
  }
  return { places, bottom: y }
}

interface Props {
  graph: Graph
  direction: Direction
  title: string
  sub: string
  /** The step whose boxes are marked in both graphs. */
  marked: string | undefined
  onHover: (step?: string) => void
}

/** A graph of boxes and edges, drawn; its words are in the list of edges beside it. */
export function GraphFigure({ graph, direction, title, sub, marked, onHover }: Props) {
  const id = useId()
  const placed = layOut(graph, direction, labelOf)
  const shownExtras = graph.extras.slice(0, 8)
  const width = Math.max(placed.width, shownExtras.length > 0 ? BOX.width * 2 + GAP + 12 : 0)
  const apart = placed.height + (shownExtras.length > 0 && graph.nodes.length > 0 ? 34 : 6)
  const { places, bottom } = placeExtras(shownExtras, width - 12, apart + 12)
  const height = shownExtras.length > 0 ? bottom : placed.height
  const shift = (width - placed.width) / 2
  return (
    <figure>
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
            {`${graph.nodes.length} steps, ${graph.edges.length} edges, ${graph.extras.length} further calls. The edges are listed below the graphs.`}
          </desc>
          <g transform={`translate(${shift},0)`}>
            {graph.edges.map((edge, i) => (
              <EdgeMark
                key={`${edge.from} ${edge.to}`}
                edge={edge}
                at={placed.edges[i]!}
                direction={direction}
              />
            ))}
            {graph.nodes.map((node) => (
              <Box
                key={node.id}
                node={node}
                at={{ ...placed.nodes.get(node.id)!, height: boxHeight(node) }}
                onHover={onHover}
                twin={marked !== undefined && node.step === marked}
              />
            ))}
          </g>
          {shownExtras.length > 0 && (
            <text class="apart" x="6" y={apart}>
              {graph.nodes.length === 0 ? 'Calls, without verdicts' : 'Calls that fulfil no step'}
              {graph.extras.length > shownExtras.length &&
                `, ${shownExtras.length} of ${graph.extras.length}`}
            </text>
          )}
          {shownExtras.map((node, i) => (
            <Box key={node.id} node={node} at={places[i]!} onHover={onHover} twin={false} />
          ))}
        </svg>
      </section>
    </figure>
  )
}
