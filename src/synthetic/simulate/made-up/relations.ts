import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { stemsOf } from '../../rules/words.ts'
import { argumentOf } from '../arguments.ts'
import { effectOf } from '../infer-effect.ts'
import { rounded } from '../rounded.ts'
import { agree } from './agreements.ts'
import type { LinkedCall } from './links.ts'
import { isCount } from './number.ts'
import {
  COUNTED,
  FAULT_WORDS,
  isMoment,
  OF_COUNTS,
  OF_STATISTICS,
  PAIRS,
  partOf,
  RATIO,
  type RelatedField,
  RIGHT,
  STATISTICS,
  SUMS,
  toDecimals,
  UNDONE,
  WELL,
  WRONG,
} from './relation-words.ts'

/** Lists that say how a call is made, and not what it is about. */
const OF_SETTINGS =
  /(?:filter|mapping|column|field_name|rule|metric|option|param|parameter|type|mode|weight|format|level|status|criteria|threshold|limit)(?:e?s)?$/

const isNumbers = (value: Json | undefined): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')

/** The outputs of a call, its arguments, and which outputs follow from something. */
class Related {
  readonly values: JsonObject
  readonly followed = new Set<string>()
  private readonly fields: readonly RelatedField[]
  private readonly call: LinkedCall

  constructor(outputs: JsonObject, call: LinkedCall, fixed: readonly string[]) {
    this.values = { ...outputs }
    this.call = call
    this.fields = call.tool.outputs
      .filter(({ name }) => !fixed.includes(name))
      .map(({ name, type, description }) => ({ name, type, description, stems: stemsOf(name) }))
  }

  private set({ name, type }: RelatedField, value: number): void {
    if (!Number.isFinite(value)) return
    this.values[name] = type === 'integer' ? Math.round(value) : value
    this.followed.add(name)
  }

  private numeric(): RelatedField[] {
    return this.fields.filter(({ name }) => typeof this.values[name] === 'number')
  }

  /** The numbers of the arguments and the outputs, by name. */
  private numbers(except: string): Map<string, number> {
    const named = [
      ...this.call.tool.parameters.map(
        ({ name }) => [name, argumentOf(this.call.args, name, this.call.tool)] as const,
      ),
      ...Object.entries(this.values).filter(([name]) => name !== except),
    ]
    return new Map(
      named.flatMap(([name, value]) => (typeof value === 'number' ? [[name, value] as const] : [])),
    )
  }

  private argumentLists(): [string, number[]][] {
    return this.call.tool.parameters.flatMap(({ name }): [string, number[]][] => {
      const value = argumentOf(this.call.args, name, this.call.tool)
      return isNumbers(value) ? [[name, value]] : []
    })
  }

  /** The list of numbers that a statistic is of: of a name that shares a word, else the only one that is given. */
  private listOf(stems: readonly string[]): number[] | undefined {
    const own = Object.entries(this.values).filter((entry): entry is [string, number[]] =>
      isNumbers(entry[1]),
    )
    const all = [...own, ...this.argumentLists()]
    const shared = all.find(([name]) => stemsOf(name).some((stem) => stems.includes(stem) && stem.length > 2))
    const given = this.argumentLists()
    // A name with words of its own speaks of something else than the only list that there is.
    return shared?.[1] ?? (stems.length === 0 && given.length === 1 ? given[0]?.[1] : undefined)
  }

  /** `average_price` of `prices`; `current_rsi` is the last of `rsi_values`. */
  statistics(): void {
    for (const field of this.numeric()) {
      const of = STATISTICS.find(([pattern]) => pattern.test(field.name))
      if (of === undefined) continue
      const [, reckon] = of
      const list = this.listOf(field.stems.filter((stem) => !OF_STATISTICS.has(stem)))
      if (list !== undefined) this.set(field, reckon(list))
    }
  }

