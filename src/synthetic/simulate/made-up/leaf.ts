import type { Json } from '../../../shared/json.ts'
import type { SpecShape } from '../../tool-spec/tool-spec.ts'
import type { Bits } from './bits.ts'
import type { OutputFacts } from './facts.ts'
import { rangeOf } from './number.ts'
import { madeUpText } from './text.ts'
import { textKindOf } from './text-kind.ts'

/** A value to be made up. */
export interface LeafPlace {
  /** Path in the output, which names the draw. */
  path: string
  /** Name that tells what it is. */
  name: string
  shape: SpecShape
  facts: OutputFacts
  /** Texts known to have stood there. */
  examples: readonly string[]
}

/** The call was accepted and carried out: what says so says yes. */
const GOOD =
  /(?:^|_)(?:valid|success|successful|successfully|passed|eligible|available|approved|compliant|sent|verified|confirmed|complete|completed|enabled|accepted|updated|created|scheduled|delivered)$/
const BAD =
  /fail|reject|error|expire|cancel|denied|declin|invalid|(?:^|[\s_])(?:not|non|no|bounced|blocked|closed|suspended|critical)(?:[\s_]|$)/i
const OUTCOME = /(?:^|_)(?:status|result|outcome|state)$/

/** The options that the result of a call that was carried out may have. */
function optionsOf(name: string, options: readonly (string | number)[]): readonly (string | number)[] {
  const good = options.filter((option) => !BAD.test(String(option)))
  return OUTCOME.test(name) && good.length > 0 ? good : options
}

/** A scalar of the shape. */
export function leafOf(place: LeafPlace, bits: Bits): Json {
  const { path, name, shape, facts, examples } = place
  const options = shape.enum ?? facts.options
  if (options !== undefined && options.length > 0 && shape.type !== 'boolean') {
    const option = bits.pick(path, optionsOf(name, options))
    return shape.type === 'number' || shape.type === 'integer' ? Number(option) : String(option)
  }
  switch (shape.type) {
    case 'boolean':
      return GOOD.test(name) ? true : bits.pick(path, [true, false])
    case 'integer':
    case 'number': {
      const range = rangeOf(name, shape, facts)
      return range.min >= range.max ? range.min : bits.figure(path, range)
    }
    default: {
      const description = shape.description ?? ''
      return madeUpText(textKindOf(name, shape), { path, name, description, examples }, bits)
    }
  }
}
