import type { Simulator } from '../define-simulator.ts'
import { dataSort } from './data-sort.ts'
import { minMax } from './min-max.ts'
import { percentageChange } from './percentage-change.ts'
import { roundNumber } from './round-number.ts'
import { statisticalAnalysis } from './statistical-analysis.ts'
import { unitConvert } from './unit-convert.ts'

export const computation: Simulator[] = [
  dataSort,
  minMax,
  percentageChange,
  roundNumber,
  statisticalAnalysis,
  unitConvert,
]
