import type { TopLevelSpec } from 'vega-lite'
import { type Cell, inline } from './exhibit.ts'

/** An axis of percent. */
const SHARE_SCALE = { domain: [0, 100] }
/** Agents keep the order of the ranking and their colour in every figure. */
const byAgent = (title: string | null = null) =>
  ({ field: 'agent', type: 'nominal', sort: null, title }) as const

export interface LevelBar {
  agent: string
  level: string
  solved: number
  low: number
  high: number
}

/** Bars of levels, one per agent, with their intervals. */
export const drawLevels = (bars: readonly LevelBar[]): TopLevelSpec => ({
  data: inline(bars),
  width: 520,
  height: 260,
  encoding: {
    x: { field: 'level', type: 'nominal', title: null, axis: { labelAngle: 0 } },
    xOffset: byAgent(),
  },
  layer: [
    {
      mark: 'bar',
      encoding: {
        y: { field: 'solved', type: 'quantitative', title: 'tasks solved, %', scale: SHARE_SCALE },
        color: byAgent(),
      },
    },
    {
      mark: { type: 'rule', color: '#333' },
      encoding: { y: { field: 'low', type: 'quantitative' }, y2: { field: 'high' } },
    },
  ],
})

export interface GapBar {
  agent: string
  gap: string
  points: number
  /** The dagger, or an empty text. */
  mark: string
}

/** Bars of gaps, one per agent, with daggers. */
export const drawGaps = (bars: readonly GapBar[]): TopLevelSpec => ({
  data: inline(bars),
  width: 520,
  height: 260,
  encoding: {
    x: { field: 'gap', type: 'nominal', sort: null, title: null, axis: { labelAngle: 0 } },
    xOffset: byAgent(),
    y: { field: 'points', type: 'quantitative', title: 'points of score' },
  },
  layer: [
    { mark: 'bar', encoding: { color: byAgent() } },
    { mark: { type: 'text', dy: -8, fontSize: 14 }, encoding: { text: { field: 'mark' } } },
  ],
})

/** Share solved against cost, with intervals and names. */
export const drawCosts = (points: readonly object[], title: string): TopLevelSpec => ({
  data: inline(points),
  width: 460,
  height: 280,
  encoding: {
    x: { field: 'cost', type: 'quantitative', title, scale: { zero: true } },
    color: { ...byAgent(), legend: null },
  },
  layer: [
    {
      mark: 'rule',
      encoding: { y: { field: 'solved_low', type: 'quantitative' }, y2: { field: 'solved_high' } },
    },
    {
      mark: { type: 'point', filled: true, size: 70 },
      encoding: {
        y: { field: 'solved', type: 'quantitative', title: 'tasks solved, %', scale: SHARE_SCALE },
      },
    },
    {
      mark: { type: 'text', align: 'left', dx: 8 },
      encoding: { y: { field: 'solved', type: 'quantitative' }, text: { field: 'agent' } },
    },
  ],
})

/** A heat map of percent with the number in each cell. */
export const drawPatterns = (cells: readonly object[]): TopLevelSpec => ({
  data: inline(cells),
  width: { step: 110 },
  height: { step: 17 },
  encoding: {
    x: { field: 'agent', type: 'nominal', sort: null, title: null, axis: { labelAngle: 0, orient: 'top' } },
    y: { field: 'pattern', type: 'nominal', sort: null, title: null, axis: { labelLimit: 320 } },
  },
  layer: [
    {
      mark: 'rect',
      encoding: {
        color: {
          field: 'solved',
          type: 'quantitative',
          title: 'solved, %',
          scale: { ...SHARE_SCALE, scheme: 'blues' },
        },
      },
    },
    {
      mark: { type: 'text', fontSize: 10 },
      encoding: {
        text: { field: 'solved', type: 'quantitative', format: '.0f' },
        color: { condition: { test: 'datum.solved > 55', value: 'white' }, value: '#222' },
      },
    },
  ],
})

const RINGS = [0.25, 0.5, 0.75, 1]

