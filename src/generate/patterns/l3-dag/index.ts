import type { Pattern } from '../../pattern.ts'
import { chainFanOutWrites } from './chain-fan-out-writes.ts'
import { chainFanoutMergeChain } from './chain-fanout-merge-chain.ts'
import { chainWithBranch } from './chain-with-branch.ts'
import { detectTranslateSummarizeEmail } from './detect-translate-summarize-email.ts'
import { diamondComputeNotify } from './diamond-compute-notify.ts'
import { kbTranslateHashEmail } from './kb-translate-hash-email.ts'
import { multiCurrencyMinmaxFormat } from './multi-currency-minmax-format.ts'
import { multiEntityMaskSave } from './multi-entity-mask-save.ts'
import { multiStockPctchangeNotify } from './multi-stock-pctchange-notify.ts'
import { multiWeatherStats } from './multi-weather-stats.ts'
import { parallelComputeLog } from './parallel-compute-log.ts'
import { parallelProcessSave } from './parallel-process-save.ts'
import { readExtractStatsSave } from './read-extract-stats-save.ts'
import { readWordcountPctchangeLog } from './read-wordcount-pctchange-log.ts'
import { searchEntitiesSentimentReport } from './search-entities-sentiment-report.ts'
import { searchFanOutPickSend } from './search-fan-out-pick-send.ts'
import { searchKeywordSearchSummarize } from './search-keyword-search-summarize.ts'
import { searchSummarizeTranslateEmail } from './search-summarize-translate-email.ts'
import { stockCompareNotify } from './stock-compare-notify.ts'
import { weatherCalendarReminder } from './weather-calendar-reminder.ts'
import { weatherCompareEmail } from './weather-compare-email.ts'

export const l3Dag: readonly Pattern[] = [
  chainFanOutWrites,
  chainFanoutMergeChain,
  chainWithBranch,
  detectTranslateSummarizeEmail,
  diamondComputeNotify,
  kbTranslateHashEmail,
  multiCurrencyMinmaxFormat,
  multiEntityMaskSave,
  multiStockPctchangeNotify,
  multiWeatherStats,
  parallelComputeLog,
  parallelProcessSave,
  readExtractStatsSave,
  readWordcountPctchangeLog,
  searchEntitiesSentimentReport,
  searchFanOutPickSend,
  searchKeywordSearchSummarize,
  searchSummarizeTranslateEmail,
  stockCompareNotify,
  weatherCalendarReminder,
  weatherCompareEmail,
]
