import type { Json, JsonObject } from '../../../shared/json.ts'
import type { World } from '../../../world/world.ts'
import { stemsOf } from '../../rules/words.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { KnownCall } from '../../toolkit/toolkit.ts'
import { saidArguments } from '../arguments.ts'
import { effectOf } from '../infer-effect.ts'
import { idNameOf } from '../kinds/id-name.ts'
import type { IdsByKind } from '../kinds/ids-by-kind.ts'
import { wireName } from '../wire-name.ts'
import { Bits } from './bits.ts'
import { factsOf, type OutputFacts } from './facts.ts'
import { isFormOnly } from './leaf.ts'
import { countedBy, echoOf, idsOf, type LinkedCall, pairedWith, textsOf } from './links.ts'
import { related } from './relations.ts'
import { itemsOf, leavesOf, valueAt } from './shape-value.ts'
import { standingOf } from './standing.ts'
import { subjectNamed } from './subjects.ts'
import { textKindOf } from './text-kind.ts'
import { isJudgement, isRanking, type Making, textList } from './text-list.ts'
import { isSentence, proseValue, textValue } from './text-value.ts'
import { isConditional, isUnreckoned } from './unreckoned.ts'

type Output = ToolSpec['outputs'][number]

/** Items of a list of which nothing says how long it is; all such lists of an answer have as many. */
const LENGTHS = [3, 4, 5] as const

/** Texts that known calls of the tool gave for an output. */
const examplesOf = (name: string, tool: ToolSpec, known: readonly KnownCall[]): string[] =>
  known
    .filter((call) => call.tool === tool.id || call.tool === tool.name)
    .flatMap(({ output }) => output[name] ?? [])
    .filter((value) => typeof value === 'string')

/** What made-up outputs have to agree with. */
export interface MadeUpContext {
  known: readonly KnownCall[]
  /** Outputs that are settled already. */
  settled?: JsonObject
  /** Ids that there are, by kind: an id of such a kind is one of them. */
  ids?: IdsByKind
}

/** Ids of things that are there, for an output that names some; undefined where their kind is not kept. */
function existing(
  { name, type, items }: Output,
  length: number,
  ids: IdsByKind,
  bits: Bits,
): Json | undefined {
  const there = ids.get(idNameOf(name)?.kind ?? '')
  if (there === undefined || there.length === 0)
    return type === 'array' && there !== undefined ? [] : undefined
  const own = (type === 'array' ? items?.type : type) === 'integer' ? 'number' : 'string'
  if (typeof there[0] !== own) return undefined
  if (type !== 'array') return bits.pick(name, there)
  const start = bits.pick(name, [...there.keys()])
  const count = Math.min(length, there.length)
  return Array.from({ length: count }, (_, i) => there[(start + i) % there.length] ?? null)
}

/** A made-up output, and what of it has only the right form. */
export interface MadeUp {
  output: JsonObject
  /** Names of the outputs of which nothing says what they may be. */
  formOnly: readonly string[]
}

const isOutside = (value: Json | undefined, { range }: OutputFacts): boolean =>
  typeof value === 'number' &&
  (value < (range?.minimum ?? Number.NEGATIVE_INFINITY) ||
    value > (range?.maximum ?? Number.POSITIVE_INFINITY))

const isText = ({ type, items, enum: options }: Output): boolean =>
  options === undefined && (type === 'string' || (type === 'array' && (items?.type ?? 'string') === 'string'))

/** What is not the things of the call, but something made of them. */
const CONVERTED = /\b(?:convert|translat|mapped|map |transform|expan|resampl|normali[sz])/i

/** Kinds of texts that may be one of the things of the call. */
const TRIED: ReadonlySet<string> = new Set(['address', 'id', 'person', 'url'])

/** The outputs of one call while they are made up. */
class Answer {
  /** Outputs that are settled, or follow from the call, and stay. */
  readonly fixed: Set<string>
  readonly formOnly = new Set<string>()
  private readonly call: LinkedCall
  private readonly making: Making
  private readonly usual: number
  private readonly context: Required<MadeUpContext>
  private readonly bits: Bits

  constructor(call: LinkedCall, bits: Bits, context: Required<MadeUpContext>) {
    this.call = call
    this.bits = bits
    this.context = context
    this.fixed = new Set(Object.keys(context.settled))
    this.making = { call, bits, standing: standingOf(call, bits) }
    this.usual = bits.pick('length of lists', LENGTHS)
  }

  /** What the call says of an output by itself. */
  private repeated(output: Output): Json | undefined {
    const { call } = this
    const some = (texts: readonly string[]): string[] => {
      const lengths = Array.from({ length: texts.length }, (_, i) => i + 1)
      return texts.slice(0, this.bits.pick(`${output.name} count`, lengths))
    }
    const whole = echoOf(output, call) ?? idsOf(output, call)
    const texts = whole === undefined ? textsOf(output, call, some) : undefined
    if (
      texts !== undefined &&
      texts.length > 0 &&
      (isJudgement(output, call.tool) || CONVERTED.test(output.description))
    )
      this.formOnly.add(output.name)
    return whole ?? texts
  }

