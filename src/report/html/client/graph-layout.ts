import { Graph as Dagre, layout } from '@dagrejs/dagre'
import type { Graph, GraphNode } from './graph.ts'

/** Sizes in pixels at full scale. */
export const BOX = { width: 224, head: 46, line: 17, foot: 10, lines: 3 } as const
const LABEL = { height: 18, letter: 6.4, pad: 14 } as const

export interface Placed {
  x: number
  y: number
  width: number
  height: number
}

interface Point {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  nodes: Map<string, Placed>
  edges: { points: Point[]; label: Point }[]
}

export const boxHeight = ({ lines }: GraphNode): number => {
  const shown = Math.min(lines.length, BOX.lines) + (lines.length > BOX.lines ? 1 : 0)
  return BOX.head + (shown === 0 ? 0 : shown * BOX.line + BOX.foot)
}

export const labelWidth = (text: string): number => text.length * LABEL.letter + LABEL.pad

export type Direction = 'TB' | 'LR'

/** Places boxes and edges in layers. `labelOf` gives the text that an edge needs room for. */
export function layOut(graph: Graph, direction: Direction, labelOf: (flow: string) => string): Layout {
  if (graph.nodes.length === 0) return { width: 0, height: 0, nodes: new Map(), edges: [] }
  const dagre = new Dagre({ multigraph: true })
  const ranksep = direction === 'TB' ? 40 : 52
  dagre.setGraph({ rankdir: direction, nodesep: 28, ranksep, marginx: 6, marginy: 6 })
  for (const node of graph.nodes) dagre.setNode(node.id, { width: BOX.width, height: boxHeight(node) })
  for (const [i, { from, to, flow }] of graph.edges.entries()) {
    const text = labelOf(flow)
    const size = text === '' ? { width: 0, height: 0 } : { width: labelWidth(text), height: LABEL.height }
    dagre.setEdge(from, to, { ...size, labelpos: 'c' }, String(i))
  }
  layout(dagre)
  const { width = 0, height = 0 } = dagre.graph() as { width?: number; height?: number }
  const places = graph.nodes.map(({ id }) => dagre.node(id) as Placed)
  const turn = mirror(places, direction, { width, height })
  const nodes = new Map(graph.nodes.map(({ id }, i) => [id, { ...places[i]!, ...turn(places[i]!) }]))
  /** The middle of the side of a box where edges leave it, at 1, or enter it, at -1. */
  const port = (id: string, side: 1 | -1): Point => {
    const { x, y, ...box } = nodes.get(id)!
    return direction === 'TB' ? { x, y: y + (side * box.height) / 2 } : { x: x + (side * box.width) / 2, y }
  }
  return {
    width,
    height,
    nodes,
    edges: graph.edges.map(({ from, to }, i) => {
      const edge = dagre.edge(from, to, String(i)) as { points: Point[]; x?: number; y?: number }
      const bends = edge.points.slice(1, -1).map(turn)
      const middle = bends[Math.floor(bends.length / 2)] ?? port(from, 1)
      return {
        points: [port(from, 1), ...bends, port(to, -1)],
        label: edge.x === undefined || edge.y === undefined ? middle : turn({ x: edge.x, y: edge.y }),
      }
    }),
  }
}

/** Leaves points where they are, or mirrors them where most boxes of a layer stand against the order of the steps. */
function mirror(places: readonly Placed[], direction: Direction, size: Frame) {
  const [along, across] = direction === 'TB' ? (['y', 'x'] as const) : (['x', 'y'] as const)
  let against = 0
  for (const [i, a] of places.entries()) {
    for (const b of places.slice(i + 1)) {
      if (Math.abs(a[along] - b[along]) < BOX.head) against += a[across] > b[across] ? 1 : -1
    }
  }
  return ({ x, y }: Point): Point =>
    against <= 0 ? { x, y } : direction === 'TB' ? { x: size.width - x, y } : { x, y: size.height - y }
}

interface Frame {
  width: number
  height: number
}

const scaleIn = (graph: Graph, direction: Direction, frame: Frame): number => {
  const { width, height } = layOut(graph, direction, () => '')
  return Math.min(1, frame.width / width, frame.height / height)
}

/** The direction in which a graph fits a frame at the larger scale, from top to bottom where both do; and that scale. */
export function bestFit(graph: Graph, frame: Frame): { direction: Direction; scale: number } {
  const [down, right] = [scaleIn(graph, 'TB', frame), scaleIn(graph, 'LR', frame)]
  return right > down * 1.15 ? { direction: 'LR', scale: right } : { direction: 'TB', scale: down }
}
