import { isObject, type Json } from '../../shared/json.ts'
import { readable } from './facts.ts'
import type { Reading } from './reading.ts'
import { bareJson } from './whole-json.ts'

const MARKS = '[*_`"\']*'
const LINE = new RegExp(`^[\\s>•*-]*${MARKS}(?<key>[^:=]+?)${MARKS}\\s*[:=]\\s*(?<value>\\S.*)$`, 'u')

const folded = (key: string): string => readable(key).trim().replaceAll(/\s+/g, ' ').toLowerCase()
const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What a text says under each key: of a JSON object, or in lines of `label: value`. */
function entriesOf(text: string): [key: string, said: string][] {
  const json = bareJson(text)
  if (isObject(json)) return Object.entries(json).map(([key, value]) => [folded(key), written(value)])
  return text.split('\n').flatMap((line): [string, string][] => {
    const { key, value } = LINE.exec(line)?.groups ?? {}
    return key === undefined || value === undefined ? [] : [[folded(key), value]]
  })
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
