import type { Pattern } from '../../pattern.ts'
import { calcRound } from './calc-round.ts'
import { pctchangeFormat } from './pctchange-format.ts'
import { reportSave } from './report-save.ts'
import { retrieveComputeFormat } from './retrieve-compute-format.ts'
import { retrieveFormat } from './retrieve-format.ts'
import { wordCountFormat } from './word-count-format.ts'

export const l1Chain: readonly Pattern[] = [
  calcRound,
  pctchangeFormat,
  reportSave,
  retrieveComputeFormat,
  retrieveFormat,
  wordCountFormat,
]
