// Made by `npm run make:index` from the files of the tools.

import type { Simulator } from '../../define-simulator.ts'
import { compressData } from '../communication/compress-data.ts'
import { createCalendarEvent } from '../communication/create-calendar-event.ts'
import { createContact } from '../communication/create-contact.ts'
import { createInvoice } from '../communication/create-invoice.ts'
import { createNotification } from '../communication/create-notification.ts'
import { createSpreadsheet } from '../communication/create-spreadsheet.ts'
import { createTask } from '../communication/create-task.ts'
import { encryptText } from '../communication/encrypt-text.ts'
import { generateReport } from '../communication/generate-report.ts'
import { logEvent } from '../communication/log-event.ts'
import { scheduleMeeting } from '../communication/schedule-meeting.ts'
import { sendEmail } from '../communication/send-email.ts'
import { sendMessage } from '../communication/send-message.ts'
import { sendWebhook } from '../communication/send-webhook.ts'
import { setReminder } from '../communication/set-reminder.ts'
import { calculator } from '../computation/calculator.ts'
import { clampValue } from '../computation/clamp-value.ts'
import { correlation } from '../computation/correlation.ts'
import { dataAggregate } from '../computation/data-aggregate.ts'
import { dataFilter } from '../computation/data-filter.ts'
import { dataSort } from '../computation/data-sort.ts'
import { executePython } from '../computation/execute-python.ts'
import { linearRegression } from '../computation/linear-regression.ts'
import { minMax } from '../computation/min-max.ts'
import { movingAverage } from '../computation/moving-average.ts'
import { normalizeData } from '../computation/normalize-data.ts'
import { percentageChange } from '../computation/percentage-change.ts'
import { percentile } from '../computation/percentile.ts'
import { roundNumber } from '../computation/round-number.ts'
import { standardDeviation } from '../computation/standard-deviation.ts'
import { statisticalAnalysis } from '../computation/statistical-analysis.ts'
import { unitConvert } from '../computation/unit-convert.ts'
import { addDuration } from '../external-services/add-duration.ts'
import { businessDaysBetween } from '../external-services/business-days-between.ts'
import { formatDate } from '../external-services/format-date.ts'
import { getDirections } from '../external-services/get-directions.ts'
import { getExchangeRate } from '../external-services/get-exchange-rate.ts'
import { getLocationInfo } from '../external-services/get-location-info.ts'
import { getStockPrice } from '../external-services/get-stock-price.ts'
import { getWeather } from '../external-services/get-weather.ts'
import { getWeekday } from '../external-services/get-weekday.ts'
import { isBusinessDay } from '../external-services/is-business-day.ts'
import { nextOccurrence } from '../external-services/next-occurrence.ts'
import { parseDate } from '../external-services/parse-date.ts'
import { searchProducts } from '../external-services/search-products.ts'
import { timeSince } from '../external-services/time-since.ts'
import { translateText } from '../external-services/translate-text.ts'
import { listFiles } from '../file-data/list-files.ts'
import { mergeData } from '../file-data/merge-data.ts'
import { readFile } from '../file-data/read-file.ts'
import { transformFormat } from '../file-data/transform-format.ts'
import { writeFile } from '../file-data/write-file.ts'
import { checkUrlStatus } from '../information-retrieval/check-url-status.ts'
import { databaseQuery } from '../information-retrieval/database-query.ts'
import { dnsLookup } from '../information-retrieval/dns-lookup.ts'
import { encodeUrl } from '../information-retrieval/encode-url.ts'
import { extractDomain } from '../information-retrieval/extract-domain.ts'
import { extractLinks } from '../information-retrieval/extract-links.ts'
import { generateUrl } from '../information-retrieval/generate-url.ts'
import { httpRequest } from '../information-retrieval/http-request.ts'
import { ipGeolocation } from '../information-retrieval/ip-geolocation.ts'
import { knowledgeBaseQuery } from '../information-retrieval/knowledge-base-query.ts'
import { lookupEntity } from '../information-retrieval/lookup-entity.ts'
import { parseHtml } from '../information-retrieval/parse-html.ts'
import { rssFeedParse } from '../information-retrieval/rss-feed-parse.ts'
import { webPageFetch } from '../information-retrieval/web-page-fetch.ts'
import { webSearch } from '../information-retrieval/web-search.ts'
import { generateImage } from '../media/generate-image.ts'
import { transcribeAudio } from '../media/transcribe-audio.ts'
import { getSessionContext } from '../state-management/get-session-context.ts'
import { listMemories } from '../state-management/list-memories.ts'
import { retrieveMemory } from '../state-management/retrieve-memory.ts'
import { storeMemory } from '../state-management/store-memory.ts'
import { base64Decode } from '../text-processing/base64-decode.ts'
import { base64Encode } from '../text-processing/base64-encode.ts'
import { caseConvert } from '../text-processing/case-convert.ts'
import { classifyText } from '../text-processing/classify-text.ts'
import { compareTexts } from '../text-processing/compare-texts.ts'
import { detectLanguage } from '../text-processing/detect-language.ts'
import { extractEntities } from '../text-processing/extract-entities.ts'
import { extractNumbers } from '../text-processing/extract-numbers.ts'
import { formatNumber } from '../text-processing/format-number.ts'
import { generateSummaryStats } from '../text-processing/generate-summary-stats.ts'
import { hashText } from '../text-processing/hash-text.ts'
import { joinTexts } from '../text-processing/join-texts.ts'
import { jsonExtract } from '../text-processing/json-extract.ts'
import { keywordExtract } from '../text-processing/keyword-extract.ts'
import { maskPii } from '../text-processing/mask-pii.ts'
import { numberToText } from '../text-processing/number-to-text.ts'
import { regexMatch } from '../text-processing/regex-match.ts'
import { sentimentAnalysis } from '../text-processing/sentiment-analysis.ts'
import { slugify } from '../text-processing/slugify.ts'
import { spellCheck } from '../text-processing/spell-check.ts'
import { splitText } from '../text-processing/split-text.ts'
import { stringReplace } from '../text-processing/string-replace.ts'
import { summarizeText } from '../text-processing/summarize-text.ts'
import { textSimilarity } from '../text-processing/text-similarity.ts'
import { textToNumber } from '../text-processing/text-to-number.ts'
import { tokenizeText } from '../text-processing/tokenize-text.ts'
import { truncateText } from '../text-processing/truncate-text.ts'
import { urlParse } from '../text-processing/url-parse.ts'
import { validateEmail } from '../text-processing/validate-email.ts'
import { wordCount } from '../text-processing/word-count.ts'
import { calculateDateDiff } from '../time-scheduling/calculate-date-diff.ts'
import { convertTimezone } from '../time-scheduling/convert-timezone.ts'
import { getCurrentTime } from '../time-scheduling/get-current-time.ts'

