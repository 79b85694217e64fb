import { isPlural } from '../../shared/singular.ts'
import ownTools from './requests/own-tools.json' with { type: 'json' }
import single from './requests/single-calls.json' with { type: 'json' }
import { joinList } from './wording.ts'

const capitalizeFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A template with its slots filled in; a value may hold braces of its own. */
const put = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot)

export const writeRequestsAround = (clause: string): string[] =>
  single.shapes.map((shape) => put(shape, { clause, Clause: capitalizeFirst(clause) }))

/** Values as a request names them: `the price and the name of order 7`. */
const spellInFull = (labels: readonly string[], of: string): string =>
  `${joinList(labels.map((label) => `the ${label}`))}${of}`

/** Whole requests that ask for values of one thing, or of several that {@link of} tells apart. */
export const writeRequestsAsking = (
  labels: readonly string[],
  of: string,
  areSeveral = labels.some(isPlural) || labels.length > 1,
): string[] =>
  [...ownTools.ask, ...(areSeveral ? [] : ownTools.askOne)].map((shape) =>
    put(shape, { gives: spellInFull(labels, of) }),
  )

/** Whole requests for a value of the one of several things that is first or last by another. */
export const writeRequestsAmong = (things: string, order: string, label: string): string[] =>
  ownTools.among.map((shape) => put(shape, { things, order, label }))

/** Whole requests for a value and then for something to be done. */
export const writeRequestsChecking = (label: string, of: string, clause: string): string[] =>
  ownTools.check.map((shape) => put(shape, { gives: spellInFull([label], of), clause }))

type Texts = Readonly<Record<string, string>>

const fillAll = (shapes: readonly string[], values: Texts): string[] =>
  shapes.map((shape) => put(shape, values))

/** What a value is above or below: `above 500`, `before 2027-03-01`. */
export const writeLimit = (isAbove: boolean, order: 'number' | 'date' = 'number', limit: number | string) =>
  put(ownTools.limits[order][isAbove ? 1 : 0] ?? '', { limit: String(limit) })

/** Whole requests for something that is done only if a value is beyond a limit. */
export const writeRequestsIf = (label: string, of: string, limit: string, clause: string): string[] =>
  fillAll(ownTools.if, { gives: spellInFull([label], of), limit, clause })

/** The same as messages after a request for the value. */
export const writeRequestsIfLater = (label: string, limit: string, clause: string): string[] =>
  fillAll(ownTools.ifLater, { label, limit, clause, Clause: capitalizeFirst(clause) })

/** Whole requests for something to be done for each of some things. */
export const writeRequestsForEach = ({
  noun,
  things,
  place,
  label,
  words,
  clause,
}: Record<'noun' | 'things' | 'place' | 'label' | 'words' | 'clause', string>): string[] =>
  fillAll(ownTools.each, { noun, things, place, label, limit: words, clause })

/** Whole requests for the mean of a number, and how many there are if {@link areCounted}. */
export const writeRequestsAveraging = (which: string, label: string, areCounted: boolean): string[] =>
  fillAll(areCounted ? ownTools.count : ownTools.average, { which, label })

/** Whole requests for something to be done. */
export const writeRequestsDoing = (clause: string): string[] =>
  ownTools.requests.map((shape) => put(shape, { clause, Clause: capitalizeFirst(clause) }))

/** What is first and last of things by a number or a date: `lowest price`, `highest price`. */
export const writeExtremes = (order: 'number' | 'date', label: string): [string, string] => {
  // The latest last update is the latest update.
  const [least = '', greatest = ''] = ownTools.extremes[order].map((name, i) =>
    put(name, { label: i === 1 && order === 'date' ? label.replace(/^last /, '') : label }),
  )
  return [least, greatest]
}

/** Whether a label names a first or last of several: nobody asks for the earliest latest bill. */
export const isExtreme = (label: string): boolean =>
  Object.values(ownTools.extremes)
    .flat()
    .some((shape) => label.startsWith(put(shape, { label: '' })))

/** Remarks about a thing that a {@link noun} is made for, or about a thing. */
export const writeRemarks = (noun: string, thing: string): string[] => {
  const { made, thing: about } = ownTools.remarks
  return fillAll(noun === '' ? about : made, { Noun: capitalizeFirst(noun), thing })
}
