import { refuseIf } from '../../../schema/tool-error.ts'
import { sum } from '../../../shared/python/number.ts'

/** Means of two series, and sums of products of the distances from them. */
export interface PairedSums {
  meanX: number
  meanY: number
  sxx: number
  sxy: number
  syy: number
}

/** Throws a `ToolError` where the series are not of one length, or shorter than two. */
export function sumPairs(x: readonly number[], y: readonly number[]): PairedSums {
  refuseIf(x.length !== y.length, 'y', `must be as long as "x": ${x.length} numbers, not ${y.length}`)
  refuseIf(x.length < 2, 'x', 'and "y" must hold at least two numbers each')
  const meanX = sum(x) / x.length
  const meanY = sum(y) / y.length
  const dx = x.map((value) => value - meanX)
  const dy = y.map((value) => value - meanY)
  return {
    meanX,
    meanY,
    sxx: sum(dx.map((d) => d * d)),
    sxy: sum(dx.map((d, i) => d * (dy[i] as number))),
    syy: sum(dy.map((d) => d * d)),
  }
}