  /** Bounds around a mean that is known. */
  bounds(): void {
    const find = (pattern: RegExp): RelatedField | undefined =>
      this.numeric().find(({ name }) => pattern.test(name))
    const [lower, upper] = [find(/(?:^|_)(?:lower|low)(?:_|$)/), find(/(?:^|_)(?:upper|high)(?:_|$)/)]
    const middle = find(/(?:^|_)(?:mean|average|forecast|predicted|estimate|estimated|middle)(?:_|$)/)
    if (lower === undefined || upper === undefined || middle === undefined) return
    const spread = find(/(?:^|_)(?:std|deviation)(?:_|$)/)
    const at = Number(this.values[middle.name])
    const away = spread === undefined ? Math.abs(at) * 0.1 : 2 * Number(this.values[spread.name])
    this.set(lower, toDecimals(at - away))
    this.set(upper, toDecimals(at + away))
  }

  /** Whether a count is of what the tool does itself: `successful_syncs` of a synchronizer. */
  private isHandled(name: string): boolean {
    const noun = stemsOf(name).at(-1)?.slice(0, 4) ?? ''
    const { tool } = this.call
    return (
      effectOf(tool) !== 'read' &&
      noun.length === 4 &&
      stemsOf(tool.name).some((stem) => stem.startsWith(noun))
    )
  }

  /** Of a call that was carried out all that was handed over went well: `processed_count` is as many, `failed_count` none. */
  outcomes(): void {
    const lists = this.call.tool.parameters.flatMap(({ name }) => {
      const value = argumentOf(this.call.args, name, this.call.tool)
      return Array.isArray(value) && !OF_SETTINGS.test(name)
        ? [{ stems: stemsOf(name), size: value.length }]
        : []
    })
    for (const field of this.numeric()) {
      if (field.type !== 'integer') continue
      const { name, stems } = field
      const alike = lists.find((list) => list.stems.some((stem) => stems.includes(stem) && stem !== 'id'))
      const isOfAll =
        COUNTED.test(name) && stems.every((stem) => OF_COUNTS.has(stem) || OF_STATISTICS.has(stem))
      const most = isOfAll && lists.length > 0 ? Math.max(...lists.map((list) => list.size)) : undefined
      const handled = this.isHandled(name) && lists.length === 1 ? lists[0]?.size : undefined
      const size = alike?.size ?? most ?? handled
      if (size === undefined) continue
      if (WRONG.test(name)) this.set(field, 0)
      else if (handled !== undefined && RIGHT.test(name)) this.set(field, handled)
      else if (RIGHT.test(name) && (alike !== undefined || lists.length === 1)) this.set(field, size)
      else if ((COUNTED.test(name) || isCount(name, field)) && Number(this.values[name]) > size)
        this.set(field, size)
    }
  }

  /** What went well and what did not is together the total of its kind. */
  partitions(): void {
    const whole = this.numeric().filter(({ type }) => type === 'integer')
    for (const total of whole.filter(({ name }) => /^total_/.test(name))) {
      const own = total.stems.filter((stem) => !OF_STATISTICS.has(stem))
      const parts = whole.filter((part) => part !== total && part.stems.some((stem) => own.includes(stem)))
      const right = parts.filter(({ name }) => RIGHT.test(name))
      const [good, other] = right
      if (good === undefined || other !== undefined) continue
      const all = Number(this.values[total.name])
      const wrong = parts.filter(({ name }) => WRONG.test(name))
      for (const { name } of wrong) {
        const share = Math.floor(all / (wrong.length + 1)) + 1
        this.values[name] = Number(this.values[name]) % share
      }
      const bad = wrong.reduce((sum, { name }) => sum + Number(this.values[name]), 0)
      this.set(good, wrong.length > 0 ? all - bad : Number(this.values[good.name]) % (all + 1))
    }
  }

  /** `total = subtotal + tax - discount`, `net = gross - fee`, `remaining = total - used`. */
  sums(): void {
    for (const [total, parts] of SUMS) {
      const field = this.numeric().find(({ name }) => total.test(name))
      if (field === undefined || this.followed.has(field.name)) continue
      const numbers = [...this.numbers(field.name)]
      const terms = parts.map(([pattern, sign, needed]) => {
        const found = numbers.filter(([name]) => pattern.test(name))
        return { values: found.map(([, value]) => sign * value), needed }
      })
      if (terms.some(({ values, needed }) => needed && values.length === 0)) continue
      const values = terms.flatMap((term) => term.values)
      if (values.length < 2) continue
      this.set(
        field,
        rounded(
          values.reduce((sum, value) => sum + value, 0),
          values,
        ),
      )
    }
  }

