// Made by `npm run make:index` from the folders of the tools.

import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { drawArguments as compressDataDraw } from '../communication/compress-data/arguments.ts'
import compressDataWords from '../communication/compress-data/phrases.json' with { type: 'json' }
import { drawArguments as createCalendarEventDraw } from '../communication/create-calendar-event/arguments.ts'
import createCalendarEventWords from '../communication/create-calendar-event/phrases.json' with {
  type: 'json',
}
import { drawArguments as createContactDraw } from '../communication/create-contact/arguments.ts'
import createContactWords from '../communication/create-contact/phrases.json' with { type: 'json' }
import { drawArguments as createInvoiceDraw } from '../communication/create-invoice/arguments.ts'
import createInvoiceWords from '../communication/create-invoice/phrases.json' with { type: 'json' }
import { drawArguments as createNotificationDraw } from '../communication/create-notification/arguments.ts'
import createNotificationWords from '../communication/create-notification/phrases.json' with { type: 'json' }
import { drawArguments as createSpreadsheetDraw } from '../communication/create-spreadsheet/arguments.ts'
import createSpreadsheetWords from '../communication/create-spreadsheet/phrases.json' with { type: 'json' }
import { drawArguments as createTaskDraw } from '../communication/create-task/arguments.ts'
import createTaskWords from '../communication/create-task/phrases.json' with { type: 'json' }
import { drawArguments as encryptTextDraw } from '../communication/encrypt-text/arguments.ts'
import encryptTextWords from '../communication/encrypt-text/phrases.json' with { type: 'json' }
import { drawArguments as generateReportDraw } from '../communication/generate-report/arguments.ts'
import generateReportWords from '../communication/generate-report/phrases.json' with { type: 'json' }
import { drawArguments as logEventDraw } from '../communication/log-event/arguments.ts'
import logEventWords from '../communication/log-event/phrases.json' with { type: 'json' }
import { drawArguments as scheduleMeetingDraw } from '../communication/schedule-meeting/arguments.ts'
import scheduleMeetingWords from '../communication/schedule-meeting/phrases.json' with { type: 'json' }
import { drawArguments as sendEmailDraw } from '../communication/send-email/arguments.ts'
import sendEmailWords from '../communication/send-email/phrases.json' with { type: 'json' }
import { drawArguments as sendMessageDraw } from '../communication/send-message/arguments.ts'
import sendMessageWords from '../communication/send-message/phrases.json' with { type: 'json' }
import { drawArguments as sendWebhookDraw } from '../communication/send-webhook/arguments.ts'
import sendWebhookWords from '../communication/send-webhook/phrases.json' with { type: 'json' }
import { drawArguments as setReminderDraw } from '../communication/set-reminder/arguments.ts'
import setReminderWords from '../communication/set-reminder/phrases.json' with { type: 'json' }
import { drawArguments as calculatorDraw } from '../computation/calculator/arguments.ts'
import calculatorWords from '../computation/calculator/phrases.json' with { type: 'json' }
import { drawArguments as clampValueDraw } from '../computation/clamp-value/arguments.ts'
import clampValueWords from '../computation/clamp-value/phrases.json' with { type: 'json' }
import { drawArguments as correlationDraw } from '../computation/correlation/arguments.ts'
import correlationWords from '../computation/correlation/phrases.json' with { type: 'json' }
import { drawArguments as dataAggregateDraw } from '../computation/data-aggregate/arguments.ts'
import dataAggregateWords from '../computation/data-aggregate/phrases.json' with { type: 'json' }
import { drawArguments as dataFilterDraw } from '../computation/data-filter/arguments.ts'
import dataFilterWords from '../computation/data-filter/phrases.json' with { type: 'json' }
import { drawArguments as dataSortDraw } from '../computation/data-sort/arguments.ts'
import dataSortWords from '../computation/data-sort/phrases.json' with { type: 'json' }
import { drawArguments as executePythonDraw } from '../computation/execute-python/arguments.ts'
import executePythonWords from '../computation/execute-python/phrases.json' with { type: 'json' }
import { drawArguments as linearRegressionDraw } from '../computation/linear-regression/arguments.ts'
import linearRegressionWords from '../computation/linear-regression/phrases.json' with { type: 'json' }
import { drawArguments as minMaxDraw } from '../computation/min-max/arguments.ts'
import minMaxWords from '../computation/min-max/phrases.json' with { type: 'json' }
import { drawArguments as movingAverageDraw } from '../computation/moving-average/arguments.ts'
import movingAverageWords from '../computation/moving-average/phrases.json' with { type: 'json' }
import { drawArguments as normalizeDataDraw } from '../computation/normalize-data/arguments.ts'
import normalizeDataWords from '../computation/normalize-data/phrases.json' with { type: 'json' }
import { drawArguments as percentageChangeDraw } from '../computation/percentage-change/arguments.ts'
import percentageChangeWords from '../computation/percentage-change/phrases.json' with { type: 'json' }
import { drawArguments as percentileDraw } from '../computation/percentile/arguments.ts'
import percentileWords from '../computation/percentile/phrases.json' with { type: 'json' }
import { drawArguments as roundNumberDraw } from '../computation/round-number/arguments.ts'
import roundNumberWords from '../computation/round-number/phrases.json' with { type: 'json' }
import { drawArguments as standardDeviationDraw } from '../computation/standard-deviation/arguments.ts'
import standardDeviationWords from '../computation/standard-deviation/phrases.json' with { type: 'json' }
import { drawArguments as statisticalAnalysisDraw } from '../computation/statistical-analysis/arguments.ts'
import statisticalAnalysisWords from '../computation/statistical-analysis/phrases.json' with { type: 'json' }
import { drawArguments as unitConvertDraw } from '../computation/unit-convert/arguments.ts'
import unitConvertWords from '../computation/unit-convert/phrases.json' with { type: 'json' }
import { drawArguments as addDurationDraw } from '../external-services/add-duration/arguments.ts'
import addDurationWords from '../external-services/add-duration/phrases.json' with { type: 'json' }
import { drawArguments as businessDaysBetweenDraw } from '../external-services/business-days-between/arguments.ts'
import businessDaysBetweenWords from '../external-services/business-days-between/phrases.json' with {
  type: 'json',
}
import { drawArguments as formatDateDraw } from '../external-services/format-date/arguments.ts'
import formatDateWords from '../external-services/format-date/phrases.json' with { type: 'json' }
import { drawArguments as getDirectionsDraw } from '../external-services/get-directions/arguments.ts'
import getDirectionsWords from '../external-services/get-directions/phrases.json' with { type: 'json' }
import { drawArguments as getExchangeRateDraw } from '../external-services/get-exchange-rate/arguments.ts'
import getExchangeRateWords from '../external-services/get-exchange-rate/phrases.json' with { type: 'json' }
import { drawArguments as getLocationInfoDraw } from '../external-services/get-location-info/arguments.ts'
import getLocationInfoWords from '../external-services/get-location-info/phrases.json' with { type: 'json' }
import { drawArguments as getStockPriceDraw } from '../external-services/get-stock-price/arguments.ts'
import getStockPriceWords from '../external-services/get-stock-price/phrases.json' with { type: 'json' }
import { drawArguments as getWeatherDraw } from '../external-services/get-weather/arguments.ts'
import getWeatherWords from '../external-services/get-weather/phrases.json' with { type: 'json' }
import { drawArguments as getWeekdayDraw } from '../external-services/get-weekday/arguments.ts'
import getWeekdayWords from '../external-services/get-weekday/phrases.json' with { type: 'json' }
import { drawArguments as isBusinessDayDraw } from '../external-services/is-business-day/arguments.ts'
import isBusinessDayWords from '../external-services/is-business-day/phrases.json' with { type: 'json' }
import { drawArguments as nextOccurrenceDraw } from '../external-services/next-occurrence/arguments.ts'
import nextOccurrenceWords from '../external-services/next-occurrence/phrases.json' with { type: 'json' }
import { drawArguments as parseDateDraw } from '../external-services/parse-date/arguments.ts'
import parseDateWords from '../external-services/parse-date/phrases.json' with { type: 'json' }
import { drawArguments as searchProductsDraw } from '../external-services/search-products/arguments.ts'
import searchProductsWords from '../external-services/search-products/phrases.json' with { type: 'json' }
import { drawArguments as timeSinceDraw } from '../external-services/time-since/arguments.ts'
import timeSinceWords from '../external-services/time-since/phrases.json' with { type: 'json' }
import { drawArguments as translateTextDraw } from '../external-services/translate-text/arguments.ts'
import translateTextWords from '../external-services/translate-text/phrases.json' with { type: 'json' }
import { drawArguments as listFilesDraw } from '../file-data/list-files/arguments.ts'
import listFilesWords from '../file-data/list-files/phrases.json' with { type: 'json' }
import { drawArguments as mergeDataDraw } from '../file-data/merge-data/arguments.ts'
import mergeDataWords from '../file-data/merge-data/phrases.json' with { type: 'json' }
import { drawArguments as readFileDraw } from '../file-data/read-file/arguments.ts'
import readFileWords from '../file-data/read-file/phrases.json' with { type: 'json' }
import { drawArguments as transformFormatDraw } from '../file-data/transform-format/arguments.ts'
import transformFormatWords from '../file-data/transform-format/phrases.json' with { type: 'json' }
import { drawArguments as writeFileDraw } from '../file-data/write-file/arguments.ts'
import writeFileWords from '../file-data/write-file/phrases.json' with { type: 'json' }
import { drawArguments as checkUrlStatusDraw } from '../information-retrieval/check-url-status/arguments.ts'
import checkUrlStatusWords from '../information-retrieval/check-url-status/phrases.json' with { type: 'json' }
import { drawArguments as databaseQueryDraw } from '../information-retrieval/database-query/arguments.ts'
import databaseQueryWords from '../information-retrieval/database-query/phrases.json' with { type: 'json' }
import { drawArguments as dnsLookupDraw } from '../information-retrieval/dns-lookup/arguments.ts'
import dnsLookupWords from '../information-retrieval/dns-lookup/phrases.json' with { type: 'json' }
import { drawArguments as encodeUrlDraw } from '../information-retrieval/encode-url/arguments.ts'
import encodeUrlWords from '../information-retrieval/encode-url/phrases.json' with { type: 'json' }
import { drawArguments as extractDomainDraw } from '../information-retrieval/extract-domain/arguments.ts'
import extractDomainWords from '../information-retrieval/extract-domain/phrases.json' with { type: 'json' }
import { drawArguments as extractLinksDraw } from '../information-retrieval/extract-links/arguments.ts'
import extractLinksWords from '../information-retrieval/extract-links/phrases.json' with { type: 'json' }
import { drawArguments as generateUrlDraw } from '../information-retrieval/generate-url/arguments.ts'
import generateUrlWords from '../information-retrieval/generate-url/phrases.json' with { type: 'json' }
import { drawArguments as httpRequestDraw } from '../information-retrieval/http-request/arguments.ts'
import httpRequestWords from '../information-retrieval/http-request/phrases.json' with { type: 'json' }
import { drawArguments as ipGeolocationDraw } from '../information-retrieval/ip-geolocation/arguments.ts'
import ipGeolocationWords from '../information-retrieval/ip-geolocation/phrases.json' with { type: 'json' }
import { drawArguments as knowledgeBaseQueryDraw } from '../information-retrieval/knowledge-base-query/arguments.ts'
import knowledgeBaseQueryWords from '../information-retrieval/knowledge-base-query/phrases.json' with {
  type: 'json',
}
import { drawArguments as lookupEntityDraw } from '../information-retrieval/lookup-entity/arguments.ts'
import lookupEntityWords from '../information-retrieval/lookup-entity/phrases.json' with { type: 'json' }
import { drawArguments as parseHtmlDraw } from '../information-retrieval/parse-html/arguments.ts'
import parseHtmlWords from '../information-retrieval/parse-html/phrases.json' with { type: 'json' }
import { drawArguments as rssFeedParseDraw } from '../information-retrieval/rss-feed-parse/arguments.ts'
import rssFeedParseWords from '../information-retrieval/rss-feed-parse/phrases.json' with { type: 'json' }
import { drawArguments as webPageFetchDraw } from '../information-retrieval/web-page-fetch/arguments.ts'
import webPageFetchWords from '../information-retrieval/web-page-fetch/phrases.json' with { type: 'json' }
import { drawArguments as webSearchDraw } from '../information-retrieval/web-search/arguments.ts'
import webSearchWords from '../information-retrieval/web-search/phrases.json' with { type: 'json' }
import { drawArguments as generateImageDraw } from '../media/generate-image/arguments.ts'
import generateImageWords from '../media/generate-image/phrases.json' with { type: 'json' }
import { drawArguments as transcribeAudioDraw } from '../media/transcribe-audio/arguments.ts'
import transcribeAudioWords from '../media/transcribe-audio/phrases.json' with { type: 'json' }
import { drawArguments as getSessionContextDraw } from '../state-management/get-session-context/arguments.ts'
import getSessionContextWords from '../state-management/get-session-context/phrases.json' with {
  type: 'json',
}
import { drawArguments as listMemoriesDraw } from '../state-management/list-memories/arguments.ts'
import listMemoriesWords from '../state-management/list-memories/phrases.json' with { type: 'json' }
import { drawArguments as retrieveMemoryDraw } from '../state-management/retrieve-memory/arguments.ts'
import retrieveMemoryWords from '../state-management/retrieve-memory/phrases.json' with { type: 'json' }
import { drawArguments as storeMemoryDraw } from '../state-management/store-memory/arguments.ts'
import storeMemoryWords from '../state-management/store-memory/phrases.json' with { type: 'json' }
import { drawArguments as base64DecodeDraw } from '../text-processing/base64-decode/arguments.ts'
import base64DecodeWords from '../text-processing/base64-decode/phrases.json' with { type: 'json' }
import { drawArguments as base64EncodeDraw } from '../text-processing/base64-encode/arguments.ts'
import base64EncodeWords from '../text-processing/base64-encode/phrases.json' with { type: 'json' }
import { drawArguments as caseConvertDraw } from '../text-processing/case-convert/arguments.ts'
import caseConvertWords from '../text-processing/case-convert/phrases.json' with { type: 'json' }
import { drawArguments as classifyTextDraw } from '../text-processing/classify-text/arguments.ts'
import classifyTextWords from '../text-processing/classify-text/phrases.json' with { type: 'json' }
import { drawArguments as compareTextsDraw } from '../text-processing/compare-texts/arguments.ts'
import compareTextsWords from '../text-processing/compare-texts/phrases.json' with { type: 'json' }
import { drawArguments as detectLanguageDraw } from '../text-processing/detect-language/arguments.ts'
import detectLanguageWords from '../text-processing/detect-language/phrases.json' with { type: 'json' }
import { drawArguments as extractEntitiesDraw } from '../text-processing/extract-entities/arguments.ts'
import extractEntitiesWords from '../text-processing/extract-entities/phrases.json' with { type: 'json' }
import { drawArguments as extractNumbersDraw } from '../text-processing/extract-numbers/arguments.ts'
import extractNumbersWords from '../text-processing/extract-numbers/phrases.json' with { type: 'json' }
import { drawArguments as formatNumberDraw } from '../text-processing/format-number/arguments.ts'
import formatNumberWords from '../text-processing/format-number/phrases.json' with { type: 'json' }
import { drawArguments as generateSummaryStatsDraw } from '../text-processing/generate-summary-stats/arguments.ts'
import generateSummaryStatsWords from '../text-processing/generate-summary-stats/phrases.json' with {
  type: 'json',
}
import { drawArguments as hashTextDraw } from '../text-processing/hash-text/arguments.ts'
import hashTextWords from '../text-processing/hash-text/phrases.json' with { type: 'json' }
import { drawArguments as joinTextsDraw } from '../text-processing/join-texts/arguments.ts'
import joinTextsWords from '../text-processing/join-texts/phrases.json' with { type: 'json' }
import { drawArguments as jsonExtractDraw } from '../text-processing/json-extract/arguments.ts'
import jsonExtractWords from '../text-processing/json-extract/phrases.json' with { type: 'json' }
import { drawArguments as keywordExtractDraw } from '../text-processing/keyword-extract/arguments.ts'
import keywordExtractWords from '../text-processing/keyword-extract/phrases.json' with { type: 'json' }
import { drawArguments as maskPiiDraw } from '../text-processing/mask-pii/arguments.ts'
import maskPiiWords from '../text-processing/mask-pii/phrases.json' with { type: 'json' }
import { drawArguments as numberToTextDraw } from '../text-processing/number-to-text/arguments.ts'
import numberToTextWords from '../text-processing/number-to-text/phrases.json' with { type: 'json' }
import { drawArguments as regexMatchDraw } from '../text-processing/regex-match/arguments.ts'
import regexMatchWords from '../text-processing/regex-match/phrases.json' with { type: 'json' }
import { drawArguments as sentimentAnalysisDraw } from '../text-processing/sentiment-analysis/arguments.ts'
import sentimentAnalysisWords from '../text-processing/sentiment-analysis/phrases.json' with { type: 'json' }
import { drawArguments as slugifyDraw } from '../text-processing/slugify/arguments.ts'
import slugifyWords from '../text-processing/slugify/phrases.json' with { type: 'json' }
import { drawArguments as spellCheckDraw } from '../text-processing/spell-check/arguments.ts'
import spellCheckWords from '../text-processing/spell-check/phrases.json' with { type: 'json' }
import { drawArguments as splitTextDraw } from '../text-processing/split-text/arguments.ts'
import splitTextWords from '../text-processing/split-text/phrases.json' with { type: 'json' }
import { drawArguments as stringReplaceDraw } from '../text-processing/string-replace/arguments.ts'
import stringReplaceWords from '../text-processing/string-replace/phrases.json' with { type: 'json' }
import { drawArguments as summarizeTextDraw } from '../text-processing/summarize-text/arguments.ts'
import summarizeTextWords from '../text-processing/summarize-text/phrases.json' with { type: 'json' }
import { drawArguments as textSimilarityDraw } from '../text-processing/text-similarity/arguments.ts'
import textSimilarityWords from '../text-processing/text-similarity/phrases.json' with { type: 'json' }
import { drawArguments as textToNumberDraw } from '../text-processing/text-to-number/arguments.ts'
import textToNumberWords from '../text-processing/text-to-number/phrases.json' with { type: 'json' }
import { drawArguments as tokenizeTextDraw } from '../text-processing/tokenize-text/arguments.ts'
import tokenizeTextWords from '../text-processing/tokenize-text/phrases.json' with { type: 'json' }
import { drawArguments as truncateTextDraw } from '../text-processing/truncate-text/arguments.ts'
import truncateTextWords from '../text-processing/truncate-text/phrases.json' with { type: 'json' }
import { drawArguments as urlParseDraw } from '../text-processing/url-parse/arguments.ts'
import urlParseWords from '../text-processing/url-parse/phrases.json' with { type: 'json' }
import { drawArguments as validateEmailDraw } from '../text-processing/validate-email/arguments.ts'
import validateEmailWords from '../text-processing/validate-email/phrases.json' with { type: 'json' }
import { drawArguments as wordCountDraw } from '../text-processing/word-count/arguments.ts'
import wordCountWords from '../text-processing/word-count/phrases.json' with { type: 'json' }
import { drawArguments as calculateDateDiffDraw } from '../time-scheduling/calculate-date-diff/arguments.ts'
import calculateDateDiffWords from '../time-scheduling/calculate-date-diff/phrases.json' with { type: 'json' }
import { drawArguments as convertTimezoneDraw } from '../time-scheduling/convert-timezone/arguments.ts'
import convertTimezoneWords from '../time-scheduling/convert-timezone/phrases.json' with { type: 'json' }
import { drawArguments as getCurrentTimeDraw } from '../time-scheduling/get-current-time/arguments.ts'
import getCurrentTimeWords from '../time-scheduling/get-current-time/phrases.json' with { type: 'json' }

