import type { Phrases } from '../phrases.ts'
import { calculator } from './calculator.ts'
import { clampValue } from './clamp-value.ts'
import { correlation } from './correlation.ts'
import { dataAggregate } from './data-aggregate.ts'
import { dataFilter } from './data-filter.ts'
import { dataSort } from './data-sort.ts'
import { executePython } from './execute-python.ts'
import { linearRegression } from './linear-regression.ts'
import { minMax } from './min-max.ts'
import { movingAverage } from './moving-average.ts'
import { normalizeData } from './normalize-data.ts'
import { percentageChange } from './percentage-change.ts'
import { percentile } from './percentile.ts'
import { roundNumber } from './round-number.ts'
import { standardDeviation } from './standard-deviation.ts'
import { statisticalAnalysis } from './statistical-analysis.ts'
import { unitConvert } from './unit-convert.ts'

export const computation: readonly Phrases[] = [
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
