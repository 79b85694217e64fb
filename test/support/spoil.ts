import type { Call, Trace } from '../../src/schema/trace.ts'
import { isObject, type Json } from '../../src/shared/json.ts'

/** Values that are near to others, or to nothing. */
const ODD: readonly Json[] = [
  null,
  '',
  0,
  12,
  21.5,
  true,
  'true',
  'Oslo',
  '1,234.50',
  '$9.99',
  [],
  {},
  [1, 2],
]

/** A value written otherwise, or nearly it. */
function respelt(value: Json, how: number): Json {
  if (typeof value === 'number') {
    return [String(value), value + 1e-7, Math.round(value * 100) / 100, `$${value}`, -value][how % 5] ?? value
  }
  if (typeof value === 'string') return [` ${value}`, value.toUpperCase(), `${value}!`][how % 3] ?? value
  return JSON.stringify(value)
}

const exchanged = (a: Call, b: Call): [Call, Call] => {
  const order = ({ started, ended, turn }: Call) => ({
    started,
    ended,
    ...(turn === undefined ? {} : { turn }),
  })
  return [
    { ...a, ...order(b) },
    { ...b, ...order(a) },
  ]
}

/** The calls with one made again right behind it, perhaps with another result; whatever came later comes later still. */
function repeated(calls: readonly Call[], call: Call, result: Json | undefined): Call[] {
  const later = (other: Call, by: number, turns: number): Call => ({
    ...other,
    started: other.started + by,
    ended: other.ended + by,
    ...(other.turn === undefined ? {} : { turn: other.turn + turns }),
  })
  const length = call.ended - call.started + 1
  const again = { ...later(call, length, 1), id: `${call.id}_again_${calls.length}` }
  return [
    ...calls.map((other) => (other.started <= call.ended ? other : later(other, length, 1))),
    result === undefined ? again : { ...again, result },
  ]
}

/** Spoils a trace in one place: what is done there, where, and with what are drawn as three numbers. */
export function spoilTrace(trace: Trace, what: number, where: number, which: number): Trace {
  const { calls } = trace
  const i = where % Math.max(1, calls.length)
  const call = calls[i]
  if (call === undefined) return trace
  const drawn = <T>(items: readonly T[]): T | undefined => items[which % Math.max(1, items.length)]
  const held = calls.flatMap(({ result }) => (isObject(result) ? Object.values(result) : []))
  const value = drawn([...ODD, ...held]) as Json
  const name = drawn(Object.keys(call.arguments)) ?? 'extra'
  const own = isObject(call.result) ? call.result : {}
  const changed = { ...own, [drawn(Object.keys(own)) ?? 'extra']: value }
  const redrawn = Object.fromEntries(Object.entries(own).map(([key, item]) => [key, respelt(item, which)]))
  const withArgument = (key: string, given: Json): Call => ({
    ...call,
    arguments: { ...call.arguments, [key]: given },
  })
  const changes: readonly (() => Call[])[] = [
    () => calls.toSpliced(i, 1),
    () => repeated(calls, call, undefined),
    () => repeated(calls, call, changed),
    () => repeated(calls, call, redrawn),
    () => calls.with(i, withArgument(name, value)),
    () => calls.with(i, withArgument(name, respelt(call.arguments[name] ?? '', which))),
    () => calls.with(i, withArgument('further', value)),
    () => calls.with(i, { ...call, status: 500, committed: which % 2 === 0 }),
    () => {
      const j = which % calls.length
      const [one, two] = exchanged(call, calls[j] as Call)
      return i === j ? calls : calls.with(i, one).with(j, two)
    },
    () => calls.with(i, { ...call, result: changed }),
  ]
  return { ...trace, calls: changes[what % changes.length]?.() ?? calls }
}
