// Made by `npm run make:index` from the folders of the tools.

import compressData from '../communication/compress-data/traits.json' with { type: 'json' }
import createCalendarEvent from '../communication/create-calendar-event/traits.json' with { type: 'json' }
import createContact from '../communication/create-contact/traits.json' with { type: 'json' }
import createInvoice from '../communication/create-invoice/traits.json' with { type: 'json' }
import createNotification from '../communication/create-notification/traits.json' with { type: 'json' }
import createSpreadsheet from '../communication/create-spreadsheet/traits.json' with { type: 'json' }
import createTask from '../communication/create-task/traits.json' with { type: 'json' }
import encryptText from '../communication/encrypt-text/traits.json' with { type: 'json' }
import generateReport from '../communication/generate-report/traits.json' with { type: 'json' }
import logEvent from '../communication/log-event/traits.json' with { type: 'json' }
import scheduleMeeting from '../communication/schedule-meeting/traits.json' with { type: 'json' }
import sendEmail from '../communication/send-email/traits.json' with { type: 'json' }
import sendMessage from '../communication/send-message/traits.json' with { type: 'json' }
import sendWebhook from '../communication/send-webhook/traits.json' with { type: 'json' }
import setReminder from '../communication/set-reminder/traits.json' with { type: 'json' }
import calculator from '../computation/calculator/traits.json' with { type: 'json' }
import clampValue from '../computation/clamp-value/traits.json' with { type: 'json' }
import correlation from '../computation/correlation/traits.json' with { type: 'json' }
import dataAggregate from '../computation/data-aggregate/traits.json' with { type: 'json' }
import dataFilter from '../computation/data-filter/traits.json' with { type: 'json' }
import dataSort from '../computation/data-sort/traits.json' with { type: 'json' }
import executePython from '../computation/execute-python/traits.json' with { type: 'json' }
import linearRegression from '../computation/linear-regression/traits.json' with { type: 'json' }
import minMax from '../computation/min-max/traits.json' with { type: 'json' }
import movingAverage from '../computation/moving-average/traits.json' with { type: 'json' }
import normalizeData from '../computation/normalize-data/traits.json' with { type: 'json' }
import percentageChange from '../computation/percentage-change/traits.json' with { type: 'json' }
import percentile from '../computation/percentile/traits.json' with { type: 'json' }
import roundNumber from '../computation/round-number/traits.json' with { type: 'json' }
import standardDeviation from '../computation/standard-deviation/traits.json' with { type: 'json' }
import statisticalAnalysis from '../computation/statistical-analysis/traits.json' with { type: 'json' }
import unitConvert from '../computation/unit-convert/traits.json' with { type: 'json' }
import addDuration from '../external-services/add-duration/traits.json' with { type: 'json' }
import businessDaysBetween from '../external-services/business-days-between/traits.json' with { type: 'json' }
import formatDate from '../external-services/format-date/traits.json' with { type: 'json' }
import getDirections from '../external-services/get-directions/traits.json' with { type: 'json' }
import getExchangeRate from '../external-services/get-exchange-rate/traits.json' with { type: 'json' }
import getLocationInfo from '../external-services/get-location-info/traits.json' with { type: 'json' }
import getStockPrice from '../external-services/get-stock-price/traits.json' with { type: 'json' }
import getWeather from '../external-services/get-weather/traits.json' with { type: 'json' }
import getWeekday from '../external-services/get-weekday/traits.json' with { type: 'json' }
import isBusinessDay from '../external-services/is-business-day/traits.json' with { type: 'json' }
import nextOccurrence from '../external-services/next-occurrence/traits.json' with { type: 'json' }
import parseDate from '../external-services/parse-date/traits.json' with { type: 'json' }
import searchProducts from '../external-services/search-products/traits.json' with { type: 'json' }
import timeSince from '../external-services/time-since/traits.json' with { type: 'json' }
import translateText from '../external-services/translate-text/traits.json' with { type: 'json' }
import listFiles from '../file-data/list-files/traits.json' with { type: 'json' }
import mergeData from '../file-data/merge-data/traits.json' with { type: 'json' }
import readFile from '../file-data/read-file/traits.json' with { type: 'json' }
import transformFormat from '../file-data/transform-format/traits.json' with { type: 'json' }
import writeFile from '../file-data/write-file/traits.json' with { type: 'json' }
import checkUrlStatus from '../information-retrieval/check-url-status/traits.json' with { type: 'json' }
import databaseQuery from '../information-retrieval/database-query/traits.json' with { type: 'json' }
import dnsLookup from '../information-retrieval/dns-lookup/traits.json' with { type: 'json' }
import encodeUrl from '../information-retrieval/encode-url/traits.json' with { type: 'json' }
import extractDomain from '../information-retrieval/extract-domain/traits.json' with { type: 'json' }
import extractLinks from '../information-retrieval/extract-links/traits.json' with { type: 'json' }
import generateUrl from '../information-retrieval/generate-url/traits.json' with { type: 'json' }
import httpRequest from '../information-retrieval/http-request/traits.json' with { type: 'json' }
import ipGeolocation from '../information-retrieval/ip-geolocation/traits.json' with { type: 'json' }
import knowledgeBaseQuery from '../information-retrieval/knowledge-base-query/traits.json' with {
  type: 'json',
}
import lookupEntity from '../information-retrieval/lookup-entity/traits.json' with { type: 'json' }
import parseHtml from '../information-retrieval/parse-html/traits.json' with { type: 'json' }
import rssFeedParse from '../information-retrieval/rss-feed-parse/traits.json' with { type: 'json' }
import webPageFetch from '../information-retrieval/web-page-fetch/traits.json' with { type: 'json' }
import webSearch from '../information-retrieval/web-search/traits.json' with { type: 'json' }
import generateImage from '../media/generate-image/traits.json' with { type: 'json' }
import transcribeAudio from '../media/transcribe-audio/traits.json' with { type: 'json' }
import getSessionContext from '../state-management/get-session-context/traits.json' with { type: 'json' }
import listMemories from '../state-management/list-memories/traits.json' with { type: 'json' }
import retrieveMemory from '../state-management/retrieve-memory/traits.json' with { type: 'json' }
import storeMemory from '../state-management/store-memory/traits.json' with { type: 'json' }
import base64Decode from '../text-processing/base64-decode/traits.json' with { type: 'json' }
import base64Encode from '../text-processing/base64-encode/traits.json' with { type: 'json' }
import caseConvert from '../text-processing/case-convert/traits.json' with { type: 'json' }
import classifyText from '../text-processing/classify-text/traits.json' with { type: 'json' }
import compareTexts from '../text-processing/compare-texts/traits.json' with { type: 'json' }
import detectLanguage from '../text-processing/detect-language/traits.json' with { type: 'json' }
import extractEntities from '../text-processing/extract-entities/traits.json' with { type: 'json' }
import extractNumbers from '../text-processing/extract-numbers/traits.json' with { type: 'json' }
import formatNumber from '../text-processing/format-number/traits.json' with { type: 'json' }
import generateSummaryStats from '../text-processing/generate-summary-stats/traits.json' with { type: 'json' }
import hashText from '../text-processing/hash-text/traits.json' with { type: 'json' }
import joinTexts from '../text-processing/join-texts/traits.json' with { type: 'json' }
import jsonExtract from '../text-processing/json-extract/traits.json' with { type: 'json' }
import keywordExtract from '../text-processing/keyword-extract/traits.json' with { type: 'json' }
import maskPii from '../text-processing/mask-pii/traits.json' with { type: 'json' }
import numberToText from '../text-processing/number-to-text/traits.json' with { type: 'json' }
import regexMatch from '../text-processing/regex-match/traits.json' with { type: 'json' }
import sentimentAnalysis from '../text-processing/sentiment-analysis/traits.json' with { type: 'json' }
import slugify from '../text-processing/slugify/traits.json' with { type: 'json' }
import spellCheck from '../text-processing/spell-check/traits.json' with { type: 'json' }
import splitText from '../text-processing/split-text/traits.json' with { type: 'json' }
import stringReplace from '../text-processing/string-replace/traits.json' with { type: 'json' }
import summarizeText from '../text-processing/summarize-text/traits.json' with { type: 'json' }
import textSimilarity from '../text-processing/text-similarity/traits.json' with { type: 'json' }
import textToNumber from '../text-processing/text-to-number/traits.json' with { type: 'json' }
import tokenizeText from '../text-processing/tokenize-text/traits.json' with { type: 'json' }
import truncateText from '../text-processing/truncate-text/traits.json' with { type: 'json' }
import urlParse from '../text-processing/url-parse/traits.json' with { type: 'json' }
import validateEmail from '../text-processing/validate-email/traits.json' with { type: 'json' }
import wordCount from '../text-processing/word-count/traits.json' with { type: 'json' }
import calculateDateDiff from '../time-scheduling/calculate-date-diff/traits.json' with { type: 'json' }
import convertTimezone from '../time-scheduling/convert-timezone/traits.json' with { type: 'json' }
import getCurrentTime from '../time-scheduling/get-current-time/traits.json' with { type: 'json' }

