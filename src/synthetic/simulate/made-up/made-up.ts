import type { Json, JsonObject } from '../../../shared/json.ts'
import { isTelling } from '../../../toolkit/simulate/values.ts'
import { World } from '../../../world/world.ts'
import type { SpecShape, ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { KnownCall } from '../../toolkit/toolkit.ts'
import { saidArguments } from '../arguments.ts'
import { effectOf } from '../infer-effect.ts'
import { idNameOf } from '../kinds/id-name.ts'
import type { IdsByKind } from '../kinds/ids-by-kind.ts'
import { wireName } from '../wire-name.ts'
import { Bits } from './bits.ts'
import { factsOf, type OutputFacts } from './facts.ts'
import { isFormOnly, type LeafPlace, leafOf } from './leaf.ts'
import { countedBy, echoOf, idsOf, type LinkedCall, pairedWith, textsOf } from './links.ts'
import { related } from './relations.ts'

type Output = ToolSpec['outputs'][number]

/** Items of a list of which nothing says how long it is; all such lists of an answer have as many. */
const LENGTHS = [3, 4, 5] as const

const within = (length: number, { minItems = 0, maxItems = Infinity }: SpecShape): number =>
  Math.min(Math.max(length, minItems), maxItems)

/** The shape of the items of a list; what is said of the list holds for them. */
const itemsOf = ({ items = { type: 'string' }, description }: SpecShape): SpecShape =>
  items.description !== undefined || description === undefined ? items : { ...items, description }

function valueAt(place: LeafPlace, length: number, bits: Bits): Json {
  const { path, shape } = place
  if (shape.type === 'array') {
    const items = itemsOf(shape)
    return Array.from({ length: within(length, shape) }, (_, i) =>
      valueAt({ ...place, path: `${path}/${i}`, shape: items }, length, bits),
    )
  }
  if (shape.type !== 'object') return leafOf(place, bits)
  const none = { options: undefined, range: undefined }
  return Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([key, own]) => [
      key,
      valueAt({ path: `${path}/${key}`, name: key, shape: own, facts: none, examples: [] }, length, bits),
    ]),
  )
}

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

/** Texts that say again what the other outputs say. */
const SUMMARY = /(?:^|_)(?:summary|message|overview|result_text|confirmation)$/

const spoken = (name: string): string => name.replaceAll('_', ' ')

/** What a call gave, in a sentence: the first of its outputs that say something. */
function summaryOf(
  tool: ToolSpec,
  outputs: JsonObject,
  told: ReadonlySet<string>,
  token: string,
): string | undefined {
  const said = tool.outputs.flatMap(({ name }) => {
    const value = outputs[name]
    if (!told.has(name) || SUMMARY.test(name) || value === undefined || value === null) return []
    if (Array.isArray(value)) return [`${value.length} ${spoken(name)}`]
    return typeof value === 'object' ? [] : [`${spoken(name)} ${String(value)}`]
  })
  if (said.length === 0) return undefined
  return `${spoken(tool.name)}: ${said.slice(0, 4).join(', ')} (reference ${token}).`
}

/** A made-up output, and what of it has only the right form. */
export interface MadeUp {
  output: JsonObject
  /** Names of the outputs of which nothing says what they may be. */
  formOnly: readonly string[]
}

