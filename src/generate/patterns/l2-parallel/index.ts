import type { Pattern } from '../../pattern.ts'
import { independentMerge } from './independent-merge.ts'
import { multiBusinessDays } from './multi-business-days.ts'
import { multiFormatDate } from './multi-format-date.ts'
import { multiSentiment } from './multi-sentiment.ts'
import { multiWordCount } from './multi-word-count.ts'

export const l2Parallel: readonly Pattern[] = [
  independentMerge,
  multiBusinessDays,
  multiFormatDate,
  multiSentiment,
  multiWordCount,
]
