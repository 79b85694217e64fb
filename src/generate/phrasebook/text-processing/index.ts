import { base64Decode } from '../../../simulators/text-processing/base64-decode/phrases.ts'
import { base64Encode } from '../../../simulators/text-processing/base64-encode/phrases.ts'
import { caseConvert } from '../../../simulators/text-processing/case-convert/phrases.ts'
import { classifyText } from '../../../simulators/text-processing/classify-text/phrases.ts'
import { compareTexts } from '../../../simulators/text-processing/compare-texts/phrases.ts'
import { detectLanguage } from '../../../simulators/text-processing/detect-language/phrases.ts'
import { extractEntities } from '../../../simulators/text-processing/extract-entities/phrases.ts'
import { extractNumbers } from '../../../simulators/text-processing/extract-numbers/phrases.ts'
import { formatNumber } from '../../../simulators/text-processing/format-number/phrases.ts'
import { generateSummaryStats } from '../../../simulators/text-processing/generate-summary-stats/phrases.ts'
import { hashText } from '../../../simulators/text-processing/hash-text/phrases.ts'
import { joinTexts } from '../../../simulators/text-processing/join-texts/phrases.ts'
import { jsonExtract } from '../../../simulators/text-processing/json-extract/phrases.ts'
import { keywordExtract } from '../../../simulators/text-processing/keyword-extract/phrases.ts'
import { maskPii } from '../../../simulators/text-processing/mask-pii/phrases.ts'
import { numberToText } from '../../../simulators/text-processing/number-to-text/phrases.ts'
import { regexMatch } from '../../../simulators/text-processing/regex-match/phrases.ts'
import { sentimentAnalysis } from '../../../simulators/text-processing/sentiment-analysis/phrases.ts'
import { slugify } from '../../../simulators/text-processing/slugify/phrases.ts'
import { spellCheck } from '../../../simulators/text-processing/spell-check/phrases.ts'
import { splitText } from '../../../simulators/text-processing/split-text/phrases.ts'
import { stringReplace } from '../../../simulators/text-processing/string-replace/phrases.ts'
import { summarizeText } from '../../../simulators/text-processing/summarize-text/phrases.ts'
import { textSimilarity } from '../../../simulators/text-processing/text-similarity/phrases.ts'
import { textToNumber } from '../../../simulators/text-processing/text-to-number/phrases.ts'
import { tokenizeText } from '../../../simulators/text-processing/tokenize-text/phrases.ts'
import { truncateText } from '../../../simulators/text-processing/truncate-text/phrases.ts'
import { urlParse } from '../../../simulators/text-processing/url-parse/phrases.ts'
import { validateEmail } from '../../../simulators/text-processing/validate-email/phrases.ts'
import { wordCount } from '../../../simulators/text-processing/word-count/phrases.ts'
import type { Phrases } from '../phrases.ts'

export const textProcessing: readonly Phrases[] = [
  base64Decode,
  base64Encode,
  caseConvert,
  classifyText,
  compareTexts,
  detectLanguage,
  extractEntities,
  extractNumbers,
  formatNumber,
  generateSummaryStats,
  hashText,
  joinTexts,
  jsonExtract,
  keywordExtract,
  maskPii,
  numberToText,
  regexMatch,
  sentimentAnalysis,
  slugify,
  spellCheck,
  splitText,
  stringReplace,
  summarizeText,
  textSimilarity,
  textToNumber,
  tokenizeText,
  truncateText,
  urlParse,
  validateEmail,
  wordCount,
]
