import { Graph as Dagre, layout } from '@dagrejs/dagre'
import type { Graph, GraphNode } from './graph.ts'

/** Sizes in pixels at full scale. */
export const BOX = { width: 224, head: 46, line: 17, foot: 10, lines: 3 } as const
const LABEL = { height: 18, letter: 6.4, pad: 14 } as const

export interface PlacedBox {
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
  nodes: Map<string, PlacedBox>
  edges: { points: Point[]; label: Point }[]
}

export const computeBoxHeight = ({ lines }: GraphNode): number => {
  const shown = Math.min(lines.length, BOX.lines) + (lines.length > BOX.lines ? 1 : 0)
  return BOX.head + (shown === 0 ? 0 : shown * BOX.line + BOX.foot)
}

export const labelWidth = (text: string): number => text.length * LABEL.letter + LABEL.pad

/** Places boxes and edges in layers from top to bottom. `labelOf` gives the text that an edge needs room for. */
export function layOut(graph: Graph, labelOf: (flow: string) => string): Layout {
  if (graph.nodes.length === 0) return { width: 0, height: 0, nodes: new Map(), edges: [] }
  const dagre = new Dagre({ multigraph: true })
  dagre.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 40, marginx: 6, marginy: 6 })
  for (const node of graph.nodes) dagre.setNode(node.id, { width: BOX.width, height: computeBoxHeight(node) })
  // The last edge first: it lays out steps of a layer in their order.
  for (const [i, { from, to, flow }] of [...graph.edges.entries()].reverse()) {
    const text = labelOf(flow)
    const size = text === '' ? { width: 0, height: 0 } : { width: labelWidth(text), height: LABEL.height }
    dagre.setEdge(from, to, { ...size, labelpos: 'c' }, String(i))
  }
  layout(dagre)
  const { width = 0, height = 0 } = dagre.graph() as { width?: number; height?: number }
  const nodes = new Map(graph.nodes.map(({ id }) => [id, dagre.node(id) as PlacedBox]))
  /** The middle of the side of a box where edges leave it, at 1, or enter it, at -1. */
  const computePort = (id: string, side: 1 | -1): Point => {
    const { x, y, height: tall } = nodes.get(id)!
    return { x, y: y + (side * tall) / 2 }
  }
  return {
    width,
    height,
    nodes,
    edges: graph.edges.map(({ from, to }, i) => {
      const { points, x, y } = dagre.edge(from, to, String(i)) as { points: Point[]; x?: number; y?: number }
      const bends = points.slice(1, -1)
      const middle = bends[Math.floor(bends.length / 2)] ?? computePort(from, 1)
      return {
        points: [computePort(from, 1), ...bends, computePort(to, -1)],
        label: x === undefined || y === undefined ? middle : { x, y },
      }
    }),
  }
}