  private made(output: Output, asMany?: number): Json {
    const { name, ...shape } = output
    const { call, bits, context, making } = this
    const isRanked = output.type === 'array' && isText(output) && isRanking(output)
    const order = isRanked ? textList(output, making) : undefined
    const repeated = order ?? this.repeated(output)
    if (repeated !== undefined) {
      this.fixed.add(name)
      return repeated
    }
    const own = context.settled[name]
    if (own !== undefined) return own
    const length =
      (asMany ?? output.type === 'array') ? (pairedWith(output, call)?.length ?? this.usual) : this.usual
    const there = existing(output, length, context.ids, bits)
    if (there !== undefined) return there
    const facts = factsOf(call.tool, name)
    const place = { path: name, name, shape, facts, examples: examplesOf(name, call.tool, context.known) }
    const isOpen = (facts.options ?? []).length === 0 && isText(output)
    const kind = textKindOf(name, output.type === 'array' ? itemsOf(shape) : shape)
    const leaves = leavesOf(place)
    if (isOpen && (leaves.some(isFormOnly) || TRIED.has(kind))) {
      const people = kind === 'person' && output.type === 'array' ? subjectNamed(output, call) : undefined
      const text =
        output.type === 'array'
          ? (textList(output, making) ?? people?.items.slice())
          : textValue(output, kind, making)
      if (text !== undefined) {
        this.fixed.add(name)
        return text
      }
    }
    const isOpenMoment = (kind === 'moment' || kind === 'date') && isConditional(output)
    if (leaves.some(isFormOnly) || isUnreckoned(output, call) || isOpenMoment) this.formOnly.add(name)
    return valueAt(place, length, bits, making.standing)
  }

  /** The list of texts that figures of the same word belong to: `keyword_scores` to `keywords`. */
  private parallelTo(output: Output, arrays: JsonObject): Json[] | undefined {
    if (isText(output)) return undefined
    const own = new Set(stemsOf(output.name).filter((stem) => stem.length > 3))
    const found = Object.entries(arrays).filter(
      ([name, value]) =>
        name !== output.name &&
        Array.isArray(value) &&
        value.some((item) => typeof item === 'string') &&
        stemsOf(name).some((stem) => own.has(stem)),
    )
    const list = found[0]?.[1]
    return Array.isArray(list) ? list : undefined
  }

  private draw(): JsonObject {
    const { call, fixed } = this
    const { outputs } = call.tool
    const lists = outputs.filter(({ type }) => type === 'array')
    const arrays: JsonObject = Object.fromEntries(lists.map((output) => [output.name, this.made(output)]))
    for (const output of lists) {
      const like = this.parallelTo(output, arrays)
      if (like !== undefined && !fixed.has(output.name)) arrays[output.name] = this.made(output, like.length)
    }
    return Object.fromEntries(
      outputs.map((output) => {
        const counted = output.type === 'integer' ? countedBy(output, arrays, call) : undefined
        if (counted !== undefined) fixed.add(output.name)
        return [output.name, counted?.length ?? arrays[output.name] ?? this.made(output)]
      }),
    )
  }

  /** Sentences, which say again what call and other outputs say. */
  private say(values: JsonObject): void {
    const { call, formOnly, making } = this
    const { outputs, ...tool } = call.tool
    const open = outputs.filter((output) => {
      const kind = textKindOf(output.name, output)
      return (
        output.type === 'string' &&
        formOnly.has(output.name) &&
        (factsOf(call.tool, output.name).options ?? output.enum ?? []).length === 0 &&
        isSentence(output, kind, { ...tool, outputs })
      )
    })
    const told: JsonObject = Object.fromEntries(
      outputs.flatMap(({ name }) => (formOnly.has(name) ? [] : [[name, values[name] ?? null]])),
    )
    for (const output of open) {
      const sentence = proseValue(output, told, making)
      if (sentence === undefined) continue
      values[output.name] = sentence
      formOnly.delete(output.name)
    }
  }

  make(): MadeUp {
    const drawn = this.draw()
    const { tool } = this.call
    const { outputs, followed } = related(drawn, this.call, [...this.fixed], this.bits.now)
    for (const { name } of tool.outputs) {
      if (isOutside(outputs[name], factsOf(tool, name))) outputs[name] = drawn[name] ?? null
      else if (followed.has(name)) this.formOnly.delete(name)
    }
    this.say(outputs)
    return { output: outputs, formOnly: [...this.formOnly] }
  }
}

/**
 * Output of the tool's shape, made up: a function of the world's seed, the tool, the arguments and, for writes, the
 * number of equal ones before. What its names say is kept to: an input that is repeated, a list with an item for each
 * of an input, a number that counts a list, options, ranges, moments before or after the world's present, sums, ratios
 * and statistics; scores, levels and lists of faults agree with each other, and texts say again what call and answer
 * say.
 */
export function makeUp(
  args: JsonObject,
  tool: ToolSpec,
  world: World,
  { known, settled = {}, ids = new Map() }: MadeUpContext,
): MadeUp {
  const wire = wireName(tool.name)
  const repeats = effectOf(tool) === 'write' ? world.equalWrites(wire, args) : 0
  const said = saidArguments(args, tool)
  const draw = world.draw('synthetic', wire, said, ...(repeats > 0 ? [repeats] : []))
  return new Answer({ args, tool }, new Bits(draw, world.clock.now), { known, settled, ids }).make()
}

/** Output of the tool's shape, as {@link makeUp} makes it. */
export const madeUpOutput = (
  args: JsonObject,
  tool: ToolSpec,
  world: World,
  context: MadeUpContext,
): JsonObject => makeUp(args, tool, world, context).output
