import { isScalar, type Json } from '../../shared/json.ts'
import { mapPair, type Pair } from './find-changing.ts'

const readScalars = (value: Json, path = ''): [path: string, value: Json][] =>
  isScalar(value)
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([key, item]) => readScalars(item, `${path}/${key}`))

const isIdLike = (value: Json): boolean =>
  typeof value === 'string' ? value !== '' : Number.isInteger(value)

/**
 * Values that the results of matched writes do not share, such as a serial number of which a failed attempt used one up.
 * What both calls got as an argument is left out, and so are numbers with a fraction, such as an amount.
 */
export function findOwnValues(writes: readonly Pair<{ arguments: Json; result: Json }>[]): Pair<Set<Json>> {
  const own = [new Set<Json>(), new Set<Json>()] as const
  for (const pair of writes) {
    const given = mapPair(pair, (call) => new Set(readScalars(call.arguments).map(([, value]) => value)))
    const [results, others] = mapPair(pair, ({ result }) => new Map(readScalars(result)))
    for (const [path, value] of results) {
      const values = [value, others.get(path) ?? null] as const
      const isArgument = mapPair(given, (set, side) => set.has(values[side]))
      if (value === values[1] || !values.every(isIdLike) || !isArgument.includes(false)) continue
      // Also as a text: keys of objects are texts.
      mapPair(own, (set, side) => set.add(values[side]).add(String(values[side])))
    }
  }
  return own
}
