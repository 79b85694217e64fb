import { bindingKey } from '../../schema/binding.ts'
import type { Json } from '../../shared/json.ts'
import { below } from '../../shared/pointer.ts'

export interface Node {
  pointer: string
  value: Json
}

/**
 * A value and all that it holds, containers before what is in them.
 *
 * @param isClosed Whether the inside of a value is left out
 */
export function nodesOf(value: Json, isClosed: (value: Json) => boolean = () => false, pointer = ''): Node[] {
  const children = typeof value !== 'object' || value === null || isClosed(value) ? [] : Object.entries(value)
  return [
    { pointer, value },
    ...children.flatMap(([key, child]) => nodesOf(child, isClosed, below(pointer, key))),
  ]
}

const isLiteral = (value: Json): boolean => bindingKey(value) === '$literal'

/** A value of a task and all that it holds; what a `$literal` holds is data, and left out. */
export const partsOf = (value: Json): Node[] => nodesOf(value, isLiteral)
