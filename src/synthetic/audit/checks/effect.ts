import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import type { Handler } from '../../tool-spec/handler.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { askedFor, isAbout, recordEntries } from '../records.ts'

const same = (a: unknown, b: unknown): boolean => stableJson(a) === stableJson(b)

/** Equal values; numbers but for the noise of binary fractions. */
export const near = (a: Json | undefined, b: Json): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b))
    : same(a, b)

/** What a change has to have written into a record; undefined where that cannot be told. */
function written(
  to: Handler['set'][number]['to'],
  was: Json | undefined,
  args: JsonObject,
  tool: ToolSpec,
): Json | undefined {
  if ('parameter' in to) return askedFor(args, to.parameter, tool)
  if ('value' in to) return to.value
  const name = 'add' in to ? to.add : 'subtract' in to ? to.subtract : undefined
  const by = name === undefined ? undefined : askedFor(args, name, tool)
  if (typeof was !== 'number' || typeof by !== 'number') return undefined
  return 'add' in to ? was + by : was - by
}

/** The state without a collection, wherever it stands. */
const without = (state: JsonObject, collection: string): string =>
  stableJson(
    Object.fromEntries(
      Object.entries(state)
        .filter(([name]) => name !== collection)
        .map(([name, value]) => [
          name,
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).filter(([inner]) => inner !== collection))
            : value,
        ]),
    ),
  )

/** What of the state did not change as the handler says; undefined where all did. */
export function effectProblem(
  handler: Handler,
  args: JsonObject,
  tool: ToolSpec,
  { before, after }: { before: JsonObject; after: JsonObject },
): string | undefined {
  const { collection, action } = handler
  if (without(before, collection) !== without(after, collection))
    return `something other than ${collection} changed`
  const [old, now] = [recordEntries(before, collection), recordEntries(after, collection)]
  const meant = isAbout(handler, args, tool)
  const grown = now.length - old.length
  if (action === 'create')
    return grown === 1 ? undefined : `${grown} records were added to ${collection}, not one`
  const about = old.filter(meant).length
  if (action === 'delete')
    return -grown === about ? undefined : `${-grown} records of ${collection} went, not ${about}`
  if (grown !== 0) return `a change added or took away records of ${collection}`
  for (const [i, entry] of old.entries()) {
    const next = now[i]?.record
    if (next === undefined) continue
    if (!meant(entry)) {
      if (!same(entry.record, next)) return `a record of ${collection} changed that the call is not about`
      continue
    }
    for (const { field, to } of handler.set) {
      const due = written(to, entry.record[field], args, tool)
      if (due !== undefined && !near(next[field], due))
        return `${field} became ${JSON.stringify(next[field])}, not ${JSON.stringify(due)}`
    }
  }
  return undefined
}
