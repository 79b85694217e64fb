import { parseBodyJson } from '../../../network/routes/upstream.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { isIdName } from '../../../shared/id-name.ts'
import type { Json } from '../../../shared/json.ts'
import { nameAt } from './infer-schema.ts'
import type { RecordedCall } from './recording.ts'

const DATE = /^\d{4}-\d{2}-\d{2}/

/** What a value is compared by, if it is a number or a date. */
export function readRank(value: Json): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value)
  const time = DATE.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

export class RecordedValues {
  private readonly text: string
  private readonly ranks = new Map<string, Set<number>>()
  /** Names of the fields that hold a value. */
  private readonly names = new Map<string, Set<string>>()

  constructor(calls: readonly RecordedCall[]) {
    this.text = JSON.stringify(calls.map(({ arguments: args, body }) => [args, body]))
    for (const { pointer, value } of calls.flatMap(({ body }) => leavesOf(parseBodyJson(body)))) {
      const name = nameAt(pointer)
      const rank = isIdName(name) ? undefined : readRank(value)
      if (rank === undefined) continue
      addTo(this.ranks, name, rank)
      addTo(this.names, String(value), name)
    }
  }

  holds(text: string): boolean {
    return this.text.includes(text)
  }

  /**
   * Whether another value stands to the other numbers and dates of its field as the value does: what was the latest or
   * the cheapest stays it.
   */
  keepsRank(text: string, other: string): boolean {
    const [rankOfText, drawn] = [readRank(text), readRank(other)]
    if (rankOfText === undefined || drawn === undefined) return true
    const ranks = [...(this.names.get(text) ?? [])].flatMap((name) => [...(this.ranks.get(name) ?? [])])
    return ranks.every(
      (rank) => rank === rankOfText || Math.sign(rank - rankOfText) === Math.sign(rank - drawn),
    )
  }
}

function addTo<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const set = map.get(key) ?? new Set()
  set.add(value)
  map.set(key, set)
}
