import type { PairComparison } from '../metrics/pairs.ts'
import { renderTextTable } from './table.ts'

/** Titles of columns, all but the first of metrics. */
export const alignTitles = (first: string, ...columns: string[]): string[] => [
  first,
  ...columns.map((one) => `>${one}`),
]

export const formatP = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`)

export const formatSolved = ({
  solved,
  interval,
}: {
  solved: number
  interval: { low: number; high: number }
}): string => `${formatShare(solved)} (${Math.round(100 * interval.low)}–${Math.round(100 * interval.high)})`

export const formatShare = (share: number | undefined): string =>
  share === undefined ? '' : (100 * share).toFixed(1)
export const renderPairTable = (pairs: readonly PairComparison[]): string =>
  renderTextTable(
    alignTitles('pair', 'difference', "Cohen's g", 'tasks of one alone', 'p', 'p by Holm'),
    pairs.map(({ first, second, difference, interval, effect, only_first, only_second, p, adjusted }) => [
      `${first} - ${second}`,
      `${formatShare(difference)} (${formatShare(interval.low)} to ${formatShare(interval.high)})`,
      effect === null ? '' : effect.toFixed(2),
      `${only_first} : ${only_second}`,
      ...[p, adjusted].map(formatP),
    ]),
  )
