import { append } from '@hyperjump/json-pointer'
import { readBindingKey } from '../../schema/binding.ts'
import { type Leaf, leavesOf } from '../../scoring/evidence.ts'
import { isObject, type Json } from '../../shared/json.ts'

/**
 * The leaves of expected arguments that stand there as they are. Literal parts of a `$text` are wording and none; of
 * a `$oneOf` the first stands for all.
 */
export function listLiteralLeaves(value: Json, pointer = ''): Leaf[] {
  const key = readBindingKey(value)
  if (key === '$literal') return leavesOf((value as { $literal: Json }).$literal, pointer)
  if (key === '$oneOf') return listLiteralLeaves((value as { $oneOf: Json[] }).$oneOf[0] ?? null, pointer)
  if (key === '$unordered') return listLiteralLeaves((value as { $unordered: Json[] }).$unordered, pointer)
  if (key !== undefined) return []
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item, i) => listLiteralLeaves(item, append(String(i), pointer)))
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, item]) => listLiteralLeaves(item, append(name, pointer)))
  }
  return [{ pointer, value }]
}
