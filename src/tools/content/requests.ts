import { isPlural } from '../../shared/singular.ts'
import ownTools from './requests/own-tools.json' with { type: 'json' }
import single from './requests/single-calls.json' with { type: 'json' }
import { listed } from './wording.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A template with its slots filled in; a value may hold braces of its own. */
const put = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot)

export const requestsAround = (clause: string): string[] =>
  single.shapes.map((shape) => put(shape, { clause, Clause: capital(clause) }))

/** Values as a request names them: `the price and the name of order 7`. */
const inFull = (labels: readonly string[], of: string): string =>
  `${listed(labels.map((label) => `the ${label}`))}${of}`

/** Whole requests that ask for values of one thing, or of several that {@link of} tells apart. */
export const requestsAsking = (
  labels: readonly string[],
  of: string,
  areSeveral = labels.some(isPlural) || labels.length > 1,
): string[] =>
  [...ownTools.ask, ...(areSeveral ? [] : ownTools.askOne)].map((shape) =>
    put(shape, { gives: inFull(labels, of) }),
  )

/** Whole requests for a value of the one of several things that is first or last by another. */
export const requestsAmong = (things: string, order: string, label: string): string[] =>
  ownTools.among.map((shape) => put(shape, { things, order, label }))

/** Whole requests for a value and then for something to be done. */
export const requestsChecking = (label: string, of: string, clause: string): string[] =>
  ownTools.check.map((shape) => put(shape, { gives: inFull([label], of), clause }))

/** Whole requests for something to be done. */
export const requestsDoing = (clause: string): string[] =>
  ownTools.requests.map((shape) => put(shape, { clause, Clause: capital(clause) }))

/** What is first and last of things by a number or a date: `lowest price`, `highest price`. */
export const extremesOf = (order: 'number' | 'date', label: string): [string, string] => {
  const [least = '', greatest = ''] = ownTools.extremes[order].map((name) => put(name, { label }))
  return [least, greatest]
}

/** Remarks about a thing that a {@link noun} is made for, or about a thing; without one they hold their own {@link label}. */
export const remarksOn = (noun: string, label: string, thing: string | undefined): string[] => {
  const { made, thing: about, alone } = ownTools.remarks
  const shapes = thing === undefined ? alone : noun === '' ? about : made
  return shapes.map((remark) =>
    put(remark, { Noun: capital(noun), Label: capital(label), thing: thing ?? '' }),
  )
}
