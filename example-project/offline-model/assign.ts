import { fitOf } from './fit.ts'
import { optionValues } from './options.ts'
import { type Clause, listed } from './prompt.ts'
import type { Param, ToolSpec } from './tool-spec.ts'
import type { Value } from './values.ts'
import { overlap, stem, termsOf, wordsOf } from './words.ts'

/** Which value of the prompt goes to which parameter. */
export type Assignment = Map<Param, Value>

const FROM = new Set('from source start begin old before first since original between'.split(' '))
const TO = new Set('to into target end new after second until with and'.split(' '))
/** Kinds that an optional parameter takes only where the words around them name it. */
const COMMON = new Set(['quoted', 'phrase', 'list', 'json', 'name'])

/** Words that name a value: up to four before it, and two after it for a number ("30 minutes"). */
function labelsOf(text: string, clause: Clause, value: Value): { before: string[]; after: Set<string> } {
  const others = clause.values.filter((other) => other !== value && !other.items)
  const from = Math.max(clause.start, ...others.filter((o) => o.end <= value.start).map((o) => o.end))
  const to = Math.min(clause.end, ...others.filter((o) => o.start >= value.end).map((o) => o.start))
  const after = value.kinds.includes('number') ? wordsOf(text.slice(value.end, to)).slice(0, 2).join(' ') : ''
  return { before: wordsOf(text.slice(from, value.start)).slice(-4), after: termsOf(after) }
}

/** Characters before a value in which its label is looked for. */
const LABEL_REACH = 40

/** True for "name: value" with the very name of the parameter. */
function isLabelled(text: string, value: Value, param: Param): boolean {
  const near = text.slice(Math.max(0, value.start - LABEL_REACH), value.start)
  const label = wordsOf(/([A-Za-z][\w ]*?)\s*[:=]\s*$/.exec(near)?.[1] ?? '')
  const terms = termsOf(label.slice(-wordsOf(param.name).length).join(' '))
  const same = terms.size === param.nameTerms.size && overlap(terms, param.nameTerms) === terms.size
  return terms.size > 0 && same
}

/** Whether the word before a value says that it comes first or last of two, as the parameter's name does. */
function direction(before: readonly string[], param: Param): number {
  const cue = before.at(-1)
  if (cue === undefined) return 0
  const words = wordsOf(param.name.replace(/1$/, ' first').replace(/2$/, ' second'))
  const [said, other] = FROM.has(cue) ? [FROM, TO] : TO.has(cue) ? [TO, FROM] : []
  if (!said || !other) return 0
  return words.some((word) => said.has(word)) ? 2 : words.some((word) => other.has(word)) ? -2 : 0
}

/** How well a value suits a parameter, by kind, by the words around it and by the order of both. */
function suits(text: string, clause: Clause, value: Value, param: Param): number | undefined {
  const labelled = isLabelled(text, value, param)
  const fit =
    fitOf(value, param) || (labelled && param.type === 'string' && param.options.length === 0 ? 0.6 : 0)
  if (fit === 0) return undefined
  const { before, after } = labelsOf(text, clause, value)
  const terms = termsOf(before.join(' '))
  const last = before.at(-1)
  const label =
    (labelled ? 4 : 0) +
    2 * overlap(terms, param.nameTerms) +
    (last !== undefined && param.nameTerms.has(stem(last)) ? 1 : 0) +
    0.5 * Math.min(2, overlap(terms, param.terms)) +
    1.5 * overlap(after, param.nameTerms) +
    overlap(after, param.terms)
  if (!param.required && label === 0 && value.kinds.every((kind) => COMMON.has(kind))) return undefined
  return 3 * fit + label + direction(before, param) - (param.required ? 0 : 1)
}

/** Gives values to the parameters, the pair that fits best first. */
export function assign(
  text: string,
  clause: Clause,
  params: readonly Param[],
  values: readonly Value[],
): Assignment {
  const offers = params.map((param) => {
    const offered = param.options.length > 0 ? optionValues(text, clause, param) : values
    return { param, fitting: offered.filter((value) => suits(text, clause, value, param) !== undefined) }
  })
  const pairs = offers.flatMap(({ param, fitting }, index) => {
    const alike = (other: { fitting: Value[] }): boolean =>
      other.fitting.length === fitting.length && fitting.every((value) => other.fitting.includes(value))
    const rank = offers.slice(0, index).filter(alike).length
    return fitting.map((value, place) => {
      const score = suits(text, clause, value, param) ?? 0
      return { param, value, score: score - 0.1 * Math.abs(place - rank) - 0.01 * place }
    })
  })
  pairs.sort((a, b) => b.score - a.score)
  const assignment: Assignment = new Map()
  const isFree = (value: Value): boolean =>
    ![...assignment.values()].some((other) => other.start < value.end && value.start < other.end)
  for (const { param, value } of pairs) {
    if (assignment.has(param) || !isFree(value)) continue
    const fitting = offers.find((offer) => offer.param === param)?.fitting ?? []
    const before = (later: Value): Value =>
      fitting
        .filter((each) => !each.items && isFree(each) && listed(text, each, later, param.nameTerms))
        .map(before)[0] ?? later
    const alone = offers.filter((offer) => offer.fitting.includes(value)).length === 1
    assignment.set(param, alone && !value.items ? before(value) : value)
  }
  return assignment
}

/**
 * Further assignments where the clause lists more values than one call takes: the same call for each listed
 * value ("Oslo, Rome and Lima"), or for each full set of values ("100 USD to EUR and 5 GBP to JPY").
 */
export function furtherAssignments(
  text: string,
  clause: Clause,
  tool: ToolSpec,
  first: Assignment,
  values: readonly Value[],
): Assignment[] {
  const further: Assignment[] = []
  const used = [...first.values()]
  for (let last = first; ; ) {
    let next: Assignment = new Map()
    for (const [param, value] of last) {
      if (param.options.length > 0 && isLabelled(text, value, param)) continue
      const offered = param.options.length > 0 ? optionValues(text, clause, param) : values
      const another = offered.find(
        (each) => !used.includes(each) && !value.items && listed(text, value, each, param.nameTerms),
      )
      if (another && fitOf(another, param) === fitOf(value, param)) next.set(param, another)
    }
    if (next.size === 0) {
      const end = Math.max(...[...last.values()].map((value) => value.end))
      const set = assign(
        text,
        clause,
        tool.params,
        values.filter((value) => value.start >= end),
      )
      const required = tool.params.filter((param) => param.required && last.has(param))
      // Options are found anywhere in the clause: a set that does not go on from the last one is that one again.
      const goesOn = [...set.values()].every((value) => value.start >= end)
      if (goesOn && set.size > 1 && required.length > 0 && required.every((param) => set.has(param)))
        next = set
    }
    if (next.size === 0) return further
    used.push(...next.values())
    last = new Map([...last, ...next])
    further.push(last)
  }
}
