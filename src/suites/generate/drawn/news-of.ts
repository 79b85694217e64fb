import { resolve } from '../../../scoring/bindings.ts'
import { entropyBitsOf, MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import type { LeafSchema } from '../../../scoring/equality.ts'
import { numbersEqual } from '../../../scoring/equality.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, numbersIn } from '../../../scoring/tokens.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Output } from './ground.ts'

/** An output with values that nobody knew before the call. */
export interface NewOutput {
  output: Output
  values: readonly Json[]
}

/** The outputs of a call that carry enough, and nothing that an argument or another place of the result holds. */
export function newsOf(outputs: readonly Output[], result: Json, args: JsonObject): NewOutput[] {
  const said = JSON.stringify([args])
  const texts = leavesOf(result).flatMap(({ pointer, value }) =>
    typeof value === 'string' ? [{ pointer, value: value.normalize('NFC') }] : [],
  )
  const numbers = texts.flatMap(({ pointer, value: text }) =>
    numbersIn(text).map(({ value }) => ({ pointer, value })),
  )
  const isElsewhere = (leaf: Json, at: string): boolean => {
    const isOther = ({ pointer }: { pointer: string }): boolean =>
      pointer !== at && !pointer.startsWith(`${at}/`)
    if (carries(said, leaf)) return true
    return typeof leaf === 'number'
      ? numbers.some((number) => numbersEqual(leaf, number.value) && isOther(number))
      : texts.some((text) => isOther(text) && carries(text.value, leaf))
  }
  return outputs.flatMap((output): NewOutput[] => {
    const { at, schema } = output
    const value = resolve({ $from: 'step', at }, () => result)
    if (value === undefined) return []
    const values = leavesOf(value).map((leaf) => leaf.value)
    // A list of values has no schema of its own here.
    const own = typeof value === 'object' ? undefined : (schema as LeafSchema)
    const bits = values.reduce((sum: number, leaf) => sum + entropyBitsOf(own, leaf), 0)
    const isNew = bits >= MIN_ENTROPY_BITS && !values.some((leaf) => isElsewhere(leaf, at))
    return isNew ? [{ output, values }] : []
  })
}
