import type { Phrases } from '../phrases.ts'
import { base64Decode } from './base64-decode.ts'
import { base64Encode } from './base64-encode.ts'
import { caseConvert } from './case-convert.ts'
import { classifyText } from './classify-text.ts'
import { compareTexts } from './compare-texts.ts'
import { detectLanguage } from './detect-language.ts'
import { extractEntities } from './extract-entities.ts'
import { extractNumbers } from './extract-numbers.ts'
import { formatNumber } from './format-number.ts'
import { generateSummaryStats } from './generate-summary-stats.ts'
import { hashText } from './hash-text.ts'
import { joinTexts } from './join-texts.ts'
import { jsonExtract } from './json-extract.ts'
import { keywordExtract } from './keyword-extract.ts'
import { maskPii } from './mask-pii.ts'
import { numberToText } from './number-to-text.ts'
import { regexMatch } from './regex-match.ts'
import { sentimentAnalysis } from './sentiment-analysis.ts'
import { slugify } from './slugify.ts'
import { spellCheck } from './spell-check.ts'
import { splitText } from './split-text.ts'
import { stringReplace } from './string-replace.ts'
import { summarizeText } from './summarize-text.ts'
import { textSimilarity } from './text-similarity.ts'
import { textToNumber } from './text-to-number.ts'
import { tokenizeText } from './tokenize-text.ts'
import { truncateText } from './truncate-text.ts'
import { urlParse } from './url-parse.ts'
import { validateEmail } from './validate-email.ts'
import { wordCount } from './word-count.ts'

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
