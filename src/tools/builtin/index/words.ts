// Made by `npm run make:index` from the files of the tools.

import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import compressData from '../communication/compress-data.json' with { type: 'json' }
import { drawArguments as compressDataDraw } from '../communication/compress-data.ts'
import createCalendarEvent from '../communication/create-calendar-event.json' with { type: 'json' }
import { drawArguments as createCalendarEventDraw } from '../communication/create-calendar-event.ts'
import createContact from '../communication/create-contact.json' with { type: 'json' }
import { drawArguments as createContactDraw } from '../communication/create-contact.ts'
import createInvoice from '../communication/create-invoice.json' with { type: 'json' }
import { drawArguments as createInvoiceDraw } from '../communication/create-invoice.ts'
import createNotification from '../communication/create-notification.json' with { type: 'json' }
import { drawArguments as createNotificationDraw } from '../communication/create-notification.ts'
import createSpreadsheet from '../communication/create-spreadsheet.json' with { type: 'json' }
import { drawArguments as createSpreadsheetDraw } from '../communication/create-spreadsheet.ts'
import createTask from '../communication/create-task.json' with { type: 'json' }
import { drawArguments as createTaskDraw } from '../communication/create-task.ts'
import encryptText from '../communication/encrypt-text.json' with { type: 'json' }
import { drawArguments as encryptTextDraw } from '../communication/encrypt-text.ts'
import generateReport from '../communication/generate-report.json' with { type: 'json' }
import { drawArguments as generateReportDraw } from '../communication/generate-report.ts'
import logEvent from '../communication/log-event.json' with { type: 'json' }
import { drawArguments as logEventDraw } from '../communication/log-event.ts'
import scheduleMeeting from '../communication/schedule-meeting.json' with { type: 'json' }
import { drawArguments as scheduleMeetingDraw } from '../communication/schedule-meeting.ts'
import sendEmail from '../communication/send-email.json' with { type: 'json' }
import { drawArguments as sendEmailDraw } from '../communication/send-email.ts'
import sendMessage from '../communication/send-message.json' with { type: 'json' }
import { drawArguments as sendMessageDraw } from '../communication/send-message.ts'
import sendWebhook from '../communication/send-webhook.json' with { type: 'json' }
import { drawArguments as sendWebhookDraw } from '../communication/send-webhook.ts'
import setReminder from '../communication/set-reminder.json' with { type: 'json' }
import { drawArguments as setReminderDraw } from '../communication/set-reminder.ts'
import calculator from '../computation/calculator.json' with { type: 'json' }
import { drawArguments as calculatorDraw } from '../computation/calculator.ts'
import clampValue from '../computation/clamp-value.json' with { type: 'json' }
import { drawArguments as clampValueDraw } from '../computation/clamp-value.ts'
import correlation from '../computation/correlation.json' with { type: 'json' }
import { drawArguments as correlationDraw } from '../computation/correlation.ts'
import dataAggregate from '../computation/data-aggregate.json' with { type: 'json' }
import { drawArguments as dataAggregateDraw } from '../computation/data-aggregate.ts'
import dataFilter from '../computation/data-filter.json' with { type: 'json' }
import { drawArguments as dataFilterDraw } from '../computation/data-filter.ts'
import dataSort from '../computation/data-sort.json' with { type: 'json' }
import { drawArguments as dataSortDraw } from '../computation/data-sort.ts'
import executePython from '../computation/execute-python.json' with { type: 'json' }
import { drawArguments as executePythonDraw } from '../computation/execute-python.ts'
import linearRegression from '../computation/linear-regression.json' with { type: 'json' }
import { drawArguments as linearRegressionDraw } from '../computation/linear-regression.ts'
import minMax from '../computation/min-max.json' with { type: 'json' }
import { drawArguments as minMaxDraw } from '../computation/min-max.ts'
import movingAverage from '../computation/moving-average.json' with { type: 'json' }
import { drawArguments as movingAverageDraw } from '../computation/moving-average.ts'
import normalizeData from '../computation/normalize-data.json' with { type: 'json' }
import { drawArguments as normalizeDataDraw } from '../computation/normalize-data.ts'
import percentageChange from '../computation/percentage-change.json' with { type: 'json' }
import { drawArguments as percentageChangeDraw } from '../computation/percentage-change.ts'
import percentile from '../computation/percentile.json' with { type: 'json' }
import { drawArguments as percentileDraw } from '../computation/percentile.ts'
import roundNumber from '../computation/round-number.json' with { type: 'json' }
import { drawArguments as roundNumberDraw } from '../computation/round-number.ts'
import standardDeviation from '../computation/standard-deviation.json' with { type: 'json' }
import { drawArguments as standardDeviationDraw } from '../computation/standard-deviation.ts'
import statisticalAnalysis from '../computation/statistical-analysis.json' with { type: 'json' }
import { drawArguments as statisticalAnalysisDraw } from '../computation/statistical-analysis.ts'
import unitConvert from '../computation/unit-convert.json' with { type: 'json' }
import { drawArguments as unitConvertDraw } from '../computation/unit-convert.ts'
import addDuration from '../external-services/add-duration.json' with { type: 'json' }
import { drawArguments as addDurationDraw } from '../external-services/add-duration.ts'
import businessDaysBetween from '../external-services/business-days-between.json' with { type: 'json' }
import { drawArguments as businessDaysBetweenDraw } from '../external-services/business-days-between.ts'
import formatDate from '../external-services/format-date.json' with { type: 'json' }
import { drawArguments as formatDateDraw } from '../external-services/format-date.ts'
import getDirections from '../external-services/get-directions.json' with { type: 'json' }
import { drawArguments as getDirectionsDraw } from '../external-services/get-directions.ts'
import getExchangeRate from '../external-services/get-exchange-rate.json' with { type: 'json' }
import { drawArguments as getExchangeRateDraw } from '../external-services/get-exchange-rate.ts'
import getLocationInfo from '../external-services/get-location-info.json' with { type: 'json' }
import { drawArguments as getLocationInfoDraw } from '../external-services/get-location-info.ts'
import getStockPrice from '../external-services/get-stock-price.json' with { type: 'json' }
import { drawArguments as getStockPriceDraw } from '../external-services/get-stock-price.ts'
import getWeather from '../external-services/get-weather.json' with { type: 'json' }
import { drawArguments as getWeatherDraw } from '../external-services/get-weather.ts'
import getWeekday from '../external-services/get-weekday.json' with { type: 'json' }
import { drawArguments as getWeekdayDraw } from '../external-services/get-weekday.ts'
import isBusinessDay from '../external-services/is-business-day.json' with { type: 'json' }
import { drawArguments as isBusinessDayDraw } from '../external-services/is-business-day.ts'
import nextOccurrence from '../external-services/next-occurrence.json' with { type: 'json' }
import { drawArguments as nextOccurrenceDraw } from '../external-services/next-occurrence.ts'
import parseDate from '../external-services/parse-date.json' with { type: 'json' }
import { drawArguments as parseDateDraw } from '../external-services/parse-date.ts'
import searchProducts from '../external-services/search-products.json' with { type: 'json' }
import { drawArguments as searchProductsDraw } from '../external-services/search-products.ts'
import timeSince from '../external-services/time-since.json' with { type: 'json' }
import { drawArguments as timeSinceDraw } from '../external-services/time-since.ts'
import translateText from '../external-services/translate-text.json' with { type: 'json' }
import { drawArguments as translateTextDraw } from '../external-services/translate-text.ts'
import listFiles from '../file-data/list-files.json' with { type: 'json' }
import { drawArguments as listFilesDraw } from '../file-data/list-files.ts'
import mergeData from '../file-data/merge-data.json' with { type: 'json' }
import { drawArguments as mergeDataDraw } from '../file-data/merge-data.ts'
import readFile from '../file-data/read-file.json' with { type: 'json' }
import { drawArguments as readFileDraw } from '../file-data/read-file.ts'
import transformFormat from '../file-data/transform-format.json' with { type: 'json' }
import { drawArguments as transformFormatDraw } from '../file-data/transform-format.ts'
import writeFile from '../file-data/write-file.json' with { type: 'json' }
import { drawArguments as writeFileDraw } from '../file-data/write-file.ts'
import checkUrlStatus from '../information-retrieval/check-url-status.json' with { type: 'json' }
import { drawArguments as checkUrlStatusDraw } from '../information-retrieval/check-url-status.ts'
import databaseQuery from '../information-retrieval/database-query.json' with { type: 'json' }
import { drawArguments as databaseQueryDraw } from '../information-retrieval/database-query.ts'
import dnsLookup from '../information-retrieval/dns-lookup.json' with { type: 'json' }
import { drawArguments as dnsLookupDraw } from '../information-retrieval/dns-lookup.ts'
import encodeUrl from '../information-retrieval/encode-url.json' with { type: 'json' }
import { drawArguments as encodeUrlDraw } from '../information-retrieval/encode-url.ts'
import extractDomain from '../information-retrieval/extract-domain.json' with { type: 'json' }
import { drawArguments as extractDomainDraw } from '../information-retrieval/extract-domain.ts'
import extractLinks from '../information-retrieval/extract-links.json' with { type: 'json' }
import { drawArguments as extractLinksDraw } from '../information-retrieval/extract-links.ts'
import generateUrl from '../information-retrieval/generate-url.json' with { type: 'json' }
import { drawArguments as generateUrlDraw } from '../information-retrieval/generate-url.ts'
import httpRequest from '../information-retrieval/http-request.json' with { type: 'json' }
import { drawArguments as httpRequestDraw } from '../information-retrieval/http-request.ts'
import ipGeolocation from '../information-retrieval/ip-geolocation.json' with { type: 'json' }
import { drawArguments as ipGeolocationDraw } from '../information-retrieval/ip-geolocation.ts'
import knowledgeBaseQuery from '../information-retrieval/knowledge-base-query.json' with { type: 'json' }
import { drawArguments as knowledgeBaseQueryDraw } from '../information-retrieval/knowledge-base-query.ts'
import lookupEntity from '../information-retrieval/lookup-entity.json' with { type: 'json' }
import { drawArguments as lookupEntityDraw } from '../information-retrieval/lookup-entity.ts'
import parseHtml from '../information-retrieval/parse-html.json' with { type: 'json' }
import { drawArguments as parseHtmlDraw } from '../information-retrieval/parse-html.ts'
import rssFeedParse from '../information-retrieval/rss-feed-parse.json' with { type: 'json' }
import { drawArguments as rssFeedParseDraw } from '../information-retrieval/rss-feed-parse.ts'
import webPageFetch from '../information-retrieval/web-page-fetch.json' with { type: 'json' }
import { drawArguments as webPageFetchDraw } from '../information-retrieval/web-page-fetch.ts'
import webSearch from '../information-retrieval/web-search.json' with { type: 'json' }
import { drawArguments as webSearchDraw } from '../information-retrieval/web-search.ts'
import generateImage from '../media/generate-image.json' with { type: 'json' }
import { drawArguments as generateImageDraw } from '../media/generate-image.ts'
import transcribeAudio from '../media/transcribe-audio.json' with { type: 'json' }
import { drawArguments as transcribeAudioDraw } from '../media/transcribe-audio.ts'
import getSessionContext from '../state-management/get-session-context.json' with { type: 'json' }
import { drawArguments as getSessionContextDraw } from '../state-management/get-session-context.ts'
import listMemories from '../state-management/list-memories.json' with { type: 'json' }
import { drawArguments as listMemoriesDraw } from '../state-management/list-memories.ts'
import retrieveMemory from '../state-management/retrieve-memory.json' with { type: 'json' }
import { drawArguments as retrieveMemoryDraw } from '../state-management/retrieve-memory.ts'
import storeMemory from '../state-management/store-memory.json' with { type: 'json' }
import { drawArguments as storeMemoryDraw } from '../state-management/store-memory.ts'
import base64Decode from '../text-processing/base64-decode.json' with { type: 'json' }
import { drawArguments as base64DecodeDraw } from '../text-processing/base64-decode.ts'
import base64Encode from '../text-processing/base64-encode.json' with { type: 'json' }
import { drawArguments as base64EncodeDraw } from '../text-processing/base64-encode.ts'
import caseConvert from '../text-processing/case-convert.json' with { type: 'json' }
import { drawArguments as caseConvertDraw } from '../text-processing/case-convert.ts'
import classifyText from '../text-processing/classify-text.json' with { type: 'json' }
import { drawArguments as classifyTextDraw } from '../text-processing/classify-text.ts'
import compareTexts from '../text-processing/compare-texts.json' with { type: 'json' }
import { drawArguments as compareTextsDraw } from '../text-processing/compare-texts.ts'
import detectLanguage from '../text-processing/detect-language.json' with { type: 'json' }
import { drawArguments as detectLanguageDraw } from '../text-processing/detect-language.ts'
import extractEntities from '../text-processing/extract-entities.json' with { type: 'json' }
import { drawArguments as extractEntitiesDraw } from '../text-processing/extract-entities.ts'
import extractNumbers from '../text-processing/extract-numbers.json' with { type: 'json' }
import { drawArguments as extractNumbersDraw } from '../text-processing/extract-numbers.ts'
import formatNumber from '../text-processing/format-number.json' with { type: 'json' }
import { drawArguments as formatNumberDraw } from '../text-processing/format-number.ts'
import generateSummaryStats from '../text-processing/generate-summary-stats.json' with { type: 'json' }
import { drawArguments as generateSummaryStatsDraw } from '../text-processing/generate-summary-stats.ts'
import hashText from '../text-processing/hash-text.json' with { type: 'json' }
import { drawArguments as hashTextDraw } from '../text-processing/hash-text.ts'
import joinTexts from '../text-processing/join-texts.json' with { type: 'json' }
import { drawArguments as joinTextsDraw } from '../text-processing/join-texts.ts'
import jsonExtract from '../text-processing/json-extract.json' with { type: 'json' }
import { drawArguments as jsonExtractDraw } from '../text-processing/json-extract.ts'
import keywordExtract from '../text-processing/keyword-extract.json' with { type: 'json' }
import { drawArguments as keywordExtractDraw } from '../text-processing/keyword-extract.ts'
import maskPii from '../text-processing/mask-pii.json' with { type: 'json' }
import { drawArguments as maskPiiDraw } from '../text-processing/mask-pii.ts'
import numberToText from '../text-processing/number-to-text.json' with { type: 'json' }
import { drawArguments as numberToTextDraw } from '../text-processing/number-to-text.ts'
import regexMatch from '../text-processing/regex-match.json' with { type: 'json' }
import { drawArguments as regexMatchDraw } from '../text-processing/regex-match.ts'
import sentimentAnalysis from '../text-processing/sentiment-analysis.json' with { type: 'json' }
import { drawArguments as sentimentAnalysisDraw } from '../text-processing/sentiment-analysis.ts'
import slugify from '../text-processing/slugify.json' with { type: 'json' }
import { drawArguments as slugifyDraw } from '../text-processing/slugify.ts'
import spellCheck from '../text-processing/spell-check.json' with { type: 'json' }
import { drawArguments as spellCheckDraw } from '../text-processing/spell-check.ts'
import splitText from '../text-processing/split-text.json' with { type: 'json' }
import { drawArguments as splitTextDraw } from '../text-processing/split-text.ts'
import stringReplace from '../text-processing/string-replace.json' with { type: 'json' }
import { drawArguments as stringReplaceDraw } from '../text-processing/string-replace.ts'
import summarizeText from '../text-processing/summarize-text.json' with { type: 'json' }
import { drawArguments as summarizeTextDraw } from '../text-processing/summarize-text.ts'
import textSimilarity from '../text-processing/text-similarity.json' with { type: 'json' }
import { drawArguments as textSimilarityDraw } from '../text-processing/text-similarity.ts'
import textToNumber from '../text-processing/text-to-number.json' with { type: 'json' }
import { drawArguments as textToNumberDraw } from '../text-processing/text-to-number.ts'
import tokenizeText from '../text-processing/tokenize-text.json' with { type: 'json' }
import { drawArguments as tokenizeTextDraw } from '../text-processing/tokenize-text.ts'
import truncateText from '../text-processing/truncate-text.json' with { type: 'json' }
import { drawArguments as truncateTextDraw } from '../text-processing/truncate-text.ts'
import urlParse from '../text-processing/url-parse.json' with { type: 'json' }
import { drawArguments as urlParseDraw } from '../text-processing/url-parse.ts'
import validateEmail from '../text-processing/validate-email.json' with { type: 'json' }
import { drawArguments as validateEmailDraw } from '../text-processing/validate-email.ts'
import wordCount from '../text-processing/word-count.json' with { type: 'json' }
import { drawArguments as wordCountDraw } from '../text-processing/word-count.ts'
import calculateDateDiff from '../time-scheduling/calculate-date-diff.json' with { type: 'json' }
import { drawArguments as calculateDateDiffDraw } from '../time-scheduling/calculate-date-diff.ts'
import convertTimezone from '../time-scheduling/convert-timezone.json' with { type: 'json' }
import { drawArguments as convertTimezoneDraw } from '../time-scheduling/convert-timezone.ts'
import getCurrentTime from '../time-scheduling/get-current-time.json' with { type: 'json' }
import { drawArguments as getCurrentTimeDraw } from '../time-scheduling/get-current-time.ts'