  /** `success_rate` is the part of the total; so is what is called a percentage of something that is known. */
  ratios(): void {
    for (const field of this.numeric()) {
      if (!RATIO.test(field.name)) continue
      const numbers = this.numbers(field.name)
      const [part, whole] = partOf(field, numbers)
      if (part === undefined || whole === undefined || whole === 0) continue
      const isPercent = /percent|pct|%/.test(`${field.name} ${field.description.toLowerCase()}`)
      this.set(field, toDecimals((part / whole) * (isPercent ? 100 : 1)))
    }
  }

  /** The lesser of two comes first: `min_price` and `max_price`, `start_date` and `end_date`. */
  order(): void {
    for (const [lesser, greater] of PAIRS) {
      for (const { name } of this.fields) {
        if (!lesser.test(name)) continue
        const other = name.replace(lesser, `$1${greater}$2`)
        const [low, high] = [this.values[name], this.values[other]]
        const isSwapped =
          (typeof low === 'number' && typeof high === 'number' && low > high) ||
          (typeof low === 'string' &&
            typeof high === 'string' &&
            isMoment(low) &&
            isMoment(high) &&
            low > high)
        if (isSwapped && low !== undefined && high !== undefined)
          Object.assign(this.values, { [name]: high, [other]: low })
      }
    }
  }

  /** Lists whose names differ by `min`, `average` and `max` alone are in order at each place. */
  orderLists(): void {
    for (const { name } of this.fields) {
      if (!/^(?:min|minimum|lowest)_/.test(name)) continue
      const rest = name.replace(/^[a-z]+_/, '')
      const names = [
        name,
        ...['average', 'avg', 'mean', 'median'].map((word) => `${word}_${rest}`),
        ...['max', 'maximum', 'highest'].map((word) => `${word}_${rest}`),
      ]
      const there = names.filter(
        (one) => this.values[one] !== undefined && this.fields.some((field) => field.name === one),
      )
      const columns = there.map((one) => [this.values[one] ?? []].flat())
      const size = columns[0]?.length ?? 0
      if (there.length < 2 || !columns.every((column) => column.length === size && isNumbers(column)))
        continue
      const rows = Array.from({ length: size }, (_, i) =>
        columns.map((column) => Number(column[i])).sort((a, b) => a - b),
      )
      for (const [at, one] of there.entries()) {
        const column = rows.map((row) => row[at] ?? 0)
        this.values[one] = Array.isArray(this.values[one]) ? column : (column[0] ?? 0)
      }
    }
  }

  /** Where the result says that all is well, lists of what is wrong are empty. */
  wellness(): void {
    const isCarriedOut = this.call.tool.parameters.some(
      ({ name, type }) => type === 'array' && this.call.args[name] !== undefined,
    )
    const isWell = this.fields.some(
      ({ name }) =>
        (this.values[name] === true && WELL.test(name)) ||
        (/status|result/.test(name) &&
          /^(?:passed|valid|success(?:ful)?|compliant)$/i.test(String(this.values[name]))),
    )
    for (const { name, type } of this.fields)
      if (type === 'array' && ((isWell && FAULT_WORDS.test(name)) || (isCarriedOut && UNDONE.test(name)))) {
        this.values[name] = []
      }
  }
}

/**
 * Outputs that agree with each other and with the arguments, as far as their names say how: statistics of a list, counts
 * of what was handed over, sums of parts, ratios, the order of bounds and of moments, no faults where all is well.
 *
 * @param fixed Outputs that are settled and stay
 * @param now The present of the world, in milliseconds since the epoch
 * @returns the outputs, and the names of those that follow from something
 */
export function related(
  outputs: JsonObject,
  call: LinkedCall,
  fixed: readonly string[],
  now: number,
): { outputs: JsonObject; followed: ReadonlySet<string> } {
  if (!isObject(outputs)) return { outputs, followed: new Set() }
  const all = new Related(outputs, call, fixed)
  all.statistics()
  all.bounds()
  all.outcomes()
  all.partitions()
  all.sums()
  all.order()
  all.ratios()
  all.orderLists()
  all.wellness()
  const open = call.tool.outputs.filter(({ name }) => !fixed.includes(name))
  agree({ values: all.values, call, open, followed: all.followed, now })
  return { outputs: all.values, followed: all.followed }
}
