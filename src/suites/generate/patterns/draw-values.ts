import type { Json } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { drawDate } from '../../../tools/content/draws.ts'
import { type DrawnValues, fill, fillText } from '../../../tools/content/fill.ts'
import { DRAWERS } from '../../../tools/content/pools/drawers.ts'
import { POOLS } from '../../../tools/content/pools/lists.ts'
import type { DrawData, PatternData } from './pattern-schema.ts'

function known<T>(table: Readonly<Record<string, T>>, name: string): T {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined) throw new RangeError(`there is no pool and no drawer "${name}"`)
  return entry
}

const itemsOf = (source: string | Json[], scope: DrawnValues): readonly Json[] =>
  typeof source === 'string' ? known<readonly Json[]>(POOLS, fillText(source, scope)) : source

/** Items that stand in the pattern itself may have slots; those of a pool are taken as they are. */
const taken = (source: string | Json[], value: Json, scope: DrawnValues): Json =>
  typeof source === 'string' ? value : fill(value, scope)

function countOf(count: string | number | readonly [number, number], scope: DrawnValues, rng: Rng): number {
  if (typeof count === 'number') return count
  return typeof count === 'string' ? Number(fillText(count, scope)) : rng.int(...count)
}

function drawValue(data: DrawData, scope: DrawnValues, rng: Rng): Json {
  if (typeof data === 'string') return fillText(data, scope)
  if ('pick' in data) return taken(data.pick, rng.pick(itemsOf(data.pick, scope)), scope)
  if ('shuffle' in data) return taken(data.shuffle, rng.shuffle(itemsOf(data.shuffle, scope)), scope)
  if ('int' in data) return rng.int(...data.int) * (data.times ?? 1)
  if ('decimal' in data) return rng.decimal(...data.decimal)
  if ('date' in data) return drawDate(rng, ...data.date)
  if ('make' in data) return known(DRAWERS, data.make)(rng)
  const count = countOf(data.count, scope, rng)
  if ('repeat' in data) {
    const { repeat } = data
    return Array.from({ length: count }, () => drawValue(repeat, scope, rng))
  }
  return taken(data.sample, rng.sample(itemsOf(data.sample, scope), count), scope)
}

/** The names that a key gives to a value; `source, ...targets` takes a list apart. */
function namedParts(key: string, value: Json): DrawnValues {
  const names = key.split(/,\s*/)
  if (names.length === 1) return { [key]: value }
  if (!Array.isArray(value)) throw new RangeError(`what is drawn for "${key}" is no list`)
  return Object.fromEntries(
    names.map((name, i) =>
      name.startsWith('...') ? [name.slice(3), value.slice(i)] : [name, value[i] ?? null],
    ),
  )
}

/** Draws the values of a pattern in their order. */
export function drawValues(draw: PatternData['draw'], rng: Rng): DrawnValues {
  let scope: DrawnValues = {}
  for (const [key, data] of Object.entries(draw))
    scope = { ...scope, ...namedParts(key, drawValue(data, scope, rng)) }
  return scope
}
