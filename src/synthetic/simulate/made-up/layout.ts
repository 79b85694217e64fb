import type { Json } from '../../../shared/json.ts'
import { stemsOf } from '../../rules/words.ts'
import { argumentOf } from '../arguments.ts'
import { idNameOf } from '../kinds/id-name.ts'
import type { Bits } from './bits.ts'
import { idPrefix } from './id-prefix.ts'
import type { LinkedCall } from './links.ts'
import { momentOf } from './moment.ts'
import { isMeasured, rangeOf } from './number.ts'
import { type Subject, subjectsOf } from './subjects.ts'

/** Names of the parts of a text, and what stands between them: `sku:quantity`. */
export interface Layout {
  parts: readonly string[]
  separator: string
}

const STATED = /\bformat(?:ted as)?:?\s*\(?['"‘“`[{<]*([a-z][\w ]*(?:[:|][a-z][\w ]*)+)/i

/** The layout that a description states, `in format 'sku:quantity'`. */
export function layoutOf(description: string): Layout | undefined {
  const [, text] = STATED.exec(description) ?? []
  const [, told] = /\brecords? with ((?:[\w ]+, )+(?:and )?[\w ]+)$/.exec(description) ?? []
  if (told !== undefined)
    return {
      parts: told.split(/,\s*(?:and )?/).map((part) => part.toLowerCase().replaceAll(' ', '_')),
      separator: ':',
    }
  if (text === undefined) return undefined
  const separator = text.includes('|') ? '|' : ':'
  const parts = text.split(separator).map((part) => part.trim().replaceAll(' ', '_'))
  return { parts, separator }
}

const MOST_ROWS = 12

const rowsOf = (columns: readonly Subject[]): Map<string, string>[] =>
  columns.reduce<Map<string, string>[]>(
    (rows, { name, items }) => rows.flatMap((row) => items.map((item) => new Map([...row, [name, item]]))),
    [new Map()],
  )

/** The list of the call that a part names a thing of: `sku` one of `product_skus`. */
function columnOf(part: string, subjects: readonly Subject[]): Subject | undefined {
  const own = stemsOf(part).filter((stem) => stem !== 'id')
  return subjects.find(({ name }) => {
    const words = stemsOf(name)
    return own.length > 0 && own.every((stem) => words.includes(stem) || words.includes(`${stem}s`))
  })
}

/** A part that names nothing of the call: what its own name says it is. */
function partValue(part: string, path: string, call: LinkedCall, bits: Bits): string | undefined {
  const { args, tool } = call
  const given = argumentOf(args, part, tool)
  if (typeof given === 'string' || typeof given === 'number') return String(given)
  const last = stemsOf(part).at(-1) ?? ''
  if (last === 'currency') return 'USD'
  if (/^(?:date|time|timestamp)$/.test(last)) return momentOf(path, 'moment', false, bits)
  if (idNameOf(part) !== undefined)
    return `${idPrefix(part, [])}${bits.token(path).slice(0, 6).toUpperCase()}`
  const shape = { type: /quantity|count|number|unit|stock|level/.test(part) ? 'integer' : 'number' } as const
  const facts = { range: undefined }
  return isMeasured(last, shape, facts) ? String(bits.figure(path, rangeOf(last, shape, facts))) : undefined
}

/** Texts of a stated layout, one for each thing of the call that it names; undefined where a part says nothing. */
export function laidOut(
  { parts, separator }: Layout,
  path: string,
  call: LinkedCall,
  bits: Bits,
): Json[] | undefined {
  const subjects = subjectsOf(call)
  const columns = parts.map((part) => columnOf(part, subjects))
  const named = [...new Set(columns.filter((column) => column !== undefined))]
  if (named.length === 0) return undefined
  const rows = rowsOf(named).slice(0, MOST_ROWS)
  const texts = rows.map((row, i) => {
    const values = parts.map((part, j) => {
      const column = columns[j]
      return column === undefined ? partValue(part, `${path}/${i}/${part}`, call, bits) : row.get(column.name)
    })
    return values.every((value) => value !== undefined) ? values.join(separator) : undefined
  })
  return texts.every((text) => text !== undefined) ? texts : undefined
}
