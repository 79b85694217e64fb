import plot from 'simple-ascii-chart'
import type { SweepRow } from './sweep.ts'

/** A line of tools kept over tau, for a terminal; undefined for fewer than two thresholds. */
export function sweepPlot(rows: readonly SweepRow[]): string | undefined {
  if (rows.length < 2) return undefined
  const drawn = plot(
    rows.map(({ tau, kept }): [number, number] => [tau, kept]),
    {
      width: 60,
      height: 12,
      title: 'tools kept',
      xLabel: 'tau',
      formatter: (value, { axis }) => (axis === 'x' ? value.toFixed(2) : Math.round(value)),
    },
  )
  return drawn.replaceAll(/ +$/gm, '')
}
