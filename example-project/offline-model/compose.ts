import type { Call } from './history.ts'
import { asArgument, candidates, findings } from './outputs.ts'
import type { Step } from './plan.ts'
import type { Param } from './tool-spec.ts'
import { overlap, termsOf } from './words.ts'

/** Words of a clause that are not the name of its tool: they tell what the tool is to work on. */
export const objectTerms = (step: Step): Set<string> =>
  new Set([...termsOf(step.clause.words)].filter((term) => !step.tool.nameTerms.has(term)))

const describe = (call: Call): string =>
  findings(call)
    .map(({ key, value }) => (key ? `${key.replaceAll('_', ' ')}: ${value}` : String(value)))
    .join(', ')

/** What names the subject of a call in prose: its short arguments. */
const subjectOf = (call: Call): string =>
  Object.values(call.args)
    .filter((value) => typeof value === 'string' && value.length < 40)
    .join(' ')

/** Calls whose findings no later call has taken up. */
export function openCalls(calls: readonly Call[]): Call[] {
  return calls.filter((call, index) => {
    const told = findings(call).map(({ value }) => JSON.stringify(value).replace(/^"|"$/g, ''))
    const later = calls.slice(index + 1).map((each) => JSON.stringify(each.args))
    return !told.some((value) => value.length > 2 && later.some((args) => args.includes(value)))
  })
}

/** The calls whose subject a clause names, where it names some: "the temperature in Oslo". */
function namedCalls(step: Step, calls: readonly Call[]): readonly Call[] {
  const named = calls.filter((call) => {
    const subject = subjectOf(call)
    return subject !== '' && step.clause.text.includes(subject)
  })
  return named.length > 0 ? named : calls
}

/** Text about earlier results: the one text there is, or a line of findings for each call. */
export function compose(step: Step, param: Param, calls: readonly Call[]): string | undefined {
  const open = openCalls(calls)
  const told = namedCalls(step, open.length > 0 ? open : calls)
  if (told.length === 1) {
    const [best] = candidates(told, param, objectTerms(step))
    const found = findings(told[0] as Call)
    const named = best !== undefined && overlap(termsOf(best.leaf.key), objectTerms(step)) > 0
    const prose = typeof best?.leaf.value === 'string' && best.leaf.value.length > 40
    if (best && (prose || found.length === 1 || named)) return String(asArgument(best.leaf.value, param))
  }
  const lines = told.map((call) => [subjectOf(call), describe(call)].filter(Boolean).join(' - '))
  return lines.length > 0 ? lines.join('\n') : undefined
}