/** In order of the tools' names. */
export const folders: readonly (readonly [tool: string, words: unknown, draw: (rng: Rng) => JsonObject])[] = [
  ['add_duration', addDurationWords, addDurationDraw],
  ['base64_decode', base64DecodeWords, base64DecodeDraw],
  ['base64_encode', base64EncodeWords, base64EncodeDraw],
  ['business_days_between', businessDaysBetweenWords, businessDaysBetweenDraw],
  ['calculate_date_diff', calculateDateDiffWords, calculateDateDiffDraw],
  ['calculator', calculatorWords, calculatorDraw],
  ['case_convert', caseConvertWords, caseConvertDraw],
  ['check_url_status', checkUrlStatusWords, checkUrlStatusDraw],
  ['clamp_value', clampValueWords, clampValueDraw],
  ['classify_text', classifyTextWords, classifyTextDraw],
  ['compare_texts', compareTextsWords, compareTextsDraw],
  ['compress_data', compressDataWords, compressDataDraw],
  ['convert_timezone', convertTimezoneWords, convertTimezoneDraw],
  ['correlation', correlationWords, correlationDraw],
  ['create_calendar_event', createCalendarEventWords, createCalendarEventDraw],
  ['create_contact', createContactWords, createContactDraw],
  ['create_invoice', createInvoiceWords, createInvoiceDraw],
  ['create_notification', createNotificationWords, createNotificationDraw],
  ['create_spreadsheet', createSpreadsheetWords, createSpreadsheetDraw],
  ['create_task', createTaskWords, createTaskDraw],
  ['data_aggregate', dataAggregateWords, dataAggregateDraw],
  ['data_filter', dataFilterWords, dataFilterDraw],
  ['data_sort', dataSortWords, dataSortDraw],
  ['database_query', databaseQueryWords, databaseQueryDraw],
  ['detect_language', detectLanguageWords, detectLanguageDraw],
  ['dns_lookup', dnsLookupWords, dnsLookupDraw],
  ['encode_url', encodeUrlWords, encodeUrlDraw],
  ['encrypt_text', encryptTextWords, encryptTextDraw],
  ['execute_python', executePythonWords, executePythonDraw],
  ['extract_domain', extractDomainWords, extractDomainDraw],
  ['extract_entities', extractEntitiesWords, extractEntitiesDraw],
  ['extract_links', extractLinksWords, extractLinksDraw],
  ['extract_numbers', extractNumbersWords, extractNumbersDraw],
  ['format_date', formatDateWords, formatDateDraw],
  ['format_number', formatNumberWords, formatNumberDraw],
  ['generate_image', generateImageWords, generateImageDraw],
  ['generate_report', generateReportWords, generateReportDraw],
  ['generate_summary_stats', generateSummaryStatsWords, generateSummaryStatsDraw],
  ['generate_url', generateUrlWords, generateUrlDraw],
  ['get_current_time', getCurrentTimeWords, getCurrentTimeDraw],
  ['get_directions', getDirectionsWords, getDirectionsDraw],
  ['get_exchange_rate', getExchangeRateWords, getExchangeRateDraw],
  ['get_location_info', getLocationInfoWords, getLocationInfoDraw],
  ['get_session_context', getSessionContextWords, getSessionContextDraw],
  ['get_stock_price', getStockPriceWords, getStockPriceDraw],
  ['get_weather', getWeatherWords, getWeatherDraw],
  ['get_weekday', getWeekdayWords, getWeekdayDraw],
  ['hash_text', hashTextWords, hashTextDraw],
  ['http_request', httpRequestWords, httpRequestDraw],
  ['ip_geolocation', ipGeolocationWords, ipGeolocationDraw],
  ['is_business_day', isBusinessDayWords, isBusinessDayDraw],
  ['join_texts', joinTextsWords, joinTextsDraw],
  ['json_extract', jsonExtractWords, jsonExtractDraw],
  ['keyword_extract', keywordExtractWords, keywordExtractDraw],
  ['knowledge_base_query', knowledgeBaseQueryWords, knowledgeBaseQueryDraw],
  ['linear_regression', linearRegressionWords, linearRegressionDraw],
  ['list_files', listFilesWords, listFilesDraw],
  ['list_memories', listMemoriesWords, listMemoriesDraw],
  ['log_event', logEventWords, logEventDraw],
  ['lookup_entity', lookupEntityWords, lookupEntityDraw],
  ['mask_pii', maskPiiWords, maskPiiDraw],
  ['merge_data', mergeDataWords, mergeDataDraw],
  ['min_max', minMaxWords, minMaxDraw],
  ['moving_average', movingAverageWords, movingAverageDraw],
  ['next_occurrence', nextOccurrenceWords, nextOccurrenceDraw],
  ['normalize_data', normalizeDataWords, normalizeDataDraw],
  ['number_to_text', numberToTextWords, numberToTextDraw],
  ['parse_date', parseDateWords, parseDateDraw],
  ['parse_html', parseHtmlWords, parseHtmlDraw],
  ['percentage_change', percentageChangeWords, percentageChangeDraw],
  ['percentile', percentileWords, percentileDraw],
  ['read_file', readFileWords, readFileDraw],
  ['regex_match', regexMatchWords, regexMatchDraw],
  ['retrieve_memory', retrieveMemoryWords, retrieveMemoryDraw],
  ['round_number', roundNumberWords, roundNumberDraw],
  ['rss_feed_parse', rssFeedParseWords, rssFeedParseDraw],
  ['schedule_meeting', scheduleMeetingWords, scheduleMeetingDraw],
  ['search_products', searchProductsWords, searchProductsDraw],
  ['send_email', sendEmailWords, sendEmailDraw],
  ['send_message', sendMessageWords, sendMessageDraw],
  ['send_webhook', sendWebhookWords, sendWebhookDraw],
  ['sentiment_analysis', sentimentAnalysisWords, sentimentAnalysisDraw],
  ['set_reminder', setReminderWords, setReminderDraw],
  ['slugify', slugifyWords, slugifyDraw],
  ['spell_check', spellCheckWords, spellCheckDraw],
  ['split_text', splitTextWords, splitTextDraw],
  ['standard_deviation', standardDeviationWords, standardDeviationDraw],
  ['statistical_analysis', statisticalAnalysisWords, statisticalAnalysisDraw],
  ['store_memory', storeMemoryWords, storeMemoryDraw],
  ['string_replace', stringReplaceWords, stringReplaceDraw],
  ['summarize_text', summarizeTextWords, summarizeTextDraw],
  ['text_similarity', textSimilarityWords, textSimilarityDraw],
  ['text_to_number', textToNumberWords, textToNumberDraw],
  ['time_since', timeSinceWords, timeSinceDraw],
  ['tokenize_text', tokenizeTextWords, tokenizeTextDraw],
  ['transcribe_audio', transcribeAudioWords, transcribeAudioDraw],
  ['transform_format', transformFormatWords, transformFormatDraw],
  ['translate_text', translateTextWords, translateTextDraw],
  ['truncate_text', truncateTextWords, truncateTextDraw],
  ['unit_convert', unitConvertWords, unitConvertDraw],
  ['url_parse', urlParseWords, urlParseDraw],
  ['validate_email', validateEmailWords, validateEmailDraw],
  ['web_page_fetch', webPageFetchWords, webPageFetchDraw],
  ['web_search', webSearchWords, webSearchDraw],
  ['word_count', wordCountWords, wordCountDraw],
  ['write_file', writeFileWords, writeFileDraw],
]