/**
 * Output of the tool's shape, made up: a function of the world's seed, the tool, the arguments and, for writes, the
 * number of equal ones before. What its names say is kept to: an input that is repeated, a list with an item for each
 * of an input, a number that counts a list, options, ranges, moments before or after the world's present, sums, ratios
 * and statistics.
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
  const bits = new Bits(
    world.draw('synthetic', wire, said, ...(repeats > 0 ? [repeats] : [])),
    world.clock.now,
  )
  const call: LinkedCall = { args, tool }
  const usual = bits.pick('length of lists', LENGTHS)
  const fixed = new Set(Object.keys(settled))
  const formOnly = new Set<string>()

  const made = (output: Output): Json => {
    const { name, ...shape } = output
    const some = (texts: readonly string[]): string[] => {
      const count = bits.pick(
        `${name} count`,
        Array.from({ length: texts.length }, (_, i) => i + 1),
      )
      return texts.slice(0, count)
    }
    const echo = echoOf(output, call) ?? idsOf(output, call) ?? textsOf(output, call, some)
    if (echo !== undefined) {
      fixed.add(name)
      return echo
    }
    const own = settled[name]
    if (own !== undefined) return own
    const length = output.type === 'array' ? (pairedWith(output, call)?.length ?? usual) : usual
    const there = existing(output, length, ids, bits)
    if (there !== undefined) return there
    const place = {
      path: name,
      name,
      shape,
      facts: factsOf(tool, name),
      examples: examplesOf(name, tool, known),
    }
    if (leavesOf(place).some(isFormOnly)) formOnly.add(name)
    return valueAt(place, length, bits)
  }

  const lists = tool.outputs.filter(({ type }) => type === 'array')
  const arrays: JsonObject = Object.fromEntries(lists.map((output) => [output.name, made(output)]))
  const drawn = Object.fromEntries(
    tool.outputs.map((output) => {
      const counted = output.type === 'integer' ? countedBy(output, arrays, call) : undefined
      if (counted !== undefined) fixed.add(output.name)
      return [output.name, counted?.length ?? arrays[output.name] ?? made(output)]
    }),
  )
  const { outputs, followed } = related(drawn, call, [...fixed])
  for (const { name } of tool.outputs) {
    const isOut = isOutside(outputs[name], factsOf(tool, name))
    if (isOut) outputs[name] = drawn[name] ?? null
    else if (followed.has(name)) formOnly.delete(name)
  }
  const told = new Set(tool.outputs.map(({ name }) => name).filter((name) => !formOnly.has(name)))
  for (const { name, type } of tool.outputs) {
    if (type !== 'string' || !formOnly.has(name) || !SUMMARY.test(name)) continue
    const summary = summaryOf(tool, outputs, told, bits.token(name))
    if (summary === undefined) continue
    outputs[name] = summary
    formOnly.delete(name)
  }
  return { output: outputs, formOnly: [...formOnly] }
}

const isOutside = (value: Json | undefined, { range }: OutputFacts): boolean =>
  typeof value === 'number' &&
  (value < (range?.minimum ?? Number.NEGATIVE_INFINITY) ||
    value > (range?.maximum ?? Number.POSITIVE_INFINITY))

/** The scalars that a value is made of. */
function leavesOf(place: Omit<LeafPlace, 'path'>): Omit<LeafPlace, 'path'>[] {
  const { shape } = place
  if (shape.type === 'array') return leavesOf({ ...place, shape: itemsOf(shape) })
  if (shape.type !== 'object') return [place]
  const none = { options: undefined, range: undefined }
  return Object.entries(shape.properties ?? {}).flatMap(([name, own]) =>
    leavesOf({ name, shape: own, facts: none, examples: [] }),
  )
}

/** Output of the tool's shape, as {@link makeUp} makes it. */
export const madeUpOutput = (
  args: JsonObject,
  tool: ToolSpec,
  world: World,
  context: MadeUpContext,
): JsonObject => makeUp(args, tool, world, context).output

/** Whether a drawn record's value under this name is more than its type. */
const isToldByName = ({ name, ...shape }: Output): boolean =>
  isTelling(asField(shape), name) || (shape.type === 'array' && isTelling(asField(itemsOf(shape)), name))

const asField = ({ type, format, enum: options }: SpecShape): JsonObject => ({
  type,
  ...(format === undefined ? {} : { format }),
  ...(options === undefined ? {} : { enum: options }),
})

/**
 * The outputs of a call of which only the form can be judged: nothing of the specification, the arguments or the state
 * says what they may be.
 *
 * @param output What came back
 * @param isDrawn Whether the records that the tool shows are drawn, and not of a state that was given
 */
export function formOnlyOutputs(
  args: JsonObject,
  output: JsonObject,
  tool: ToolSpec,
  isDrawn: boolean,
): string[] {
  const shown = tool.outputs.filter(({ name }) => tool.handler?.outputs.some(({ output }) => output === name))
  const settled = Object.fromEntries(shown.map(({ name, type }) => [name, type === 'array' ? [] : 0]))
  const { formOnly } = makeUp(args, tool, new World(), { known: [], settled })
  const ids = (name: string): boolean => idNameOf(name) !== undefined
  const untold = isDrawn ? shown.filter((output) => !ids(output.name) && !isToldByName(output)) : []
  const isEcho = ({ name }: Output): boolean => Object.hasOwn(args, name)
  const names = [...formOnly, ...untold.filter((one) => !isEcho(one)).map(({ name }) => name)]
  // An empty list says that there is nothing, in any words.
  return names.filter((name) => !(Array.isArray(output[name]) && output[name].length === 0))
}
