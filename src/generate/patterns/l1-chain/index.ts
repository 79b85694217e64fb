import type { Pattern } from '../../pattern.ts'
import { calcRound } from './calc-round.ts'
import { createRemind } from './create-remind.ts'
import { detectTranslate } from './detect-translate.ts'
import { encryptSave } from './encrypt-save.ts'
import { entityMask } from './entity-mask.ts'
import { entitySentiment } from './entity-sentiment.ts'
import { extractNumsMinmax } from './extract-nums-minmax.ts'
import { extractNumsStats } from './extract-nums-stats.ts'
import { invoiceEmail } from './invoice-email.ts'
import { kbTranslate } from './kb-translate.ts'
import { keywordSearch } from './keyword-search.ts'
import { parseWeekday } from './parse-weekday.ts'
import { pctchangeFormat } from './pctchange-format.ts'
import { probeLog } from './probe-log.ts'
import { readAnalyze } from './read-analyze.ts'
import { readKeywords } from './read-keywords.ts'
import { readProcessSave } from './read-process-save.ts'
import { readSummarize } from './read-summarize.ts'
import { readTransformSave } from './read-transform-save.ts'
import { readWordcount } from './read-wordcount.ts'
import { recallProbe } from './recall-probe.ts'
import { recallTrack } from './recall-track.ts'
import { reportSave } from './report-save.ts'
import { retrieveComputeFormat } from './retrieve-compute-format.ts'
import { retrieveFormat } from './retrieve-format.ts'
import { retrieveNotify } from './retrieve-notify.ts'
import { retrieveStore } from './retrieve-store.ts'
import { retrieveVerify } from './retrieve-verify.ts'
import { searchClassify } from './search-classify.ts'
import { searchSummarize } from './search-summarize.ts'
import { searchTranslate } from './search-translate.ts'
import { slugifyUrl } from './slugify-url.ts'
import { stockConvert } from './stock-convert.ts'
import { stockPctchange } from './stock-pctchange.ts'
import { weatherCalendar } from './weather-calendar.ts'
import { weatherConvert } from './weather-convert.ts'
import { weatherEmail } from './weather-email.ts'
import { weatherLog } from './weather-log.ts'
import { wordCountFormat } from './word-count-format.ts'

/** Every hand-written chain: the published generators' by their keys, and ours. */
export const l1Chain: readonly Pattern[] = [
  calcRound,
  createRemind,
  detectTranslate,
  encryptSave,
  entityMask,
  entitySentiment,
  extractNumsMinmax,
  extractNumsStats,
  invoiceEmail,
  kbTranslate,
  keywordSearch,
  parseWeekday,
  pctchangeFormat,
  probeLog,
  readAnalyze,
  readKeywords,
  readProcessSave,
  readSummarize,
  readTransformSave,
  readWordcount,
  recallProbe,
  recallTrack,
  reportSave,
  retrieveComputeFormat,
  retrieveFormat,
  retrieveNotify,
  retrieveStore,
  retrieveVerify,
  searchClassify,
  searchSummarize,
  searchTranslate,
  slugifyUrl,
  stockConvert,
  stockPctchange,
  weatherCalendar,
  weatherConvert,
  weatherEmail,
  weatherLog,
  wordCountFormat,
]