/** In order of their names. */
export const simulators: readonly Simulator[] = [
  addDuration,
  base64Decode,
  base64Encode,
  businessDaysBetween,
  calculateDateDiff,
  calculator,
  caseConvert,
  checkUrlStatus,
  clampValue,
  classifyText,
  compareTexts,
  compressData,
  convertTimezone,
  correlation,
  createCalendarEvent,
  createContact,
  createInvoice,
  createNotification,
  createSpreadsheet,
  createTask,
  dataAggregate,
  dataFilter,
  dataSort,
  databaseQuery,
  detectLanguage,
  dnsLookup,
  encodeUrl,
  encryptText,
  executePython,
  extractDomain,
  extractEntities,
  extractLinks,
  extractNumbers,
  formatDate,
  formatNumber,
  generateImage,
  generateReport,
  generateSummaryStats,
  generateUrl,
  getCurrentTime,
  getDirections,
  getExchangeRate,
  getLocationInfo,
  getSessionContext,
  getStockPrice,
  getWeather,
  getWeekday,
  hashText,
  httpRequest,
  ipGeolocation,
  isBusinessDay,
  joinTexts,
  jsonExtract,
  keywordExtract,
  knowledgeBaseQuery,
  linearRegression,
  listFiles,
  listMemories,
  logEvent,
  lookupEntity,
  maskPii,
  mergeData,
  minMax,
  movingAverage,
  nextOccurrence,
  normalizeData,
  numberToText,
  parseDate,
  parseHtml,
  percentageChange,
  percentile,
  readFile,
  regexMatch,
  retrieveMemory,
  roundNumber,
  rssFeedParse,
  scheduleMeeting,
  searchProducts,
  sendEmail,
  sendMessage,
  sendWebhook,
  sentimentAnalysis,
  setReminder,
  slugify,
  spellCheck,
  splitText,
  standardDeviation,
  statisticalAnalysis,
  storeMemory,
  stringReplace,
  summarizeText,
  textSimilarity,
  textToNumber,
  timeSince,
  tokenizeText,
  transcribeAudio,
  transformFormat,
  translateText,
  truncateText,
  unitConvert,
  urlParse,
  validateEmail,
  webPageFetch,
  webSearch,
  wordCount,
  writeFile,
]
