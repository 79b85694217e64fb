import type { Pattern } from '../../pattern.ts'
import { detectTranslateSummarizeEmail } from './detect-translate-summarize-email.ts'
import { searchFanOutPickSend } from './search-fan-out-pick-send.ts'
import { searchKeywordSearchSummarize } from './search-keyword-search-summarize.ts'
import { searchSummarizeTranslateEmail } from './search-summarize-translate-email.ts'

export const l3Dag: readonly Pattern[] = [
  detectTranslateSummarizeEmail,
  searchFanOutPickSend,
  searchKeywordSearchSummarize,
  searchSummarizeTranslateEmail,
]
