import { calculator } from '../../../simulators/computation/calculator/phrases.ts'
import { clampValue } from '../../../simulators/computation/clamp-value/phrases.ts'
import { correlation } from '../../../simulators/computation/correlation/phrases.ts'
import { dataAggregate } from '../../../simulators/computation/data-aggregate/phrases.ts'
import { dataFilter } from '../../../simulators/computation/data-filter/phrases.ts'
import { dataSort } from '../../../simulators/computation/data-sort/phrases.ts'
import { executePython } from '../../../simulators/computation/execute-python/phrases.ts'
import { linearRegression } from '../../../simulators/computation/linear-regression/phrases.ts'
import { minMax } from '../../../simulators/computation/min-max/phrases.ts'
import { movingAverage } from '../../../simulators/computation/moving-average/phrases.ts'
import { normalizeData } from '../../../simulators/computation/normalize-data/phrases.ts'
import { percentageChange } from '../../../simulators/computation/percentage-change/phrases.ts'
import { percentile } from '../../../simulators/computation/percentile/phrases.ts'
import { roundNumber } from '../../../simulators/computation/round-number/phrases.ts'
import { standardDeviation } from '../../../simulators/computation/standard-deviation/phrases.ts'
import { statisticalAnalysis } from '../../../simulators/computation/statistical-analysis/phrases.ts'
import { unitConvert } from '../../../simulators/computation/unit-convert/phrases.ts'
import type { Phrases } from '../phrases.ts'

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
