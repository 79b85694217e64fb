import { listSources } from '../../schema/binding.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { singular } from '../../shared/singular.ts'
import { buildGroup, buildText, type Doc, escapeTemplate, flatten, MAX_COLUMNS } from './layout.ts'
import { camelCase, RESERVED } from './names.ts'
import type { FunctionScope } from './scope.ts'

/** A longer expression within a text gets a variable. */
const MAX_GAP_COLUMNS = 30
/** Columns for a whole text with gaps, on a line of its own. */
const MAX_TEMPLATE_COLUMNS = MAX_COLUMNS - 9
/** A longer part of it between gaps gets a variable. */
const MIN_FIXED_COLUMNS = 60

interface Gap {
  doc: Doc
  code: string
  /** Names for a variable, the best one first. */
  names: string[]
  /** What it reads, without the places of items. */
  read: string
}

/** A text with gaps as a template literal. A gap whose code is long gets a variable. */
export function printTemplate(
  tag: string,
  parts: readonly Json[],
  scope: FunctionScope,
  mayDeclare: boolean,
  print: (value: Json) => Doc,
): Doc {
  const gaps = parts.map((part) => (typeof part === 'string' ? part : printGap(part, scope, print)))
  if (tag === 'text') return printText(gaps)
  const codes = gaps.map((gap) => (typeof gap === 'string' ? escapeTemplate(gap) : `\${${gap.code}}`))
  const fits = (parts: readonly string[]): boolean =>
    parts.join('').length + tag.length <= MAX_TEMPLATE_COLUMNS
  const nameGaps = (at: number): string[] =>
    gaps.map((gap) => (typeof gap === 'string' ? gap.slice(0, MIN_FIXED_COLUMNS) : `\${${gap.names.at(at)}}`))
  // Variables are for a text that fits with them, if need be with the shorter names.
  const isLong = !fits(codes) && fits(nameGaps(-1))
  const firstName = fits(nameGaps(0)) ? 0 : -2
  // Names of items that differ by a number alone say less than their places.
  const isOneOfSeveral = ({ read, code }: Gap): boolean =>
    gaps.some((other) => typeof other !== 'string' && other.read === read && other.code !== code)
  const docs = gaps.map((gap): Doc => {
    if (typeof gap === 'string') {
      const fixed = gap.trim()
      if (!isLong || !mayDeclare || fixed.length < MIN_FIXED_COLUMNS) return escapeTemplate(gap)
      const [before = '', after = ''] = gap.split(fixed)
      return `${before}\${${scope.declareValue(['words'], buildText(fixed, true))}}${after}`
    }
    const isHard = isLong
      ? /\W/.test(gap.code) && !isOneOfSeveral(gap)
      : !/^[\w$.?[\]]+$/.test(gap.code) && gap.code.length > MAX_GAP_COLUMNS
    return [
      '${',
      scope.findDeclared(gap.code) ??
        (isHard && mayDeclare
          ? scope.declareOnce(gap.code, gap.names.slice(firstName), () => gap.doc)
          : gap.code),
      '}',
    ]
  })
  return [`${tag}\``, ...docs, '`']
}

/**
 * A text in any wording. Its words are only for the reader: of a text that does not fit, the last ones before each value
 * stay, or none.
 */
function printText(gaps: readonly (string | Gap)[]): Doc {
  const print = (countWords: number): Doc[] =>
    gaps.map((gap, i): Doc => {
      if (typeof gap !== 'string') return ['${', gap.doc, '}']
      const words = gap.split(/(?<=\s)(?=\S)/)
      if (words.length <= countWords) return escapeTemplate(gap)
      if (i === gaps.length - 1) return escapeTemplate(`${words.slice(0, countWords).join('').trimEnd()} …`)
      return escapeTemplate(`${i === 0 ? '' : ' '}… ${words.slice(-countWords).join('').trimStart()}`)
    })
  const fits = (docs: Doc): boolean => flatten(docs).length + 'text'.length <= MAX_TEMPLATE_COLUMNS
  const counts = [Number.POSITIVE_INFINITY, 3, 2, 1]
  const fitting = counts.map(print).find(fits)
  if (fitting !== undefined) return ['text`', ...fitting, '`']
  const values = gaps.flatMap((gap) => (typeof gap === 'string' ? [] : [gap.doc]))
  return values.length === 1
    ? ['text`${', values[0] as Doc, '}`']
    : ['text`${', buildGroup('[', values, ']'), '}`']
}

/** The value in a gap of a text, with names for it: of the field and what tells its call apart, of the gap, of the field. */
function printGap(part: Json, scope: FunctionScope, print: (value: Json) => Doc): Gap {
  const { is: value, gap } = (isObject(part) && 'is' in part ? part : { is: part, gap: '' }) as JsonObject & {
    is: Json
  }
  const doc = print(value)
  const [source] = listSources(value)
  const own = source === undefined ? '' : scope.results.nameField(source)
  const { $calc = '' } = isObject(value) ? value : {}
  const field = source?.at.split('/').at(-1) ?? ''
  const result = scope.results.names.get(source?.$from ?? '')?.name ?? ''
  const names = [$calc as string, own, ...[gap as string, field].map(camelCase)]
    // A variable that has the name of its field is spelled like it.
    .map((name) => (name === camelCase(field) && scope.results.isFree(field) ? field : name))
    // `text` is reserved: it goes with the name of its result.
    .map((name) => (RESERVED.has(name) ? camelCase(`${singular(result)} ${name}`) : name))
  const known = names.filter((name) => /^(?!value)[a-z]\w*$/i.test(name))
  return {
    doc,
    code: flatten(doc),
    names: known.length === 0 ? ['value'] : known,
    read: `${source?.$from} ${source?.at.replaceAll(/\/\d+(?=\/|$)/g, '')}`,
  }
}
