import type { Json, JsonObject } from '../../../shared/json.ts'
import type { World } from '../../../world/world.ts'
import type { SpecShape, ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { RecordedCall } from '../../toolkit/toolkit.ts'
import { saidArguments } from '../arguments.ts'
import { effectOf } from '../infer-effect.ts'
import { wireName } from '../wire-name.ts'
import { Bits } from './bits.ts'
import { factsOf } from './facts.ts'
import { type LeafPlace, leafOf } from './leaf.ts'
import { countedBy, echoOf, idsOf, type LinkedCall, pairedWith } from './links.ts'

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
const examplesOf = (name: string, tool: ToolSpec, known: readonly RecordedCall[]): string[] =>
  known
    .filter((call) => call.tool === tool.id || call.tool === tool.name)
    .flatMap(({ output }) => output[name] ?? [])
    .filter((value) => typeof value === 'string')

/**
 * Output of the tool's shape, made up: a function of the world's seed, the tool, the arguments and, for writes, the
 * number of equal ones before. What its names say is kept to: an input that is repeated, a list with an item for each
 * of an input, a number that counts a list, options, ranges, moments before or after the world's present.
 */
export function madeUp(
  args: JsonObject,
  tool: ToolSpec,
  world: World,
  known: readonly RecordedCall[],
): JsonObject {
  const wire = wireName(tool.name)
  const repeats = effectOf(tool) === 'write' ? world.equalWrites(wire, args) : 0
  const said = saidArguments(args, tool)
  const bits = new Bits(
    world.draw('synthetic', wire, said, ...(repeats > 0 ? [repeats] : [])),
    world.clock.now,
  )
  const call: LinkedCall = { args, tool }
  const usual = bits.pick('length of lists', LENGTHS)

  const made = (output: Output): Json => {
    const echo = echoOf(output, call) ?? idsOf(output, call)
    if (echo !== undefined) return echo
    const length = output.type === 'array' ? (pairedWith(output, call)?.length ?? usual) : usual
    const { name, ...shape } = output
    const place = {
      path: name,
      name,
      shape,
      facts: factsOf(tool, name),
      examples: examplesOf(name, tool, known),
    }
    return valueAt(place, length, bits)
  }

  const lists = tool.outputs.filter(({ type }) => type === 'array')
  const outputs: JsonObject = Object.fromEntries(lists.map((output) => [output.name, made(output)]))
  return Object.fromEntries(
    tool.outputs.map((output) => {
      const counted = output.type === 'integer' ? countedBy(output, outputs, call) : undefined
      return [output.name, counted?.length ?? outputs[output.name] ?? made(output)]
    }),
  )
}