/** In order of the tools' names: what the JSON beside a tool holds, and the calls that make sense. */
export const files: readonly (readonly [tool: string, content: ToolFile, draw: (rng: Rng) => JsonObject])[] =
  [
    ['add_duration', addDuration, addDurationDraw],
    ['base64_decode', base64Decode, base64DecodeDraw],
    ['base64_encode', base64Encode, base64EncodeDraw],
    ['business_days_between', businessDaysBetween, businessDaysBetweenDraw],
    ['calculate_date_diff', calculateDateDiff, calculateDateDiffDraw],
    ['calculator', calculator, calculatorDraw],
    ['case_convert', caseConvert, caseConvertDraw],
    ['check_url_status', checkUrlStatus, checkUrlStatusDraw],
    ['clamp_value', clampValue, clampValueDraw],
    ['classify_text', classifyText, classifyTextDraw],
    ['compare_texts', compareTexts, compareTextsDraw],
    ['compress_data', compressData, compressDataDraw],
    ['convert_timezone', convertTimezone, convertTimezoneDraw],
    ['correlation', correlation, correlationDraw],
    ['create_calendar_event', createCalendarEvent, createCalendarEventDraw],
    ['create_contact', createContact, createContactDraw],
    ['create_invoice', createInvoice, createInvoiceDraw],
    ['create_notification', createNotification, createNotificationDraw],
    ['create_spreadsheet', createSpreadsheet, createSpreadsheetDraw],
    ['create_task', createTask, createTaskDraw],
    ['data_aggregate', dataAggregate, dataAggregateDraw],
    ['data_filter', dataFilter, dataFilterDraw],
    ['data_sort', dataSort, dataSortDraw],
    ['database_query', databaseQuery, databaseQueryDraw],
    ['detect_language', detectLanguage, detectLanguageDraw],
    ['dns_lookup', dnsLookup, dnsLookupDraw],
    ['encode_url', encodeUrl, encodeUrlDraw],
    ['encrypt_text', encryptText, encryptTextDraw],
    ['execute_python', executePython, executePythonDraw],
    ['extract_domain', extractDomain, extractDomainDraw],
    ['extract_entities', extractEntities, extractEntitiesDraw],
    ['extract_links', extractLinks, extractLinksDraw],
    ['extract_numbers', extractNumbers, extractNumbersDraw],
    ['format_date', formatDate, formatDateDraw],
    ['format_number', formatNumber, formatNumberDraw],
    ['generate_image', generateImage, generateImageDraw],
    ['generate_report', generateReport, generateReportDraw],
    ['generate_summary_stats', generateSummaryStats, generateSummaryStatsDraw],
    ['generate_url', generateUrl, generateUrlDraw],
    ['get_current_time', getCurrentTime, getCurrentTimeDraw],
    ['get_directions', getDirections, getDirectionsDraw],
    ['get_exchange_rate', getExchangeRate, getExchangeRateDraw],
    ['get_location_info', getLocationInfo, getLocationInfoDraw],
    ['get_session_context', getSessionContext, getSessionContextDraw],
    ['get_stock_price', getStockPrice, getStockPriceDraw],
    ['get_weather', getWeather, getWeatherDraw],
    ['get_weekday', getWeekday, getWeekdayDraw],
    ['hash_text', hashText, hashTextDraw],
    ['http_request', httpRequest, httpRequestDraw],
    ['ip_geolocation', ipGeolocation, ipGeolocationDraw],
    ['is_business_day', isBusinessDay, isBusinessDayDraw],
    ['join_texts', joinTexts, joinTextsDraw],
    ['json_extract', jsonExtract, jsonExtractDraw],
    ['keyword_extract', keywordExtract, keywordExtractDraw],
    ['knowledge_base_query', knowledgeBaseQuery, knowledgeBaseQueryDraw],
    ['linear_regression', linearRegression, linearRegressionDraw],
    ['list_files', listFiles, listFilesDraw],
    ['list_memories', listMemories, listMemoriesDraw],
    ['log_event', logEvent, logEventDraw],
    ['lookup_entity', lookupEntity, lookupEntityDraw],
    ['mask_pii', maskPii, maskPiiDraw],
    ['merge_data', mergeData, mergeDataDraw],
    ['min_max', minMax, minMaxDraw],
    ['moving_average', movingAverage, movingAverageDraw],
    ['next_occurrence', nextOccurrence, nextOccurrenceDraw],
    ['normalize_data', normalizeData, normalizeDataDraw],
    ['number_to_text', numberToText, numberToTextDraw],
    ['parse_date', parseDate, parseDateDraw],
    ['parse_html', parseHtml, parseHtmlDraw],
    ['percentage_change', percentageChange, percentageChangeDraw],
    ['percentile', percentile, percentileDraw],
    ['read_file', readFile, readFileDraw],
    ['regex_match', regexMatch, regexMatchDraw],
    ['retrieve_memory', retrieveMemory, retrieveMemoryDraw],
    ['round_number', roundNumber, roundNumberDraw],
    ['rss_feed_parse', rssFeedParse, rssFeedParseDraw],
    ['schedule_meeting', scheduleMeeting, scheduleMeetingDraw],
    ['search_products', searchProducts, searchProductsDraw],
    ['send_email', sendEmail, sendEmailDraw],
    ['send_message', sendMessage, sendMessageDraw],
    ['send_webhook', sendWebhook, sendWebhookDraw],
    ['sentiment_analysis', sentimentAnalysis, sentimentAnalysisDraw],
    ['set_reminder', setReminder, setReminderDraw],
    ['slugify', slugify, slugifyDraw],
    ['spell_check', spellCheck, spellCheckDraw],
    ['split_text', splitText, splitTextDraw],
    ['standard_deviation', standardDeviation, standardDeviationDraw],
    ['statistical_analysis', statisticalAnalysis, statisticalAnalysisDraw],
    ['store_memory', storeMemory, storeMemoryDraw],
    ['string_replace', stringReplace, stringReplaceDraw],
    ['summarize_text', summarizeText, summarizeTextDraw],
    ['text_similarity', textSimilarity, textSimilarityDraw],
    ['text_to_number', textToNumber, textToNumberDraw],
    ['time_since', timeSince, timeSinceDraw],
    ['tokenize_text', tokenizeText, tokenizeTextDraw],
    ['transcribe_audio', transcribeAudio, transcribeAudioDraw],
    ['transform_format', transformFormat, transformFormatDraw],
    ['translate_text', translateText, translateTextDraw],
    ['truncate_text', truncateText, truncateTextDraw],
    ['unit_convert', unitConvert, unitConvertDraw],
    ['url_parse', urlParse, urlParseDraw],
    ['validate_email', validateEmail, validateEmailDraw],
    ['web_page_fetch', webPageFetch, webPageFetchDraw],
    ['web_search', webSearch, webSearchDraw],
    ['word_count', wordCount, wordCountDraw],
    ['write_file', writeFile, writeFileDraw],
  ]

interface ToolFile {
  phrases: unknown
  traits: unknown
}
