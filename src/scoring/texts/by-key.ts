import { isObject, type Json } from '../../shared/json.ts'
import { factsIn, readable } from './facts.ts'
import type { Reading } from './reading.ts'
import { bareJson, repeatedKey } from './whole-json.ts'

const folded = (key: string): string => readable(key).trim().replaceAll(/\s+/g, ' ').toLowerCase()
const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What may stand around a key: marks of emphasis, a quote or a list, quotation marks and blanks. */
const AROUND_KEY = /[\s*_`"'>\u2022-]/u

/** A line of `key: value` or `key = value`, with its key bare. Takes a time that grows with the line, whatever it holds. */
function entryOf(line: string): [key: string, said: string] | undefined {
  const at = line.search(/[:=]/)
  const value = line.slice(at + 1).trim()
  if (at < 0 || value === '') return undefined
  let [start, end] = [0, at]
  while (start < end && AROUND_KEY.test(line[start] ?? '')) start++
  while (end > start && AROUND_KEY.test(line[end - 1] ?? '')) end--
  return start === end ? undefined : [folded(line.slice(start, end)), value]
}

/** What a text says under each key: of a JSON object, or in lines of `label: value`. */
function entriesOf(text: string): [key: string, said: string][] {
  const json = bareJson(text)
  if (isObject(json)) return Object.entries(json).map(([key, value]) => [folded(key), written(value)])
  return text.split('\n').flatMap((line) => {
    const entry = entryOf(line)
    return entry === undefined ? [] : [entry]
  })
}

/**
 * A key that an answer has twice, once with another fact than its value: as a JSON object, or in lines of `key: value`;
 * undefined for none.
 */
export function keySaidTwice({ text, kind, slots }: Reading): string | undefined {
  if (kind !== 'answer') return undefined
  const entries = entriesOf(text)
  const twice = slots.find(({ label, values, find }) => {
    const said = entries.filter(([key]) => key === folded(label)).map(([, own]) => readable(own))
    const isOther = (own: string): boolean =>
      factsIn(own).length > 0 && values.some((value) => find(value, own, false).places.length === 0)
    return label.trim() !== '' && said.length > 1 && said.some(isOther)
  })
  return twice?.label ?? repeatedKey(text)
}

/**
 * What an answer says of each slot, where it names every one of them by its whole key, each once; undefined where it
 * does not. It then tells by itself which value is which, whatever words the keys share.
 */
export function saidByKey({ text, kind, slots }: Reading): string[] | undefined {
  const keys = slots.map(({ label }) => folded(label))
  if (kind !== 'answer' || slots.length < 2 || keys.includes('') || new Set(keys).size < keys.length)
    return undefined
  const entries = entriesOf(text)
  const said = keys.map((key) => entries.filter(([own]) => own === key))
  return said.every((found) => found.length === 1)
    ? said.map(([found]) => readable(found?.[1] ?? ''))
    : undefined
}
