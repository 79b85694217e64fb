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
  dagre.setGraph({
    rankdir: direction,
    nodesep: 28,
    ranksep: direction === 'TB' ? 40 : 52,
    marginx: 6,
    marginy: 6,
  })
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
  const ports = portsOf(graph, nodes, direction)
  return {
    width,
    height,
    nodes,
    edges: graph.edges.map(({ from, to }, i) => {
      const edge = dagre.edge(from, to, String(i)) as { points: Point[]; x?: number; y?: number }
      const bends = edge.points.slice(1, -1).map(turn)
      const { start, end } = ports[i]!
      const middle = bends[Math.floor(bends.length / 2)] ?? start
      const label = edge.x === undefined || edge.y === undefined ? middle : turn({ x: edge.x, y: edge.y })
      return { points: [start, ...bends, end], label }
    }),
  }
}

/** Where edges leave and enter boxes: spread over the side that faces the next layer, in the order of their far ends. */
function portsOf(graph: Graph, nodes: ReadonlyMap<string, Placed>, direction: Direction) {
  const [along, across, length, width] =
    direction === 'TB' ? (['y', 'x', 'height', 'width'] as const) : (['x', 'y', 'width', 'height'] as const)
  const port = (at: 'from' | 'to', index: number): Point => {
    const other = at === 'from' ? 'to' : 'from'
    const edge = graph.edges[index]!
    const box = nodes.get(edge[at])!
    const siblings = [...graph.edges.keys()]
      .filter((i) => graph.edges[i]![at] === edge[at])
      .sort((a, b) => nodes.get(graph.edges[a]![other])![across] - nodes.get(graph.edges[b]![other])![across])
    const gap = Math.min(36, (box[width] - 24) / siblings.length)
    const aside = (siblings.indexOf(index) - (siblings.length - 1) / 2) * gap
    const side = at === 'from' ? 1 : -1
    const point = { x: box.x, y: box.y }
    point[along] += (side * box[length]) / 2
    point[across] += aside
    return point
  }
  return graph.edges.map((_, i) => ({ start: port('from', i), end: port('to', i) }))
}

/** Leaves points where they are, or mirrors them where most boxes of a layer stand against the order of the steps. */
function mirror(places: readonly Placed[], direction: Direction, size: { width: number; height: number }) {
  const [along, across] = direction === 'TB' ? (['y', 'x'] as const) : (['x', 'y'] as const)
  let against = 0
  for (const [i, a] of places.entries()) {
    for (const b of places.slice(i + 1)) {
      if (Math.abs(a[along] - b[along]) < BOX.head) against += a[across] > b[across] ? 1 : -1
    }
  }
  const span = direction === 'TB' ? size.width : size.height
  return ({ x, y }: Point): Point =>
    against <= 0 ? { x, y } : direction === 'TB' ? { x: span - x, y } : { x, y: span - y }
}

const scaleIn = (graph: Graph, direction: Direction, frame: Frame): number => {
  const { width, height } = layOut(graph, direction, () => '')
  return Math.min(1, frame.width / width, frame.height / height)
}

interface Frame {
  width: number
  height: number
}

/** The direction in which a graph fits a frame at the larger scale, from top to bottom where both do; and that scale. */
export function bestFit(graph: Graph, frame: Frame): { direction: Direction; scale: number } {
  const [down, right] = [scaleIn(graph, 'TB', frame), scaleIn(graph, 'LR', frame)]
  return right > down * 1.15 ? { direction: 'LR', scale: right } : { direction: 'TB', scale: down }
}
