import { isObject, type Json, stableJson } from '../../shared/json.ts'
import type { KeptRequest } from './canonical.ts'

/**
 * A request as it stands in a file: of its body what the request before it did not say already. A conversation is sent
 * whole with every turn; folded, each turn is there once.
 */
export interface FoldedRequest extends KeptRequest {
  /** Fields that are as in the request before: `true` for all of it, else the number of the first items. */
  as_before?: { [field: string]: true | number } | undefined
}

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  a !== undefined && b !== undefined && stableJson(a) === stableJson(b)

/** Number of items that two lists begin with alike. */
function commonItems(before: readonly Json[], now: readonly Json[]): number {
  const at = now.findIndex((item, i) => !same(before[i], item))
  return at < 0 ? now.length : at
}

export function folded(request: KeptRequest, before: KeptRequest | undefined): FoldedRequest {
  const { body } = request
  const earlier = before?.body
  if (!isObject(body) || !isObject(earlier)) return request
  const asBefore: NonNullable<FoldedRequest['as_before']> = {}
  const rest: { [field: string]: Json } = {}
  for (const [field, value] of Object.entries(body)) {
    const old = earlier[field]
    const items = Array.isArray(value) && Array.isArray(old) ? commonItems(old, value) : 0
    if (same(old, value)) asBefore[field] = true
    else if (Array.isArray(value) && items > 0) {
      asBefore[field] = items
      rest[field] = value.slice(items)
    } else rest[field] = value
  }
  if (Object.keys(asBefore).length === 0) return request
  return { ...request, as_before: asBefore, body: rest }
}

export function unfolded(
  { as_before, ...request }: FoldedRequest,
  before: KeptRequest | undefined,
): KeptRequest {
  const { body } = request
  const earlier = before?.body
  if (as_before === undefined || !isObject(body) || !isObject(earlier)) return request
  const whole = { ...body }
  for (const [field, how] of Object.entries(as_before)) {
    const [old, now] = [earlier[field], body[field]]
    if (how === true && old !== undefined) whole[field] = old
    else if (typeof how === 'number' && Array.isArray(old))
      whole[field] = [...old.slice(0, how), ...(Array.isArray(now) ? now : [])]
  }
  const fields = Object.entries(whole).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...request, body: Object.fromEntries(fields) }
}
