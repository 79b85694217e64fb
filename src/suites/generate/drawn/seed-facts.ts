import { isEntityId, type SemanticType } from '../../../schema/semantic.ts'
import { entropyBitsOf, MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import type { LeafSchema } from '../../../scoring/equality.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import { executeTool } from '../../../tools/execute.ts'
import type { Registry } from '../../../tools/registry.ts'
import type { World } from '../../../tools/world/world.ts'
import { canFlow } from '../graph/can-flow.ts'
import type { Port } from '../graph/ports.ts'
import type { ToolGraph } from '../graph/tool-graph.ts'
import { slotsOf } from '../phrasebook/clause.ts'

/** The shape of a drawn graph of calls. */
export interface Shape {
  /** Calls on the longest path, the last one included; at least 2. */
  depth: number
  /** Calls side by side at most, in any layer; at least 1. */
  width: number
  /** Earlier calls that one call takes values from at most; at least 1. */
  fanIn: number
}

/** An output that can be passed on, as requests speak of it. */
export interface Output {
  at: string
  name: string
  port: Port
}

export interface Input {
  tool: string
  parameter: string
  port: Port
}

/** What graphs of calls are drawn over: tools, what can flow between them, and how requests speak of them. */
export interface SeedFacts {
  phrasesOf(tool: string): Phrases
  /** The result of a call; undefined where the arguments are none or the tool refuses. */
  execute(tool: string, args: Json | undefined, world: World): JsonObject | undefined
  /** Reading tools with outputs that requests can speak of. */
  readers: readonly string[]
  outputsOf(tool: string): readonly Output[]
  inputsOf(tool: string): readonly Input[]
  takers(output: Output): readonly Input[]
  /** Free texts of writing tools: a graph can end in one that carries what was found. */
  carriers: readonly Input[]
  /** Ids that writing tools take: a graph can end in a change of what was found. */
  changers: readonly Input[]
  /** Inputs that take several numbers whose order does not matter. */
  gatherers: readonly Pick<Input, 'tool' | 'parameter'>[]
}

const GATHERERS = [
  { tool: 'min_max', parameter: 'numbers' },
  { tool: 'standard_deviation', parameter: 'values' },
  { tool: 'statistical_analysis', parameter: 'numbers' },
]

/** Whether values of a schema carry less than 10 bits: one of few, a truth value, a count. */
const isPoor = (schema: JsonObject): boolean =>
  schema.enum !== undefined ||
  schema.type === 'boolean' ||
  (schema.type === 'integer' && entropyBitsOf(schema as LeafSchema, 1) < MIN_ENTROPY_BITS)

/** Whether every way to ask for a call says what is in a parameter, which may be anything. */
const isSpoken = ({ asks, ownValues }: Phrases, { at }: Port): boolean => {
  const parameter = at.slice(1)
  return (
    ownValues?.includes(parameter) !== true &&
    asks.every((ask) => slotsOf(ask).some(({ name }) => name === parameter))
  )
}

export function seedFactsOf(
  graph: ToolGraph,
  phrasebook: ReadonlyMap<string, Phrases>,
  registry: Registry,
): SeedFacts {
  const outputs = new Map<string, Output[]>()
  const inputs = new Map<string, Input[]>()
  for (const [tool, phrases] of phrasebook) {
    outputs.set(
      tool,
      Object.entries(phrases.outputs).flatMap(([at, name]) => {
        const port = graph.outputAt(tool, at)
        return port === undefined || isPoor(port.schema) ? [] : [{ at, name, port }]
      }),
    )
    inputs.set(
      tool,
      graph
        .inputsOf(tool)
        .filter((port) => isSpoken(phrases, port))
        .map((port) => ({ tool, parameter: port.at.slice(1), port })),
    )
  }
  const isRead = (tool: string): boolean => graph.tools.get(tool)?.effect === 'read'
  const names = [...phrasebook.keys()]
  const readers = names.filter((tool) => isRead(tool) && (outputs.get(tool)?.length ?? 0) > 0)
  const writtenInputs = (isMeant: (type: SemanticType) => boolean): Input[] =>
    names
      .filter((tool) => !isRead(tool))
      .flatMap((tool) => inputs.get(tool)?.filter(({ port }) => isMeant(port.type)) ?? [])
  const carriers = writtenInputs((type) => type === 'text')
  const changers = writtenInputs(isEntityId)
  const takers = new Map<Port, Input[]>()
  return {
    phrasesOf: (tool) => phrasebook.get(tool) as Phrases,
    execute(tool, args, world) {
      const simulator = registry.get(tool)
      const result =
        simulator === undefined || args === undefined ? undefined : executeTool(simulator, args, world)
      return result?.ok && isObject(result.output) ? result.output : undefined
    },
    readers,
    outputsOf: (tool) => outputs.get(tool) ?? [],
    inputsOf: (tool) => inputs.get(tool) ?? [],
    takers({ port }) {
      let found = takers.get(port)
      if (found === undefined) {
        found = readers.flatMap(
          (tool) => inputs.get(tool)?.filter((input) => canFlow(port, input.port)) ?? [],
        )
        takers.set(port, found)
      }
      return found
    },
    carriers,
    changers,
    gatherers: GATHERERS.filter(({ tool }) => readers.includes(tool)),
  }
}
