import { MAX_PATTERN_MS, withinTime } from '../../../shared/time-limit.ts'
import { PatternError, translate } from './translate.ts'

const MAX_PATTERN = 10_000
const MAX_TEXTS = 200_000
const MAX_CHARACTERS = 10_000_000

/** A match as Python's `findall` gives it: the text, that of the one group, or those of all groups. */
export type FoundMatch = string | string[]

/** A repetition may make an expression that is larger than the engine takes. */
function compiled(source: string, flags: string): RegExp {
  try {
    const expression = new RegExp(source, flags)
    expression.test('')
    expression.lastIndex = 0
    return expression
  } catch {
    throw new PatternError('it is too large once its repetitions are written out', 0)
  }
}

/**
 * Python's `re.findall`: matches from left to right, empty ones included. Only the first is kept unless all are asked
 * for; the count is that of all.
 *
 * @throws PatternError for a pattern that is not valid or not supported, or gives too much
 * @throws TimeLimitError where the pattern takes longer than {@link MAX_PATTERN_MS}
 */
export function findAll(
  pattern: string,
  text: string,
  all: boolean,
): { matches: FoundMatch[]; count: number } {
  if (pattern.length > MAX_PATTERN) throw new PatternError(`it is longer than ${MAX_PATTERN} characters`, 0)
  const { source, flags, groups } = translate(pattern)
  const textsOf = (match: RegExpExecArray): string[] =>
    groups === 0
      ? [match[0]]
      : Array.from({ length: groups }, (_, i) => match.groups?.[`group${i + 1}`] ?? '')
  return withinTime(MAX_PATTERN_MS, () => {
    const expression = compiled(source, flags)
    const matches: FoundMatch[] = []
    let [count, texts, characters] = [0, 0, 0]
    for (const match of text.matchAll(expression)) {
      count++
      if (!all && count > 1) continue
      const found = textsOf(match)
      texts += found.length
      characters += found.reduce((sum, { length }) => sum + length, 0)
      if (texts > MAX_TEXTS || characters > MAX_CHARACTERS)
        throw new PatternError(`it gives more than ${MAX_TEXTS} texts or ${MAX_CHARACTERS} characters`, 0)
      matches.push(found.length === 1 ? (found[0] as string) : found)
    }
    return { matches, count }
  })
}
