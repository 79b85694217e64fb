import type { JsonObject } from '../shared/json.ts'
import { digest } from '../shared/python/digest.ts'
import type { World } from './world/world.ts'

/** What a built-in simulator may know of the call besides its arguments. */
export interface CallContext {
  /**
   * JSON Pointers of arguments that were written as floats with an integral value (`30.0`). Only published
   * digests of number text depend on it.
   */
  readonly floats: ReadonlySet<string>
  /**
   * Id of the record that this write creates. In the published world the first of equal writes gets
   * `published`. Every other one depends on seed, tool, arguments and the number of equal earlier writes.
   * `published` has the form `prefix_hex`, and the prefix is kept; a prefix alone, `prefix_`, gets hex digits in
   * every world.
   */
  recordId(published: string): string
}

const ID_DIGITS = 12

export function createCallContext(
  tool: string,
  args: JsonObject,
  world: World,
  floats: ReadonlySet<string>,
): CallContext {
  return {
    floats,
    recordId(published) {
      const repeats = world.countEqualWrites(tool, args)
      const at = published.lastIndexOf('_') + 1
      world.noteSecret('record', [tool])
      return world.seed === 0 && repeats === 0 && at < published.length
        ? published
        : published.slice(0, at) + digest(world.seed, tool, args, repeats).slice(0, ID_DIGITS)
    },
  }
}
