import type { Json } from '../../../shared/json.ts'
import type { SpecShape } from '../../tool-spec/tool-spec.ts'
import type { Bits } from './bits.ts'
import { exampleTexts, type OutputFacts } from './facts.ts'
import { isCount, isMeasured, rangeOf, scaleOf } from './number.ts'
import { agreeing, placeOn, type Standing } from './standing.ts'
import { madeUpText } from './text.ts'
import { type TextKind, textKindOf } from './text-kind.ts'
import { isAdverse, isGoodToHave } from './vocabulary.ts'

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
  /(?:^|_)(?:valid|success|successful|successfully|passed|eligible|available|approved|compliant|sent|verified|confirmed|complete|completed|enabled|accepted|updated|created|scheduled|delivered|deliverable|deleted|removed|cancelled|canceled|closed|published|activated|deactivated|archived|registered|assigned|processed|saved|recorded|submitted|found|exists|preserved|validated|generated|applied|acknowledged|authenticated|authorized|granted|synced)$/
const NEEDED =
  /(?:^|_)(?:needed|required|flag|alert|urgent|escalated|warning)$|^(?:requires|needs|has|is_anomaly)/

/** Whether something is so, as far as its name says: yes to what is wrong only where something is. */
function flagOf(name: string, description: string, { badness }: Standing): boolean | undefined {
  const bad = badness > 0.5
  if (
    isAdverse(name) ||
    (NEEDED.test(name) &&
      /issue|attention|breach|improv|anomal|review|escalat|urgent|immediate/i.test(`${name} ${description}`))
  )
    return bad
  const isResult =
    /(?:^|_)(?:results?|checks?)$|^overall_/.test(name) ||
    /\btrue ?= ?(?:correct|passed|valid|success)/i.test(description)
  return GOOD.test(name) || isResult || isGoodToHave(name, '') === true ? !bad || GOOD.test(name) : undefined
}

/** Kinds of texts of which made-up ones say nothing. */
const EMPTY: ReadonlySet<TextKind> = new Set(['file', 'json', 'label', 'name', 'prose', 'status'])

const WORK =
  /\b(?:account|user|member\w*|subscription|operation|process\w*|execution|generation|update|submission|storage|stored|attempt|request|task|job|workflow|action|calculation|analysis|validation|verification|review|monitoring|tracking|sync\w*|transfer|delivery|setup|assignment|creation|import|export|registration|cancellation)\b/i

/** Whether a status is that of what the call did, which was carried out, and of nothing else. */
const isOfWorkDone = (name: string, description: string): boolean =>
  !/^(?:previous|old|prior|initial)_/.test(name) &&
  !/\b(?:summar|including)/i.test(description) &&
  WORK.test(`${name.replaceAll('_', ' ')} ${description}`)

/** Whether a scalar is made up by nothing but its type: nothing says what it may be, how large it is or what it names. */
export function isFormOnly({ name, shape, facts, examples }: Omit<LeafPlace, 'path'>): boolean {
  if ((shape.enum ?? facts.options ?? []).length > 0 || shape.type === 'boolean') return false
  if (shape.type === 'number' || shape.type === 'integer')
    return !isMeasured(name, shape, facts) && !isCount(name, shape)
  const kind = textKindOf(name, shape)
  if (kind === 'status') return !isOfWorkDone(name, shape.description ?? '')
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

/** Counts of what could not be handled. */
const HANDLED = /(?:^|_)(?:failed|failure|failures|skipped|rejected|errors?)(?:_|$)/

/** A place on a scale moves by so much, in parts of the scale. */
const ASIDE = 0.04

/** A figure within its range, at the height where things stand if its name says which end of the scale is good. */
function figureOf({ path, name, shape, facts }: LeafPlace, bits: Bits, standing: Standing): number {
  const range = rangeOf(name, shape, facts)
  // So many things are wrong as the call names, or none.
  if (
    (shape.type === 'integer' || isCount(name, shape)) &&
    (isAdverse(name) ||
      /\bwith (?:issues|errors|problems|conflicts|warnings)\b/i.test(shape.description ?? '')) &&
    scaleOf(shape, facts) === undefined
  )
    return HANDLED.test(name) ? 0 : standing.causes.length
  if (range.min >= range.max) return range.min
  const at = placeOn(name, shape.description ?? '', standing)
  const isScale =
    scaleOf(shape, facts) !== undefined ||
    /score|rating|index|percent|confidence|probability|rate\b|level/i.test(
      `${name} ${shape.description ?? ''}`,
    )
  if (at === undefined || !isScale) return bits.figure(path, range)
  const width = range.max - range.min
  const clip = (value: number): number => Math.min(Math.max(value, range.min), range.max)
  const [low, high] = [clip(range.min + (at - ASIDE) * width), clip(range.min + (at + ASIDE) * width)]
  const scale = 10 ** range.decimals
  return bits.figure(path, {
    min: Math.floor(low * scale) / scale,
    max: Math.ceil(high * scale) / scale,
    decimals: range.decimals,
  })
}

/** A scalar of the shape. */
export function leafOf(place: LeafPlace, bits: Bits, standing: Standing): Json {
  const { path, name, shape, facts, examples } = place
  const description = shape.description ?? ''
  const options = shape.enum ?? facts.options
  if (options !== undefined && options.length > 0 && shape.type !== 'boolean') {
    if (shape.type === 'number' || shape.type === 'integer') return Number(bits.pick(path, options))
    return bits.pick(path, agreeing(name, description, options.map(String), standing))
  }
  switch (shape.type) {
    case 'boolean':
      return flagOf(name, description, standing) ?? bits.pick(path, [true, false])
    case 'integer':
    case 'number':
      return figureOf(place, bits, standing)
    default: {
      const kind = textKindOf(name, shape)
      const words = wordsFor(kind, shape, examples)
      if (words.length > 0) return bits.pick(path, words)
      return madeUpText(kind, { path, name, description, examples }, bits)
    }
  }
}
