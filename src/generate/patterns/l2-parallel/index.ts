import type { Pattern } from '../../pattern.ts'
import { fanOutCompare } from './fan-out-compare.ts'
import { fanOutPickLog } from './fan-out-pick-log.ts'
import { fanOutRecord } from './fan-out-record.ts'
import { fanOutSend } from './fan-out-send.ts'
import { fanOutSum } from './fan-out-sum.ts'
import { fanOutTabulate } from './fan-out-tabulate.ts'
import { independentMerge } from './independent-merge.ts'
import { independentNotify } from './independent-notify.ts'
import { multiBusinessDays } from './multi-business-days.ts'
import { multiDetectLanguage } from './multi-detect-language.ts'
import { multiExchange } from './multi-exchange.ts'
import { multiExtractNumbers } from './multi-extract-numbers.ts'
import { multiFormatDate } from './multi-format-date.ts'
import { multiHash } from './multi-hash.ts'
import { multiKeywordExtract } from './multi-keyword-extract.ts'
import { multiSentiment } from './multi-sentiment.ts'
import { multiStock } from './multi-stock.ts'
import { multiTranslate } from './multi-translate.ts'
import { multiWeather } from './multi-weather.ts'
import { multiWordCount } from './multi-word-count.ts'
import { parallelSearchKb } from './parallel-search-kb.ts'
import { parallelWeatherStock } from './parallel-weather-stock.ts'
import { parallelWeatherTime } from './parallel-weather-time.ts'

export const l2Parallel: readonly Pattern[] = [
  fanOutCompare,
  fanOutPickLog,
  fanOutRecord,
  fanOutSend,
  fanOutSum,
  fanOutTabulate,
  independentMerge,
  independentNotify,
  multiBusinessDays,
  multiDetectLanguage,
  multiExchange,
  multiExtractNumbers,
  multiFormatDate,
  multiHash,
  multiKeywordExtract,
  multiSentiment,
  multiStock,
  multiTranslate,
  multiWeather,
  multiWordCount,
  parallelSearchKb,
  parallelWeatherStock,
  parallelWeatherTime,
]
