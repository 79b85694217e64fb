import type { Recogniser, RuleBody } from './recogniser.ts'

const fold = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** `draft -> review`, `from draft to review or archived`, for words that are options of one list. */
const STEP =
  /(?:\bfrom\s+)?['"]?(\w+)['"]?\s*(?:->|→|=>|\bto\b)\s*['"]?(\w+)['"]?((?:\s*(?:,|\/|\bor\b)\s*['"]?\w+\b['"]?(?!\s*(?:->|→|=>)))*)/gi

/**
 * Allowed transitions between options of a closed list, where a sentence that speaks of transitions writes them out
 * and says that there are no others.
 */
export const transition: Recogniser = ({ source, clauses }, _tool, rules) => {
  if (source === 'parameter') return []
  return clauses.flatMap((clause): RuleBody[] => {
    if (
      !/\b(?:transitions?|change|move)\b/i.test(clause) ||
      !/\bonly\b|\b(?:allowed|valid|permitted) transitions?\b/i.test(clause)
    )
      return []
    const steps = [...clause.matchAll(STEP)].map(([, from = '', to = '', more = '']) => ({
      from: fold(from),
      to: [to, ...more.split(/,|\/|\bor\b/i)].map((one) => fold(one.replace(/['"]/g, ''))).filter(Boolean),
    }))
    const owner = rules.find(
      (rule) =>
        rule.kind === 'one_of' &&
        steps.length > 0 &&
        steps.every(({ from, to }) =>
          [from, ...to].every((one) => rule.values.map((value) => fold(String(value))).includes(one)),
        ),
    )
    if (owner?.kind !== 'one_of') return []
    const allowed: Record<string, string[]> = {}
    for (const { from, to } of steps) allowed[from] = [...(allowed[from] ?? []), ...to]
    return [{ kind: 'transition', parameter: owner.parameter, allowed }]
  })
}
