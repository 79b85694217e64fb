// Made by `npm run make:index` from the folders of the tools.

import type { Simulator } from '../../define-simulator.ts'
import { compressData } from '../communication/compress-data/simulator.ts'
import { createCalendarEvent } from '../communication/create-calendar-event/simulator.ts'
import { createContact } from '../communication/create-contact/simulator.ts'
import { createInvoice } from '../communication/create-invoice/simulator.ts'
import { createNotification } from '../communication/create-notification/simulator.ts'
import { createSpreadsheet } from '../communication/create-spreadsheet/simulator.ts'
import { createTask } from '../communication/create-task/simulator.ts'
import { encryptText } from '../communication/encrypt-text/simulator.ts'
import { generateReport } from '../communication/generate-report/simulator.ts'
import { logEvent } from '../communication/log-event/simulator.ts'
import { scheduleMeeting } from '../communication/schedule-meeting/simulator.ts'
import { sendEmail } from '../communication/send-email/simulator.ts'
import { sendMessage } from '../communication/send-message/simulator.ts'
import { sendWebhook } from '../communication/send-webhook/simulator.ts'
import { setReminder } from '../communication/set-reminder/simulator.ts'
import { calculator } from '../computation/calculator/simulator.ts'
import { clampValue } from '../computation/clamp-value/simulator.ts'
import { correlation } from '../computation/correlation/simulator.ts'
import { dataAggregate } from '../computation/data-aggregate/simulator.ts'
import { dataFilter } from '../computation/data-filter/simulator.ts'
import { dataSort } from '../computation/data-sort/simulator.ts'
import { executePython } from '../computation/execute-python/simulator.ts'
import { linearRegression } from '../computation/linear-regression/simulator.ts'
import { minMax } from '../computation/min-max/simulator.ts'
import { movingAverage } from '../computation/moving-average/simulator.ts'
import { normalizeData } from '../computation/normalize-data/simulator.ts'
import { percentageChange } from '../computation/percentage-change/simulator.ts'
import { percentile } from '../computation/percentile/simulator.ts'
import { roundNumber } from '../computation/round-number/simulator.ts'
import { standardDeviation } from '../computation/standard-deviation/simulator.ts'
import { statisticalAnalysis } from '../computation/statistical-analysis/simulator.ts'
import { unitConvert } from '../computation/unit-convert/simulator.ts'
import { addDuration } from '../external-services/add-duration/simulator.ts'
import { businessDaysBetween } from '../external-services/business-days-between/simulator.ts'
import { formatDate } from '../external-services/format-date/simulator.ts'
import { getDirections } from '../external-services/get-directions/simulator.ts'
import { getExchangeRate } from '../external-services/get-exchange-rate/simulator.ts'
import { getLocationInfo } from '../external-services/get-location-info/simulator.ts'
import { getStockPrice } from '../external-services/get-stock-price/simulator.ts'
import { getWeather } from '../external-services/get-weather/simulator.ts'
import { getWeekday } from '../external-services/get-weekday/simulator.ts'
import { isBusinessDay } from '../external-services/is-business-day/simulator.ts'
import { nextOccurrence } from '../external-services/next-occurrence/simulator.ts'
import { parseDate } from '../external-services/parse-date/simulator.ts'
import { searchProducts } from '../external-services/search-products/simulator.ts'
import { timeSince } from '../external-services/time-since/simulator.ts'
import { translateText } from '../external-services/translate-text/simulator.ts'
import { listFiles } from '../file-data/list-files/simulator.ts'
import { mergeData } from '../file-data/merge-data/simulator.ts'
import { readFile } from '../file-data/read-file/simulator.ts'
import { transformFormat } from '../file-data/transform-format/simulator.ts'
import { writeFile } from '../file-data/write-file/simulator.ts'
import { checkUrlStatus } from '../information-retrieval/check-url-status/simulator.ts'
import { databaseQuery } from '../information-retrieval/database-query/simulator.ts'
import { dnsLookup } from '../information-retrieval/dns-lookup/simulator.ts'
import { encodeUrl } from '../information-retrieval/encode-url/simulator.ts'
import { extractDomain } from '../information-retrieval/extract-domain/simulator.ts'
import { extractLinks } from '../information-retrieval/extract-links/simulator.ts'
import { generateUrl } from '../information-retrieval/generate-url/simulator.ts'
import { httpRequest } from '../information-retrieval/http-request/simulator.ts'
import { ipGeolocation } from '../information-retrieval/ip-geolocation/simulator.ts'
import { knowledgeBaseQuery } from '../information-retrieval/knowledge-base-query/simulator.ts'
import { lookupEntity } from '../information-retrieval/lookup-entity/simulator.ts'
import { parseHtml } from '../information-retrieval/parse-html/simulator.ts'
import { rssFeedParse } from '../information-retrieval/rss-feed-parse/simulator.ts'
import { webPageFetch } from '../information-retrieval/web-page-fetch/simulator.ts'
import { webSearch } from '../information-retrieval/web-search/simulator.ts'
import { generateImage } from '../media/generate-image/simulator.ts'
import { transcribeAudio } from '../media/transcribe-audio/simulator.ts'
import { getSessionContext } from '../state-management/get-session-context/simulator.ts'
import { listMemories } from '../state-management/list-memories/simulator.ts'
import { retrieveMemory } from '../state-management/retrieve-memory/simulator.ts'
import { storeMemory } from '../state-management/store-memory/simulator.ts'
import { base64Decode } from '../text-processing/base64-decode/simulator.ts'
import { base64Encode } from '../text-processing/base64-encode/simulator.ts'
import { caseConvert } from '../text-processing/case-convert/simulator.ts'
import { classifyText } from '../text-processing/classify-text/simulator.ts'
import { compareTexts } from '../text-processing/compare-texts/simulator.ts'
import { detectLanguage } from '../text-processing/detect-language/simulator.ts'
import { extractEntities } from '../text-processing/extract-entities/simulator.ts'
import { extractNumbers } from '../text-processing/extract-numbers/simulator.ts'
import { formatNumber } from '../text-processing/format-number/simulator.ts'
import { generateSummaryStats } from '../text-processing/generate-summary-stats/simulator.ts'
import { hashText } from '../text-processing/hash-text/simulator.ts'
import { joinTexts } from '../text-processing/join-texts/simulator.ts'
import { jsonExtract } from '../text-processing/json-extract/simulator.ts'
import { keywordExtract } from '../text-processing/keyword-extract/simulator.ts'
import { maskPii } from '../text-processing/mask-pii/simulator.ts'
import { numberToText } from '../text-processing/number-to-text/simulator.ts'
import { regexMatch } from '../text-processing/regex-match/simulator.ts'
import { sentimentAnalysis } from '../text-processing/sentiment-analysis/simulator.ts'
import { slugify } from '../text-processing/slugify/simulator.ts'
import { spellCheck } from '../text-processing/spell-check/simulator.ts'
import { splitText } from '../text-processing/split-text/simulator.ts'
import { stringReplace } from '../text-processing/string-replace/simulator.ts'
import { summarizeText } from '../text-processing/summarize-text/simulator.ts'
import { textSimilarity } from '../text-processing/text-similarity/simulator.ts'
import { textToNumber } from '../text-processing/text-to-number/simulator.ts'
import { tokenizeText } from '../text-processing/tokenize-text/simulator.ts'
import { truncateText } from '../text-processing/truncate-text/simulator.ts'
import { urlParse } from '../text-processing/url-parse/simulator.ts'
import { validateEmail } from '../text-processing/validate-email/simulator.ts'
import { wordCount } from '../text-processing/word-count/simulator.ts'
import { calculateDateDiff } from '../time-scheduling/calculate-date-diff/simulator.ts'
import { convertTimezone } from '../time-scheduling/convert-timezone/simulator.ts'
import { getCurrentTime } from '../time-scheduling/get-current-time/simulator.ts'

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
