import type { ComposedArgument } from './composed-arguments.ts'
import type { ValueIds } from './value-ids.ts'

/** A composed argument with the numbers of its value and of those that it is put together of. */
export interface Composition {
  argument: ComposedArgument
  id: number
  sources: readonly (readonly number[])[]
}

/** Composed arguments by number, and these numbers by tool and parameter. */
export interface Compositions {
  compositions: readonly Composition[]
  ids: ReadonlyMap<string, ReadonlySet<number>>
}

const known = new WeakMap<readonly ComposedArgument[], Compositions>()

/** The composed arguments of a task in one world, by number. */
export function compositionsOf(composed: readonly ComposedArgument[], valueIds: ValueIds): Compositions {
  let own = known.get(composed)
  if (own === undefined) {
    const ids = new Map<string, Set<number>>()
    const compositions = composed.map((argument) => {
      const { tool, parameter, text, sources } = argument
      const id = valueIds.idOf(text)
      const place = `${tool} ${parameter}`
      ids.set(place, (ids.get(place) ?? new Set()).add(id))
      return {
        argument,
        id,
        sources: sources.map((ways) => ways.map((way) => valueIds.argument(way).id)),
      }
    })
    own = { compositions, ids }
    known.set(composed, own)
  }
  return own
}
