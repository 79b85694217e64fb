import { computeSha256 } from '../../shared/digest.ts'
import { groupBy } from '../../shared/group.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { type Changing, createPartPattern, formatScalar, isTime, readRows } from './find-changing.ts'

/** What changes in one state; results of writes change at `ownPaths`, and within texts. */
export type FormRules = Changing & { own: ReadonlySet<Json>; ownPaths: ReadonlySet<string> }

/** The scalars of a value, each with its path. */
export function listScalars(
  value: Json,
  path: string,
  keyed: Changing['keyed'],
): [value: Json, path: string][] {
  const items = readRows(value, path, keyed) ?? value
  if (Array.isArray(items)) return items.flatMap((item) => listScalars(item, `${path}/*`, keyed))
  if (!isObject(items)) return [[items, path]]
  return Object.entries(items).flatMap(([key, item]) => listScalars(item, appendKey(path, key), keyed))
}

/**
 * Writes values of one state as texts, which equal values share. A value that changes by itself is written as a mark. By
 * {@link refine}, marks get colours from the rows and places where their values are. Two states then have equal texts
 * only if their changing values correspond one to one.
 */
export class StateForm {
  readonly #rules: FormRules
  readonly #pattern: RegExp
  readonly #colours = new Map<Json, string>()
  /** Each mark that was written, with its place and the rows around it. */
  #marks: { value: Json; context: string }[] = []

  constructor(state: Json, rules: FormRules) {
    this.#rules = rules
    const changing = listScalars(state, '', rules.keyed).filter(([value, path]) =>
      this.#isChanging(value, path),
    )
    this.#pattern = createPartPattern([...rules.own, ...changing.map(([value]) => value)])
  }

  /** Gives values in different contexts different colours. Returns the number of colours. */
  refine(state: Json): number {
    this.#marks = []
    this.format(state, '')
    for (const [value, marks] of groupBy(this.#marks, (mark) => mark.value))
      this.#colours.set(
        value,
        computeSha256(
          marks
            .map(({ context }) => context)
            .sort()
            .join('\n'),
        ),
      )
    return new Set(this.#colours.values()).size
  }

  /** @param place The path with indices, which tells apart the items of an ordered list */
  format(value: Json, path: string, place = path): string {
    if (this.#rules.leftOut.has(path)) return ''
    const rows = readRows(value, path, this.#rules.keyed)?.map((row) => this.#formatRow(row, `${path}/*`))
    if (rows !== undefined) return `[${rows.sort().join()}]`
    if (Array.isArray(value))
      return `[${value.map((item, i) => this.format(item, `${path}/*`, `${place}/${i}`)).join()}]`
    if (!isObject(value)) return this.#formatScalar(value, path, place)
    const fields = Object.entries(value).map(([key, item]) => {
      const text = this.format(item, appendKey(path, key), appendKey(place, key))
      return `${JSON.stringify(key)}:${text}`
    })
    return `{${fields.sort().join()}}`
  }

  #formatRow(row: Json, path: string): string {
    const start = this.#marks.length
    const text = this.format(row, path)
    const marks = this.#marks.slice(start)
    const digest = marks.length > 0 ? computeSha256(text) : ''
    for (const mark of marks) mark.context += ` ${digest}`
    return text
  }

  #formatScalar(value: Json, path: string, place: string): string {
    const mark = (part: Json): string => {
      this.#marks.push({ value: part, context: place })
      return `\0${this.#colours.get(part) ?? ''}`
    }
    if (value === null) return 'null'
    if (this.#rules.times.has(path) && isTime(value)) return '\0'
    // A flag has two values, which cannot correspond one to one.
    if (this.#isChanging(value, path)) return typeof value === 'boolean' ? '\0' : mark(value)
    return formatScalar(typeof value === 'string' ? value.replaceAll(this.#pattern, mark) : value)
  }

  #isChanging(value: Json, path: string): boolean {
    const { values, ownPaths, own } = this.#rules
    return values.has(path) || (ownPaths.has(path) && own.has(value))
  }
}
