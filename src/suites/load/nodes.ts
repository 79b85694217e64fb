import { readBindingKey } from '../../schema/binding.ts'
import type { Json } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'

export interface ValueNode {
  pointer: string
  value: Json
}

/**
 * A value of plain data and all that it holds, containers before what is in them.
 *
 * @param isClosed Whether the inside of a value is left out
 */
export function listNodes(
  given: unknown,
  isClosed: (value: Json) => boolean = () => false,
  pointer = '',
): ValueNode[] {
  const value = given as Json
  const children = typeof value !== 'object' || value === null || isClosed(value) ? [] : Object.entries(value)
  return [
    { pointer, value },
    ...children.flatMap(([key, child]) => listNodes(child, isClosed, appendKey(pointer, key))),
  ]
}

const isLiteral = (value: Json): boolean => readBindingKey(value) === '$literal'

/** A value of a task and all that it holds; what a `$literal` holds is data, and left out. */
export const listParts = (value: Json): ValueNode[] => listNodes(value, isLiteral)
