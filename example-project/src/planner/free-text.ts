import type { Clause } from './prompt.ts'
import type { Param } from './tool-spec.ts'

const AFTER_COLON = /:\s+(\S.*?)[.?!]?$/s
const AFTER_NAMING = /\b(?:named|called|titled|saying|that says|entitled)\s+(\S.*?)[.?!]?$/is
const AFTER_TOPIC = /\b(?:about|for|on|regarding|concerning|of)\s+(?:the\s+)?(\S.*?)[.?!]?$/is

/** Words of a clause that stand for a value without quotes: a query, a title, a text after a colon. */
export function freeText(clause: Clause, param: Param): string | undefined {
  const patterns: Record<string, RegExp[]> = {
    query: [AFTER_COLON, AFTER_TOPIC],
    title: [AFTER_NAMING, AFTER_COLON, AFTER_TOPIC],
    text: [AFTER_COLON, AFTER_NAMING],
    label: [AFTER_NAMING, AFTER_COLON],
  }
  for (const pattern of patterns[param.meaning] ?? []) {
    const found = pattern.exec(clause.text)?.[1]
    if (found) return found.replace(/^["'“]|["'”]$/g, '')
  }
  return param.meaning === 'query' ? clause.text.trim().replace(/[.?!]$/, '') : undefined
}
