import { bodyJson } from '../../../network/routes/upstream.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { isIdName } from './id-name.ts'
import type { RecordedCall } from './recording.ts'

/** A sum of products of recorded figures, each as its text: `[["2", "12.5"], ["4.99"]]`. */
export type Terms = readonly (readonly string[])[]

/** Figures below this are counts; what they come to may be chance. */
const LEAST_TOTAL = 3
/** Half a unit of the second decimal: amounts are rounded to it. */
const TOLERANCE = 0.005

type Figures = readonly (readonly [name: string, value: number])[]

const figuresOf = (object: JsonObject): Figures =>
  Object.entries(object).filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === 'number' && Number.isFinite(entry[1]) && entry[1] > 0 && !isIdName(entry[0]),
  )

const digitsOf = (value: number): number => String(value).replace(/\D/g, '').length
const agree = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE

export const comesTo = (terms: Terms, of: (text: string) => number = Number): number =>
  terms.reduce((sum, factors) => sum + factors.reduce((product, text) => product * of(text), 1), 0)

/** Sums of two or three figures of one object, and products of two. */
function* termsWithin(figures: Figures): Generator<Terms> {
  for (const [i, [, a]] of figures.entries()) {
    for (const [j, [, b]] of figures.entries()) {
      if (j <= i) continue
      yield [[String(a)], [String(b)]]
      if (a !== 1 && b !== 1) yield [[String(a), String(b)]]
      for (const [, c] of figures.slice(j + 1)) yield [[String(a)], [String(b)], [String(c)]]
    }
  }
}

/** Sums over a list of objects: of a field, or of the products of two. */
function* termsOfList(items: readonly JsonObject[]): Generator<Terms> {
  const rows = items.map(figuresOf)
  const names = (rows[0] ?? []).map(([name]) => name).filter((name) => rows.every((row) => inRow(row, name)))
  const column = (name: string): string[] => rows.map((row) => String(inRow(row, name)))
  for (const [i, name] of names.entries()) {
    const own = column(name)
    yield own.map((text) => [text])
    for (const other of names.slice(i + 1)) {
      const theirs = column(other)
      yield own.map((text, row) => [text, theirs[row] as string])
    }
  }
}

const inRow = (row: Figures, name: string): number | undefined => row.find(([own]) => own === name)?.[1]

/**
 * What the figures of recorded answers come to: those that are the sum or the product of others in the same object, or
 * of a list of objects in it, by their texts.
 */
export function reckonedFigures(calls: readonly RecordedCall[]): ReadonlyMap<string, Terms> {
  const found = new Map<string, Terms>()
  const look = (node: Json): void => {
    if (Array.isArray(node)) node.forEach(look)
    if (!isObject(node)) return
    const figures = figuresOf(node)
    const lists = Object.values(node).flatMap((value) =>
      Array.isArray(value) && value.length > 0 && value.every(isObject) ? [value] : [],
    )
    const terms = [...lists.flatMap((items) => [...termsOfList(items)]), ...termsWithin(figures)]
    for (const [, total] of figures) {
      if (digitsOf(total) < LEAST_TOTAL || found.has(String(total))) continue
      // Parts are smaller than what they come to, so that nothing is reckoned from itself.
      const own = terms.find(
        (one) => one.flat().every((text) => Number(text) < total) && agree(comesTo(one), total),
      )
      if (own !== undefined) found.set(String(total), own)
    }
    Object.values(node).forEach(look)
  }
  for (const { body } of calls) look(bodyJson(body))
  return found
}