/** A radar: one axis per diagnostic, clockwise from the top. Vega-Lite has none, so the points are laid out here. */
export function drawDiagnostics(
  agents: readonly { agent: string; values: readonly number[] }[],
  axes: readonly string[],
): TopLevelSpec {
  const place = (axis: number, radius: number) => {
    const angle = (2 * Math.PI * axis) / axes.length
    return { axis, x: radius * Math.sin(angle), y: radius * Math.cos(angle) }
  }
  const closed = (line: object, values: readonly number[]) =>
    [...values, values[0] as number].map((value, i) => ({ ...line, ...place(i, value) }))
  const side = (field: string, bound: number) => ({
    ...{ field, type: 'quantitative' as const, axis: null },
    scale: { domain: [-bound, bound] },
  })
  const position = { x: side('x', 1.5), y: side('y', 1.3), order: { field: 'axis' } }
  return {
    width: 420,
    height: 364,
    layer: [
      {
        data: inline(
          RINGS.flatMap((ring) =>
            closed(
              { ring },
              axes.map(() => ring),
            ),
          ),
        ),
        mark: { type: 'line', color: '#ccc', strokeWidth: 1 },
        encoding: { ...position, detail: { field: 'ring' } },
      },
      {
        data: inline(axes.map((title, i) => ({ title, ...place(i, 1.22) }))),
        mark: { type: 'text', fontSize: 12 },
        encoding: { x: position.x, y: position.y, text: { field: 'title' } },
      },
      {
        data: inline(agents.flatMap(({ agent, values }) => closed({ agent }, values))),
        mark: { type: 'line', point: true },
        encoding: { ...position, color: byAgent() },
      },
    ],
  }
}

/** The selection gap of published models. */
export const drawPublished = (rows: readonly Readonly<Record<string, Cell>>[]): TopLevelSpec => ({
  data: inline(rows),
  width: 420,
  height: { step: 16 },
  encoding: {
    y: { field: 'agent', type: 'nominal', sort: null, title: null, axis: { labelLimit: 240 } },
    x: { field: 'selection_gap', type: 'quantitative', title: 'selection gap, points' },
  },
  layer: [
    { mark: 'bar' },
    { mark: { type: 'text', align: 'left', dx: 4 }, encoding: { text: { field: 'dagger' } } },
  ],
})

/** Lines and points over a threshold. */
export const drawSweep = (rows: readonly object[]): TopLevelSpec => ({
  data: inline(rows),
  width: 460,
  height: 260,
  mark: { type: 'line', point: true },
  encoding: {
    x: { field: 'tau', type: 'quantitative', title: 'threshold (cosine)', scale: { zero: false } },
    y: { field: 'dropped', type: 'quantitative', title: 'tools dropped, %' },
  },
})

/** Mean similarity by what two tools have in common, with the standard deviation and the 99th percentile. */
export const drawSimilarity = (rows: readonly object[]): TopLevelSpec => ({
  data: inline(rows),
  width: 360,
  height: 260,
  encoding: {
    x: { field: 'same', type: 'nominal', sort: null, title: 'in common', axis: { labelAngle: 0 } },
  },
  layer: [
    { mark: 'bar', encoding: { y: { field: 'mean', type: 'quantitative', title: 'cosine of two tools' } } },
    {
      mark: 'rule',
      encoding: { y: { field: 'low', type: 'quantitative' }, y2: { field: 'high' } },
    },
    { mark: { type: 'tick', color: '#b0261c' }, encoding: { y: { field: 'p99', type: 'quantitative' } } },
  ],
})

/** Tools by the number of their wrong responses. */
export const drawWrongResponses = (rows: readonly object[]): TopLevelSpec => ({
  data: inline(rows),
  width: 360,
  height: 240,
  mark: 'bar',
  encoding: {
    x: { field: 'wrong', type: 'ordinal', title: 'wrong responses of a tool', axis: { labelAngle: 0 } },
    y: { field: 'tools', type: 'quantitative', title: 'tools' },
  },
})

/** The judge against the rules. */
export const drawJudge = (cells: readonly object[]): TopLevelSpec => ({
  data: inline(cells),
  width: { step: 110 },
  height: { step: 70 },
  encoding: {
    x: {
      field: 'judge',
      type: 'nominal',
      sort: null,
      title: 'judge',
      axis: { labelAngle: 0, orient: 'top' },
    },
    y: { field: 'rules', type: 'nominal', sort: null, title: 'rules' },
  },
  layer: [
    {
      mark: 'rect',
      encoding: {
        color: {
          field: 'share',
          type: 'quantitative',
          scale: { domain: [0, 1], scheme: 'blues' },
          legend: null,
        },
      },
    },
    {
      mark: { type: 'text', fontSize: 16 },
      encoding: {
        text: { field: 'responses' },
        color: { condition: { test: 'datum.share > 0.55', value: 'white' }, value: '#222' },
      },
    },
  ],
})
