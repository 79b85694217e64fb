import { listSources } from '../../schema/binding.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { singular } from '../../shared/singular.ts'
import { buildGroup, buildText, type Doc, escapeTemplate, flatten, MAX_COLUMNS } from './layout.ts'
import { RESERVED, readOnlyKey } from './names.ts'
import type { FunctionScope } from './scope.ts'
import { camelCase } from './words.ts'

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
  isList: boolean
}

const isComputed = ({ code, isList }: Gap): boolean => !isList && !/^[\w$.?[\]]+$/.test(code)
const isLongCode = (gap: Gap): boolean => isComputed(gap) && gap.code.length > MAX_GAP_COLUMNS

/** A text with gaps as a template literal. A gap whose code is long gets a variable. */
export function printTemplate(
  tag: string,
  parts: readonly Json[],
  scope: FunctionScope,
  mayDeclare: boolean,
  print: (value: Json) => Doc,
): Doc {
  const gaps = parts.map((part) => (typeof part === 'string' ? part : printGap(part, scope, print)))
  const place = (gap: Gap, isHard: boolean): Doc =>
    scope.findDeclared(gap.code) ??
    (isHard && mayDeclare ? scope.declareOnce(gap.code, gap.names, () => gap.doc) : gap.doc)
  const codes = gaps.map((gap) => (typeof gap === 'string' ? escapeTemplate(gap) : `\${${gap.code}}`))
  const fits = (parts: readonly string[]): boolean =>
    parts.join('').length + tag.length <= MAX_TEMPLATE_COLUMNS
  if (tag === 'text') {
    const isHard = fits(codes) ? isLongCode : isComputed
    return printText(gaps.map((gap) => (typeof gap === 'string' ? { words: gap } : place(gap, isHard(gap)))))
  }
  const named = gaps.map((gap) =>
    typeof gap === 'string' ? gap.slice(0, MIN_FIXED_COLUMNS) : `\${${gap.names[0]}}`,
  )
  // Variables are for a text that fits with them.
  const isLong = !fits(codes) && fits(named)
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
    return ['${', place(gap, isLong ? /\W/.test(gap.code) && !isOneOfSeveral(gap) : isLongCode(gap)), '}']
  })
  return [`${tag}\``, ...docs, '`']
}

/** A text in any wording. Its words are only for the reader: of a text that does not fit on a line, the values stay. */
function printText(parts: readonly (Doc | { words: string })[]): Doc {
  const hasWords = (part: Doc | { words: string }): part is { words: string } =>
    typeof part === 'object' && 'words' in part
  const docs = parts.map((part): Doc => (hasWords(part) ? escapeTemplate(part.words) : ['${', part, '}']))
  if (flatten(docs).length + 'text'.length <= MAX_TEMPLATE_COLUMNS) return ['text`', ...docs, '`']
  const values = parts.filter((part): part is Doc => !hasWords(part))
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
  const { $calc = '', give = value } = isObject(value) ? value : {}
  const [source] = listSources(give)
  const own = source === undefined ? '' : scope.results.nameField(source)
  const field = source?.at.split('/').at(-1) ?? ''
  const result = scope.results.names.get(source?.$from ?? '')?.name ?? ''
  const names = [$calc as string, own, readOnlyKey([gap as string]) ?? '', camelCase(field)]
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
    isList: Array.isArray(value),
  }
}
