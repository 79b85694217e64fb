import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { ToolError } from '../../../schema/tool-error.ts'
import { normalizeBareName } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject, readObject } from '../../../shared/json.ts'
import { singular } from '../../../shared/singular.ts'
import type { Entity, ImportedTool } from '../toolkit.ts'

const LIMIT = /^(?:limit|size|count|perpage|pagesize|maxresults|top|take|first)$/
const PAGE = /^page(?:number)?$/
const OFFSET = /^(?:offset|skip|start)$/
const CURSOR = /^(?:cursor|nextcursor|pagecursor|after|aftercursor|startingafter|(?:next)?pagetoken|marker)$/
const OWN_CURSOR = /^from-(\d+)$/

/** A part of all that a list gives, and how its neighbours are asked for. */
export interface ListPage {
  records: readonly JsonObject[]
  total: number
  /** How many lie before this page. */
  from: number
  /** Most that a page holds; infinite where nothing says so. */
  size: number
  number: number
  /** Cursor, number or offset of the page behind this one; undefined on the last page. */
  next: string | number | undefined
}

/** The one page of a result that is about one thing. */
export const buildSinglePage = (record: JsonObject): ListPage => ({
  records: [record],
  total: 1,
  from: 0,
  size: Number.POSITIVE_INFINITY,
  number: 1,
  next: undefined,
})

/** The parameters of a tool that say which part of a list is wanted, by their roles. */
function readPaging({ input }: ImportedTool) {
  const properties = readObject(input.properties)
  const find = (pattern: RegExp, types: readonly string[]): string | undefined =>
    Object.keys(properties).find((name) => {
      const { type, format } = readObject(properties[name])
      // `after` may be a date.
      const isMoment = String(format ?? '').startsWith('date')
      return (
        pattern.test(normalizeBareName(name)) &&
        !isMoment &&
        [type].flat().some((one) => types.includes(String(one)))
      )
    })
  const numericTypes = ['integer', 'number']
  return {
    limit: find(LIMIT, numericTypes),
    page: find(PAGE, numericTypes),
    offset: find(OFFSET, numericTypes),
    cursor: find(CURSOR, ['string']),
  }
}

/** How many things a list shows where the call does not say; all of them by default. */
export function readUsualPageSize(tool: ImportedTool): number {
  const { limit } = readPaging(tool)
  const usual = limit === undefined ? undefined : readObject(readObject(tool.input.properties)[limit]).default
  return typeof usual === 'number' ? usual : Number.POSITIVE_INFINITY
}

/** Whether a parameter says which part of a list is wanted, and so filters nothing. */
export const isPaging = (tool: ImportedTool, parameter: string): boolean =>
  Object.values(readPaging(tool)).includes(parameter)

const SEARCH = /^(?:q|query|search|term|text|keyword)s?$/

const foldValue = (value: Json): string => String(value).trim().toLowerCase()

const matches = (value: Json | undefined, wanted: Json): boolean => {
  if (Array.isArray(wanted)) return wanted.length === 0 || wanted.some((one) => matches(value, one))
  if (Array.isArray(value))
    return value.some(
      (one) =>
        matches(one, wanted) || (isObject(one) && Object.values(one).some((part) => matches(part, wanted))),
    )
  if (value === undefined || value === null) return false
  return foldValue(value) === foldValue(wanted)
}

/** The field that a parameter filters by: of its name, or of its meaning where it is an id of another kind. */
function findField(
  parameter: string,
  schema: Json | undefined,
  { schema: { properties } }: Entity,
): string | undefined {
  if (!isObject(properties)) return undefined
  // Each of `names` is a `name`.
  const wanted = readObject(schema).type === 'array' ? [parameter, singular(parameter)] : [parameter]
  const exact = Object.keys(properties).find((name) =>
    wanted.map(normalizeBareName).includes(normalizeBareName(name)),
  )
  if (exact !== undefined) return exact
  const meaning = isObject(schema) ? schema[SEMANTIC_KEY] : undefined
  if (typeof meaning !== 'string' || !meaning.startsWith('id:')) return undefined
  return Object.keys(properties).find((name) => {
    const field = properties[name]
    return isObject(field) && field[SEMANTIC_KEY] === meaning
  })
}

/** Whether a parameter says which things of a list are wanted: by a field, by words in them, or by their place. */
export const isSelecting = (tool: ImportedTool, parameter: string, entity: Entity): boolean =>
  isPaging(tool, parameter) ||
  SEARCH.test(normalizeBareName(parameter)) ||
  findField(parameter, readObject(tool.input.properties)[parameter], entity) !== undefined

/** What a list gives, on all its pages: filtered by the parameters that are fields, and searched. */
export function selectListed(
  records: readonly JsonObject[],
  args: JsonObject,
  tool: ImportedTool,
  entity: Entity,
): JsonObject[] {
  const properties = isObject(tool.input.properties) ? tool.input.properties : {}
  let found = [...records]
  for (const [name, value] of Object.entries(args)) {
    if (entity.scope.includes(name) || isPaging(tool, name)) continue
    if (value === null || value === 'all' || value === '') continue
    const field = findField(name, properties[name], entity)
    if (field !== undefined) found = found.filter((record) => matches(record[field], value))
    else if (SEARCH.test(normalizeBareName(name)))
      found = found.filter((record) => holds(record, foldValue(value)))
  }
  return found
}

