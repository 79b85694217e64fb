const MARKER = /(?:final\s+)?answer[\s*_`]*:/gi
const LINE_START = /(?:^|\n)[\s#>*_`-]*$/

/**
 * The part of a message that answers: what follows the last marker, or all of it. A marker is `ANSWER:` in capitals
 * anywhere, or `answer:` and `final answer:` in any case where a line starts, emphasis passed over.
 */
export function answerScopeOf(message: string): string {
  const last = [...message.matchAll(MARKER)].findLast(
    (match) => match[0].includes('ANSWER') || LINE_START.test(message.slice(0, match.index)),
  )
  if (last === undefined) return message.trim()
  return message
    .slice(last.index + last[0].length)
    .replace(/^[\s*_`]+/, '')
    .trim()
}
