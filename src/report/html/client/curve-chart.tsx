import { scaleLinear, scalePoint } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import { useState } from 'preact/hooks'
import type { ReportAgent, ReportInterval } from '../../../schema/report.ts'
import type { Figures } from '../../../schema/summary.ts'
import { plural, shareText } from './format.ts'
import { useSize } from './use-size.ts'
import { LEVEL_ORDER, LEVEL_WORDS } from './words.ts'

interface Point {
  name: string
  figures: Figures
  interval: ReportInterval | undefined
}

const pointsOf = (agent: ReportAgent, by: 'steps' | 'level'): Point[] =>
  by === 'steps'
    ? agent.curve.map(({ steps, up_to, figures, interval }) => ({
        name: steps === up_to ? String(steps) : `${steps}–${up_to}`,
        figures,
        interval,
      }))
    : LEVEL_ORDER.flatMap((level) => {
        const figures = agent.levels[level]
        if (figures === undefined) return []
        return [{ name: LEVEL_WORDS[level].short, figures, interval: agent.level_intervals[level] }]
      })

/** Pixels that the chart has at least; it fills its card. */
const MIN_SIZE = { width: 320, height: 360 }
const MARGIN = { top: 14, right: 74, bottom: 58, left: 48 }

interface LinesProps {
  points: Point[]
  size: { width: number; height: number }
  by: string
}

function Lines({ points, size: { width, height }, by }: LinesProps) {
  const x = scalePoint<string>()
    .domain(points.map(({ name }) => name))
    .range([MARGIN.left, width - MARGIN.right])
    .padding(0.35)
  const y = scaleLinear()
    .domain([0, 1])
    .range([height - MARGIN.bottom, MARGIN.top])
  const at = ({ name }: Point): number => x(name) ?? 0
  const path = (of: 'solved' | 'score'): string =>
    line<Point>(at, ({ figures }) => y(figures[of] ?? 0)).curve(curveMonotoneX)(points) ?? ''
  const band = area<Point>()
    .x(at)
    .y0(({ interval }) => y(interval?.low ?? 0))
    .y1(({ interval }) => y(interval?.high ?? 0))
    .curve(curveMonotoneX)(points.filter(({ interval }) => interval !== undefined))
  const last = points.at(-1)!
  const ends = [y(last.figures.solved ?? 0), y(last.figures.score ?? 0)]
  // Labels at the ends of lines that meet are pushed apart.
  const near = Math.max(0, 16 - Math.abs(ends[0]! - ends[1]!)) / 2
  const push = ends[0]! >= ends[1]! ? near : -near
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby="curve-title curve-desc">
      <title id="curve-title">Composition curve</title>
      <desc id="curve-desc">
        {points
          .map(
            ({ name, figures }) =>
              `${by === 'steps' ? `${name} ${name === '1' ? 'step' : 'steps'}` : name}: solved ${shareText(figures.solved)}, score ${shareText(figures.score)}`,
          )
          .join('; ')}
      </desc>
      {y.ticks(5).map((tick) => (
        <g key={tick}>
          <line class="grid" x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} />
          <text x={MARGIN.left - 10} y={y(tick) + 4} text-anchor="end">
            {`${Math.round(tick * 100)} %`}
          </text>
        </g>
      ))}
      {band && <path class="band" d={band} />}
      <path class="score" d={path('score')} />
      <path class="solved" d={path('solved')} />
      {points.map((point) => (
        <g key={point.name}>
          <circle class="dot-score" cx={at(point)} cy={y(point.figures.score ?? 0)} r={4.5}>
            <title>{`score ${shareText(point.figures.score)}`}</title>
          </circle>
          <circle class="dot-solved" cx={at(point)} cy={y(point.figures.solved ?? 0)} r={6}>
            <title>{`solved ${shareText(point.figures.solved)} of ${plural(point.figures.tasks, 'task')}`}</title>
          </circle>
          <text class="tick" x={at(point)} y={height - MARGIN.bottom + 22} text-anchor="middle">
            {point.name}
          </text>
          <text x={at(point)} y={height - MARGIN.bottom + 38} text-anchor="middle">
            {point.figures.tasks}
          </text>
        </g>
      ))}
      <text class="label-solved" x={at(last) + 14} y={ends[0]! + 4 + push}>
        solved
      </text>
      <text class="label-score" x={at(last) + 14} y={ends[1]! + 4 - push}>
        score
      </text>
      <text x={MARGIN.left - 10} y={height - MARGIN.bottom + 38} text-anchor="end">
        tasks
      </text>
      <text x={MARGIN.left - 10} y={height - MARGIN.bottom + 22} text-anchor="end">
        {by}
      </text>
    </svg>
  )
}

/** Solved and score against the number of steps, or the level; the band is the interval of the solved share. */
export function CurveChart({ agent }: { agent: ReportAgent }) {
  const [by, setBy] = useState<'steps' | 'level'>('steps')
  const [ref, size] = useSize<HTMLDivElement>({ width: 680, height: MIN_SIZE.height })
  const points = pointsOf(agent, by)
  const choice = (value: 'steps' | 'level', text: string) => (
    <button type="button" aria-pressed={by === value} onClick={() => setBy(value)}>
      {text}
    </button>
  )
  return (
    <section class="card filled" aria-labelledby="curve">
      <div class="card-head">
        <h2 id="curve">Composition curve</h2>
        <p>what longer tasks cost</p>
        <fieldset class="segments end">
          <legend class="hidden">Horizontal axis</legend>
          {choice('steps', 'By steps')}
          {choice('level', 'By level')}
        </fieldset>
      </div>
      <div class="chart-room" ref={ref}>
        {points.length > 0 && (
          <Lines
            points={points}
            size={{
              width: Math.max(MIN_SIZE.width, size.width),
              height: Math.max(MIN_SIZE.height, size.height),
            }}
            by={by}
          />
        )}
      </div>
      {points.some(({ interval }) => interval) && (
        <p class="small muted">Shaded: 95 % interval of the solved share.</p>
      )}
    </section>
  )
}