const holds = (value: Json, text: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((item) => holds(item, text))
    : foldValue(value).includes(text)

/** Where a cursor leads: behind this many, or behind the thing whose id it is. */
function findCursorPlace(
  cursor: string,
  found: readonly JsonObject[],
  { id }: Entity,
  parameter: string,
): number {
  const offset = OWN_CURSOR.exec(cursor)?.[1]
  if (offset !== undefined) return Number(offset)
  const place = found.findIndex((record) => String(record[id]) === cursor)
  if (place >= 0) return place + 1
  throw new ToolError(
    400,
    `"${parameter}" is not a cursor of this list: ${JSON.stringify(cursor)}`,
    parameter,
  )
}

/**
 * The page of a list that a call asks for. Without a limit, given or by default, everything is on the first.
 *
 * @throws ToolError where a cursor is none of this list
 */
export function cutPage(
  found: readonly JsonObject[],
  args: JsonObject,
  tool: ImportedTool,
  entity: Entity,
): ListPage {
  const paging = readPaging(tool)
  const readParameterSchema = (name: string | undefined): JsonObject =>
    name === undefined ? {} : readObject(readObject(tool.input.properties)[name])
  const readNumber = (name: string | undefined): number | undefined => {
    const value = name === undefined ? undefined : (args[name] ?? readParameterSchema(name).default)
    return typeof value === 'number' ? value : undefined
  }
  const size = Math.max(0, readNumber(paging.limit) ?? Number.POSITIVE_INFINITY)
  // Some count their pages from 0.
  const { default: usual, minimum } = readParameterSchema(paging.page)
  const first = usual === 0 || minimum === 0 ? 0 : 1
  const before = Math.max(0, (readNumber(paging.page) ?? first) - first)
  const cursor = paging.cursor === undefined ? undefined : args[paging.cursor]
  const from =
    paging.cursor !== undefined && typeof cursor === 'string' && cursor !== ''
      ? findCursorPlace(cursor, found, entity, paging.cursor)
      : Math.max(0, readNumber(paging.offset) ?? 0) +
        (before === 0 ? 0 : Number.isFinite(size) ? before * size : found.length)
  const total = found.length
  return {
    records: found.slice(from, from + size),
    total,
    from,
    size,
    number: before + first,
    next: size > 0 && from + size < total ? chooseNext(paging, from + size, before + first + 1) : undefined,
  }
}

/** What a call has to say for the next page. */
function chooseNext(
  { cursor, page, offset }: ReturnType<typeof readPaging>,
  place: number,
  number: number,
): string | number | undefined {
  if (cursor !== undefined) return `from-${place}`
  if (page !== undefined) return number
  return offset === undefined ? undefined : place
}

const NEXT =
  /^(?:next(?:cursor|page|pagetoken|token|offset|url|link|pageurl|pagelink|href)?|cursor|endcursor|pagetoken)$/
/** Whether a field of a list's result leads to another page. */
export const isNeighbouringPage = (name: string): boolean =>
  /^prev/.test(normalizeBareName(name)) || NEXT.test(normalizeBareName(name))

const TOTAL = /^(?:total|totalcount|totalitems|totalresults|totalrecords|totalelements|totalsize)$/
const COUNT = /^(?:count|size|length|returned|resultcount|itemcount|numberofelements)$/
const PAGES = /^(?:pages|totalpages|pagecount|lastpage|numpages)$/
const CURRENT = /^(?:page|currentpage|pagenumber)$/
const HAS_MORE = /^(?:more|hasmore|hasnext|hasnextpage|hasmoreitems)$/

const listTypes = ({ type }: JsonObject): Json[] => [type ?? []].flat()

/** What a field for the next page holds: what a call has to say for it; undefined where the field is left out. */
function showNext(next: ListPage['next'], schema: JsonObject, isRequired: boolean): Json | undefined {
  const isText = listTypes(schema).includes('string')
  if (next !== undefined) return isText ? String(next) : next
  if (listTypes(schema).includes('null') || listTypes(schema).length === 0) return null
  if (!isRequired) return undefined
  return isText ? '' : null
}

/** A made-up result whose counts and ways to other pages say what is so, those of `meta` and `links` too. */
export function fillPaging(made: JsonObject, schema: JsonObject, page: ListPage): JsonObject {
  const properties = readObject(schema.properties)
  const required = Array.isArray(schema.required) ? schema.required : []
  const hasTotal = Object.keys(made).some((name) => TOTAL.test(normalizeBareName(name)))
  const { total, from, size, records } = page
  return Object.fromEntries(
    Object.entries(made).flatMap(([name, value]): [string, Json][] => {
      const property = readObject(properties[name])
      const plain = normalizeBareName(name)
      if (isObject(value)) return [[name, fillPaging(value, property, page)]]
      if (HAS_MORE.test(plain) && typeof value === 'boolean') return [[name, from + size < total]]
      if (NEXT.test(plain)) {
        const shown = showNext(page.next, property, required.includes(name))
        return shown === undefined ? [] : [[name, shown]]
      }
      if (typeof value !== 'number') return [[name, value]]
      if (TOTAL.test(plain)) return [[name, total]]
      if (COUNT.test(plain)) return [[name, hasTotal ? records.length : total]]
      if (PAGES.test(plain)) return [[name, Number.isFinite(size) && size > 0 ? Math.ceil(total / size) : 1]]
      return [[name, CURRENT.test(plain) ? page.number : value]]
    }),
  )
}
