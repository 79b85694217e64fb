import type { Simulator } from '../define-simulator.ts'
import { base64Decode } from './base64-decode/simulator.ts'
import { base64Encode } from './base64-encode/simulator.ts'
import { caseConvert } from './case-convert/simulator.ts'
import { classifyText } from './classify-text/simulator.ts'
import { compareTexts } from './compare-texts/simulator.ts'
import { detectLanguage } from './detect-language/simulator.ts'
import { extractEntities } from './extract-entities/simulator.ts'
import { extractNumbers } from './extract-numbers/simulator.ts'
import { formatNumber } from './format-number/simulator.ts'
import { generateSummaryStats } from './generate-summary-stats/simulator.ts'
import { hashText } from './hash-text/simulator.ts'
import { joinTexts } from './join-texts/simulator.ts'
import { jsonExtract } from './json-extract/simulator.ts'
import { keywordExtract } from './keyword-extract/simulator.ts'
import { maskPii } from './mask-pii/simulator.ts'
import { numberToText } from './number-to-text/simulator.ts'
import { regexMatch } from './regex-match/simulator.ts'
import { sentimentAnalysis } from './sentiment-analysis/simulator.ts'
import { slugify } from './slugify/simulator.ts'
import { spellCheck } from './spell-check/simulator.ts'
import { splitText } from './split-text/simulator.ts'
import { stringReplace } from './string-replace/simulator.ts'
import { summarizeText } from './summarize-text/simulator.ts'
import { textSimilarity } from './text-similarity/simulator.ts'
import { textToNumber } from './text-to-number/simulator.ts'
import { tokenizeText } from './tokenize-text/simulator.ts'
import { truncateText } from './truncate-text/simulator.ts'
import { urlParse } from './url-parse/simulator.ts'
import { validateEmail } from './validate-email/simulator.ts'
import { wordCount } from './word-count/simulator.ts'

export const textProcessing: Simulator[] = [
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
