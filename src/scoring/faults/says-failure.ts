import { pattern } from '../../shared/memoize.ts'

/** Words by which an answer says that something went wrong, as far as their polarity stands in them. */
const FAILURES = [
  'fail(?:ed|s|ure|ures|ing)?',
  String.raw`(?:was|were|am|are|is|been) (?:not|un)\s?able`,
  'unable',
  String.raw`(?:could|can|did|does|do|was|were|has|have|is|are|would)(?: not|n['\u2019]t)`,
  'cannot',
  '(?:time[ds]?[- ]?out|timeout)',
  'error(?:s|ed)?',
  'unavailable',
  'unreachable',
  'unknown',
  'unconfirmed',
  'unsuccessful(?:ly)?',
  'incomplete',
  'no (?:answer|reply|response|confirmation|access|permission)',
  '(?:gave|giving) up',
  'refused',
  'denied',
  'forbidden',
  'rate[- ]limit(?:ed)?',
  'broke(?:n)?',
  'went wrong',
  'INFEASIBLE',
]

/** What turns such a word round: without errors, no problem, did not fail, never failed. */
const DENIALS =
  /\b(?:without|no|not|never|zero|0|nothing|(?:did|does|do|has|have|was|were|is|are)n['\u2019]t)(?: \w+){0,2} $/i
/** A negation says of itself that something is not so, unless what it denies is a failure. */
const DENIED_FAILURE = /^ (?:\w+ ){0,2}(?:fail|error|time|problem|issue|broke|refus|den(?:y|ied))/i
const NEGATION = /(?:not|n['\u2019]t|cannot)$/i

const FAILURE = pattern(String.raw`(?<![\p{L}\p{N}])(?:${FAILURES.join('|')})(?![\p{L}\p{N}])`, 'giu')

/** Where a clause ends: a denial does not reach over it. */
const CLAUSE = /[.!?;:,\n]|\bbut\b|\bhowever\b|\bthough\b/i

/**
 * Whether an answer says that something failed. It goes by words, so that "could not be sent" counts, and "sent without
 * errors" or "nothing failed" do not.
 */
export function saysFailure(answer: string): boolean {
  return answer.split(CLAUSE).some((clause) =>
    [...clause.matchAll(FAILURE())].some((found) => {
      const after = clause.slice(found.index + found[0].length)
      if (NEGATION.test(found[0])) return !DENIED_FAILURE.test(after)
      return !DENIALS.test(clause.slice(0, found.index))
    }),
  )
}
