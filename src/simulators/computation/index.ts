import type { Simulator } from '../define-simulator.ts'
import { calculator } from './calculator/simulator.ts'
import { clampValue } from './clamp-value/simulator.ts'
import { correlation } from './correlation/simulator.ts'
import { dataAggregate } from './data-aggregate/simulator.ts'
import { dataFilter } from './data-filter/simulator.ts'
import { dataSort } from './data-sort/simulator.ts'
import { executePython } from './execute-python/simulator.ts'
import { linearRegression } from './linear-regression/simulator.ts'
import { minMax } from './min-max/simulator.ts'
import { movingAverage } from './moving-average/simulator.ts'
import { normalizeData } from './normalize-data/simulator.ts'
import { percentageChange } from './percentage-change/simulator.ts'
import { percentile } from './percentile/simulator.ts'
import { roundNumber } from './round-number/simulator.ts'
import { standardDeviation } from './standard-deviation/simulator.ts'
import { statisticalAnalysis } from './statistical-analysis/simulator.ts'
import { unitConvert } from './unit-convert/simulator.ts'

export const computation: Simulator[] = [
  calculator,
  clampValue,
  correlation,
  dataAggregate,
  dataFilter,
  dataSort,
  executePython,
  linearRegression,
  minMax,
  movingAverage,
  normalizeData,
  percentageChange,
  percentile,
  roundNumber,
  standardDeviation,
  statisticalAnalysis,
  unitConvert,
]
