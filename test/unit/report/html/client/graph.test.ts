import { describe, expect, it } from 'vitest'
import { buildActualGraph, planGraph } from '../../../../../src/report/html/client/graph.ts'
import { computeBoxHeight, layOut } from '../../../../../src/report/html/client/graph-layout.ts'
import { FLOW_WORDS } from '../../../../../src/report/html/client/words.ts'
import { readStanding } from '../../../../../src/report/standing.ts'
import { buildReportData } from '../../../../../src/run/html-report/report-data.ts'
import { reportParts } from '../../../../support/report-parts.ts'

const { tasks } = buildReportData(reportParts(6, 120))
const graphs = tasks.flatMap((task) => [
  planGraph(task.plans[0]!),
  buildActualGraph(task.plans[0]!, readStanding(task.results[0]!)!.detail),
])

describe('the graph of what an agent did', () => {
  it('has a box for every step, every call in one place, and dashed boxes for steps without a call', () => {
    for (const task of tasks) {
      const { detail } = readStanding(task.results[0]!)!
      const graph = buildActualGraph(task.plans[0]!, detail)
      expect(graph.nodes.map(({ id }) => id)).toEqual(task.plans[0]!.steps.map(({ step_id }) => step_id))
      const ghosts = graph.nodes.filter(({ tone }) => tone === 'ghost')
      expect(ghosts.map(({ id }) => id)).toEqual(
        detail.steps.filter(({ call }) => call === null).map(({ step_id }) => step_id),
      )
      expect(graph.nodes.length - ghosts.length + graph.extras.length).toBe(detail.calls.length)
    }
  })

  it('tells right, wrong, failed and extra calls apart', () => {
    const badges = new Set(
      graphs.flatMap(({ nodes, extras }) => [...nodes, ...extras].map(({ badge }) => badge)),
    )
    for (const badge of ['right', 'not called', 'error 404', 'extra call', 'stale'])
      expect(badges).toContain(badge)
    const { detail } = readStanding(tasks[0]!.results[0]!)!
    const [call] = detail.calls
    const badge = (committed: boolean) =>
      buildActualGraph(tasks[0]!.plans[0]!, { ...detail, steps: [], calls: [{ ...call!, committed }] })
        .extras[0]?.badge
    expect([badge(false), badge(true)]).toEqual(['extra read', 'extra write'])
  })

  it('says that a step was tried where all calls of its tool failed', () => {
    const task = tasks[0]!
    const { detail } = readStanding(task.results[0]!)!
    const [step] = detail.steps
    const failed = { ...detail.calls[0]!, tool_name: step!.tool_name, status: 500 }
    const badgeOf = (calls: typeof detail.calls) =>
      buildActualGraph(task.plans[0]!, { ...detail, calls, flows: [], steps: [{ ...step!, call: null }] })
        .nodes[0]?.badge
    expect(badgeOf([])).toBe('not called')
    expect(badgeOf([failed])).toBe('no success')
  })

  it('begins a box with the wrong argument', () => {
    const task = tasks[0]!
    const { detail } = readStanding(task.results[0]!)!
    const [step] = detail.steps
    const call = { ...detail.calls[0]!, id: 'own', arguments: { a: 1, b: 2, c: 3, slot: 4 } }
    const wrong = {
      ...step!,
      call: 'own',
      leaves: [{ pointer: '/slot', right: false, expected: 5, actual: 4 }],
    }
    const graph = buildActualGraph(task.plans[0]!, { ...detail, calls: [call], flows: [], steps: [wrong] })
    expect(graph.nodes[0]?.lines.map(([name]) => name)).toEqual(['slot', 'a', 'b', 'c'])
  })

  it('shows calls without verdicts where the run kept no steps', () => {
    const task = tasks[0]!
    const detail = { ...readStanding(task.results[0]!)!.detail, flows: [], steps: [] }
    const graph = buildActualGraph(task.plans[0]!, detail)
    expect(graph).toMatchObject({ nodes: [], edges: [] })
    expect(graph.extras).toHaveLength(detail.calls.length)
    expect(layOut(graph, () => '')).toMatchObject({ width: 0, height: 0 })
  })
})

describe('the layout of every graph', () => {
  const layouts = graphs.map((graph) => ({ graph, layout: layOut(graph, (flow) => flow) }))

  it('keeps boxes apart and inside', () => {
    const misplaced = layouts.flatMap(({ graph, layout }) => {
      const boxes = graph.nodes.map((node) => {
        const { x, y, width } = layout.nodes.get(node.id)!
        const height = computeBoxHeight(node)
        return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
      })
      const isInside = ({ left, right, top, bottom }: (typeof boxes)[number]) =>
        left >= 0 && top >= 0 && right <= layout.width && bottom <= layout.height
      return boxes.filter((a, i) => {
        const isApart = (b: typeof a) =>
          a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
        return !isInside(a) || !boxes.slice(i + 1).every(isApart)
      })
    })
    expect(misplaced).toEqual([])
  })

  it('draws edges between their boxes, onwards', () => {
    const wrong = layouts.flatMap(({ graph, layout }) =>
      graph.edges.filter(({ from, to }, i) => {
        const { points } = layout.edges[i]!
        const [start, end] = [points[0]!.y, points.at(-1)!.y]
        const [source, target] = [layout.nodes.get(from)!.y, layout.nodes.get(to)!.y]
        return !(source < start && start < end && end < target)
      }),
    )
    expect(wrong).toEqual([])
  })
})

it('the layout puts steps of a layer in their order', () => {
  const fans = tasks.filter(({ level }) => level === 'L2_parallel').map(({ plans }) => plans[0]!)
  for (const plan of fans) {
    const { nodes } = layOut(planGraph(plan), () => '')
    const xs = plan.steps.map(({ step_id }) => nodes.get(step_id)!.x)
    expect(xs).toEqual(xs.toSorted((a, b) => a - b))
  }
})

describe('the words of verdicts', () => {
  it('give every verdict a dash and a label of its own', () => {
    const words = Object.values(FLOW_WORDS)
    expect(new Set(words.map(({ dash }) => dash)).size).toBe(words.length)
    expect(new Set(words.map(({ label }) => label)).size).toBe(words.length)
  })
})