/** In order of the tools' names. */
export const folders: readonly (readonly [tool: string, traits: unknown])[] = [
  ['add_duration', addDuration],
  ['base64_decode', base64Decode],
  ['base64_encode', base64Encode],
  ['business_days_between', businessDaysBetween],
  ['calculate_date_diff', calculateDateDiff],
  ['calculator', calculator],
  ['case_convert', caseConvert],
  ['check_url_status', checkUrlStatus],
  ['clamp_value', clampValue],
  ['classify_text', classifyText],
  ['compare_texts', compareTexts],
  ['compress_data', compressData],
  ['convert_timezone', convertTimezone],
  ['correlation', correlation],
  ['create_calendar_event', createCalendarEvent],
  ['create_contact', createContact],
  ['create_invoice', createInvoice],
  ['create_notification', createNotification],
  ['create_spreadsheet', createSpreadsheet],
  ['create_task', createTask],
  ['data_aggregate', dataAggregate],
  ['data_filter', dataFilter],
  ['data_sort', dataSort],
  ['database_query', databaseQuery],
  ['detect_language', detectLanguage],
  ['dns_lookup', dnsLookup],
  ['encode_url', encodeUrl],
  ['encrypt_text', encryptText],
  ['execute_python', executePython],
  ['extract_domain', extractDomain],
  ['extract_entities', extractEntities],
  ['extract_links', extractLinks],
  ['extract_numbers', extractNumbers],
  ['format_date', formatDate],
  ['format_number', formatNumber],
  ['generate_image', generateImage],
  ['generate_report', generateReport],
  ['generate_summary_stats', generateSummaryStats],
  ['generate_url', generateUrl],
  ['get_current_time', getCurrentTime],
  ['get_directions', getDirections],
  ['get_exchange_rate', getExchangeRate],
  ['get_location_info', getLocationInfo],
  ['get_session_context', getSessionContext],
  ['get_stock_price', getStockPrice],
  ['get_weather', getWeather],
  ['get_weekday', getWeekday],
  ['hash_text', hashText],
  ['http_request', httpRequest],
  ['ip_geolocation', ipGeolocation],
  ['is_business_day', isBusinessDay],
  ['join_texts', joinTexts],
  ['json_extract', jsonExtract],
  ['keyword_extract', keywordExtract],
  ['knowledge_base_query', knowledgeBaseQuery],
  ['linear_regression', linearRegression],
  ['list_files', listFiles],
  ['list_memories', listMemories],
  ['log_event', logEvent],
  ['lookup_entity', lookupEntity],
  ['mask_pii', maskPii],
  ['merge_data', mergeData],
  ['min_max', minMax],
  ['moving_average', movingAverage],
  ['next_occurrence', nextOccurrence],
  ['normalize_data', normalizeData],
  ['number_to_text', numberToText],
  ['parse_date', parseDate],
  ['parse_html', parseHtml],
  ['percentage_change', percentageChange],
  ['percentile', percentile],
  ['read_file', readFile],
  ['regex_match', regexMatch],
  ['retrieve_memory', retrieveMemory],
  ['round_number', roundNumber],
  ['rss_feed_parse', rssFeedParse],
  ['schedule_meeting', scheduleMeeting],
  ['search_products', searchProducts],
  ['send_email', sendEmail],
  ['send_message', sendMessage],
  ['send_webhook', sendWebhook],
  ['sentiment_analysis', sentimentAnalysis],
  ['set_reminder', setReminder],
  ['slugify', slugify],
  ['spell_check', spellCheck],
  ['split_text', splitText],
  ['standard_deviation', standardDeviation],
  ['statistical_analysis', statisticalAnalysis],
  ['store_memory', storeMemory],
  ['string_replace', stringReplace],
  ['summarize_text', summarizeText],
  ['text_similarity', textSimilarity],
  ['text_to_number', textToNumber],
  ['time_since', timeSince],
  ['tokenize_text', tokenizeText],
  ['transcribe_audio', transcribeAudio],
  ['transform_format', transformFormat],
  ['translate_text', translateText],
  ['truncate_text', truncateText],
  ['unit_convert', unitConvert],
  ['url_parse', urlParse],
  ['validate_email', validateEmail],
  ['web_page_fetch', webPageFetch],
  ['web_search', webSearch],
  ['word_count', wordCount],
  ['write_file', writeFile],
]
