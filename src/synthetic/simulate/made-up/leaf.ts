import type { Json } from '../../../shared/json.ts'
import type { SpecShape } from '../../tool-spec/tool-spec.ts'
import type { Bits } from './bits.ts'
import { exampleTexts, type OutputFacts } from './facts.ts'
import { isMeasured, rangeOf } from './number.ts'
import { madeUpText } from './text.ts'
import { type TextKind, textKindOf } from './text-kind.ts'

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
  /(?:^|_)(?:valid|success|successful|successfully|passed|eligible|available|approved|compliant|sent|verified|confirmed|complete|completed|enabled|accepted|updated|created|scheduled|delivered|deleted|removed|cancelled|canceled|closed|published|activated|deactivated|archived|registered|assigned|processed|saved|recorded|submitted|found|exists)$/
const BAD =
  /fail|reject|error|expire|cancel|denied|declin|invalid|(?:^|[\s_])(?:not|non|no|bounced|blocked|closed|suspended|critical|partial)(?:[\s_]|$)/i
const OUTCOME = /(?:^|_)(?:status|result|outcome|state)$/

/** The options that the result of a call that was carried out may have. */
function optionsOf(name: string, options: readonly (string | number)[]): readonly (string | number)[] {
  const good = options.filter((option) => !BAD.test(String(option)))
  return OUTCOME.test(name) && good.length > 0 ? good : options
}

/** Kinds of texts of which made-up ones say nothing. */
const EMPTY: ReadonlySet<TextKind> = new Set(['file', 'json', 'label', 'name', 'prose', 'status'])

/** Whether a scalar is made up by nothing but its type: nothing says what it may be, how large it is or what it names. */
export function isFormOnly({ name, shape, facts, examples }: Omit<LeafPlace, 'path'>): boolean {
  if ((shape.enum ?? facts.options ?? []).length > 0 || shape.type === 'boolean') return false
  if (shape.type === 'number' || shape.type === 'integer') return !isMeasured(name, shape, facts)
  const kind = textKindOf(name, shape)
  return EMPTY.has(kind) && wordsFor(kind, shape, examples).length === 0
}

/** Texts that a label may be: those that the description gives as examples, and those that are known. */
function wordsFor(
  kind: TextKind,
  { description = '' }: SpecShape,
  examples: readonly string[],
): readonly string[] {
  if (kind === 'prose' || kind === 'json' || kind === 'file' || !EMPTY.has(kind)) return []
  const told = exampleTexts(description)
  return told.length > 0 ? told : examples
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
      const kind = textKindOf(name, shape)
      const words = wordsFor(kind, shape, examples)
      if (words.length > 0) return bits.pick(path, words)
      return madeUpText(kind, { path, name, description, examples }, bits)
    }
  }
}
