import type { Simulator } from '../define-simulator.ts'
import { base64Decode } from './base64-decode.ts'
import { base64Encode } from './base64-encode.ts'
import { caseConvert } from './case-convert.ts'
import { classifyText } from './classify-text.ts'
import { compareTexts } from './compare-texts.ts'
import { detectLanguage } from './detect-language.ts'
import { extractEntities } from './extract-entities.ts'
import { extractNumbers } from './extract-numbers.ts'
import { formatNumber } from './format-number.ts'
import { hashText } from './hash-text.ts'
import { keywordExtract } from './keyword-extract.ts'
import { maskPii } from './mask-pii.ts'
import { sentimentAnalysis } from './sentiment-analysis.ts'
import { slugify } from './slugify.ts'
import { splitText } from './split-text.ts'
import { stringReplace } from './string-replace.ts'
import { summarizeText } from './summarize-text.ts'
import { textSimilarity } from './text-similarity.ts'
import { tokenizeText } from './tokenize-text.ts'
import { truncateText } from './truncate-text.ts'
import { wordCount } from './word-count.ts'

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
  hashText,
  keywordExtract,
  maskPii,
  sentimentAnalysis,
  slugify,
  splitText,
  stringReplace,
  summarizeText,
  textSimilarity,
  tokenizeText,
  truncateText,
  wordCount,
]
