import { isEntityId, type SemanticType } from '../../../schema/semantic.ts'
import { entropyBitsOf, MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import type { LeafSchema } from '../../../scoring/equality.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import { type GraphRequest, graphRequests, thingRequests } from '../../../tools/content/requests.ts'
import { executeTool } from '../../../tools/execute.ts'
import type { Registry } from '../../../tools/registry.ts'
import type { World } from '../../../tools/world/world.ts'
import { canFlow } from '../graph/can-flow.ts'
import type { Port } from '../graph/ports.ts'
import type { ToolGraph } from '../graph/tool-graph.ts'
import { slotsOf } from '../phrasebook/clause.ts'

/** An output that can be passed on, as requests speak of it. */
export interface Output {
  at: string
  name: string
  /** The thing that it is the id of, where requests speak of things. */
  thing?: string
  type: SemanticType
  schema: JsonObject
  port: Port
}

/** A parameter that takes a value as a whole. */
export interface Input {
  tool: string
  parameter: string
  type: SemanticType
  port: Port
}

/** What graphs of calls are drawn over: tools, what can flow between them, and how requests speak of them. */
export interface Ground {
  phrasesOf(tool: string): Phrases
  /** The result of a call; undefined where the arguments are none or the tool refuses. */
  execute(tool: string, args: Json | undefined, world: World): JsonObject | undefined
  isRead(tool: string): boolean
  /** Reading tools with outputs that requests can speak of. */
  readers: readonly string[]
  outputsOf(tool: string): readonly Output[]
  inputsOf(tool: string): readonly Input[]
  /** Inputs of readers that take values of an output. */
  takers(output: Output): readonly Input[]
  /** Whether a person would go on from a result of one tool with another: things just made are not looked up. */
  leadsOn(giver: string, taker: string): boolean
  /** Free texts of writing tools: a graph can end in one that carries what was found. */
  carriers: readonly Input[]
  /** Ids that writing tools take: a graph can end in a change of what was found. */
  changers: readonly Input[]
  /** Tools that a graph can end in: those that write, and those that find what is asked for. */
  endings: readonly string[]
  /** Tools from which ids lead to an ending in this many steps. */
  toolsBefore(ending: string, steps: number): readonly string[]
  /**
   * Whether one of two tools is about the kind of thing of the other, or, where that will do, both lie within one; true
   * where their subjects are unknown.
   */
  areRelated(tool: string, other: string, byContainer: boolean): boolean
  /** Whether two tools find things that are called alike. */
  areConfused(tool: string, other: string): boolean
  /** Tools that are related to a tool and not confused with it, and the tool itself. */
  partnersOf(tool: string, byContainer: boolean): ReadonlySet<string>
  /** Ways to put graphs into words. */
  ways: readonly GraphRequest[]
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
const isSpoken = ({ asks, ownValues, things }: Phrases, { at, type }: Port): boolean => {
  const parameter = at.slice(1)
  return (
    ownValues?.includes(parameter) !== true &&
    (things === undefined || !isEntityId(type) || things.taken[parameter] !== undefined) &&
    asks.every((ask) => slotsOf(ask).some(({ name }) => name === parameter))
  )
}

/** Prepares a graph of tools and their phrases for drawing. */
export function groundOf(
  graph: ToolGraph,
  phrasebook: ReadonlyMap<string, Phrases>,
  registry: Registry,
): Ground {
  const outputs = new Map<string, Output[]>()
  const inputs = new Map<string, Input[]>()
  for (const [tool, phrases] of phrasebook) {
    outputs.set(
      tool,
      Object.entries(phrases.outputs).flatMap(([at, name]) => {
        const port = graph.outputAt(tool, at)
        const thing = phrases.things?.found[at]
        return port === undefined || isPoor(port.schema)
          ? []
          : [
              {
                at,
                name,
                type: port.type,
                schema: port.schema,
                port,
                ...(thing === undefined ? {} : { thing }),
              },
            ]
      }),
    )
    inputs.set(
      tool,
      graph
        .inputsOf(tool)
        .filter((port) => isSpoken(phrases, port))
        .map((port) => ({ tool, parameter: port.at.slice(1), type: port.type, port })),
    )
  }
  const isRead = (tool: string): boolean => graph.tools.get(tool)?.effect === 'read'
  const names = [...phrasebook.keys()]
  const readers = names.filter((tool) => isRead(tool) && (outputs.get(tool)?.length ?? 0) > 0)
  const isReader = new Set(readers)
  const writtenInputs = (isMeant: (type: SemanticType) => boolean): Input[] =>
    names
      .filter((tool) => !isRead(tool))
      .flatMap((tool) => inputs.get(tool)?.filter(({ type }) => isMeant(type)) ?? [])
  // Over imported tools nobody would write a text that holds numbers: only ids lead on.
  const ofThings = [...phrasebook.values()].every(({ things }) => things !== undefined)
  const carriers = ofThings ? [] : writtenInputs((type) => type === 'text')
  const changers = writtenInputs(isEntityId)
  const takingId = new Map<SemanticType, Set<string>>()
  for (const { tool, type } of [...inputs.values()].flat())
    if (isEntityId(type)) takingId.set(type, (takingId.get(type) ?? new Set()).add(tool))
  // What was just made has nothing yet that one would look up.
  const leadsOn = (giver: string, taker: string): boolean => !ofThings || isRead(giver) || !isRead(taker)
  const feeders = new Map<string, Set<string>>()
  // What is changed or deleted was known before.
  for (const name of names.filter((tool) => graph.tools.get(tool)?.effect !== 'idempotent-write'))
    for (const { type } of outputs.get(name) ?? [])
      for (const tool of takingId.get(type) ?? [])
        if (tool !== name && leadsOn(name, tool))
          feeders.set(tool, (feeders.get(tool) ?? new Set()).add(name))
  const known = new Map<string, readonly string[]>()
  const before = (ending: string, steps: number): readonly string[] => {
    if (steps === 0) return [ending]
    if (steps === 1) return [...(feeders.get(ending) ?? [])]
    const middle = toolsBefore(ending, steps - 1).filter((tool) => isReader.has(tool))
    return [...new Set(middle.flatMap((tool) => [...(feeders.get(tool) ?? [])]))]
  }
  const toolsBefore = (ending: string, steps: number): readonly string[] => {
    const key = `${steps} ${ending}`
    const found = known.get(key) ?? before(ending, steps)
    known.set(key, found)
    return found
  }
  const takers = new Map<Port, Input[]>()
  const areRelated = (tool: string, other: string, byContainer: boolean): boolean => {
    const { about } = phrasebook.get(tool)?.things ?? {}
    const { about: others } = phrasebook.get(other)?.things ?? {}
    if (about === undefined || others === undefined) return true
    const shared = about.filter((kind) => others.includes(kind))
    return byContainer ? shared.length > 0 : shared.some((kind) => kind === about[0] || kind === others[0])
  }
  const namesFound = new Map(
    [...phrasebook].map(([tool, { things }]) => [tool, new Set(Object.values(things?.found ?? {}))]),
  )
  const areConfused = (tool: string, other: string): boolean => {
    const found = namesFound.get(other)
    return [...(namesFound.get(tool) ?? [])].some((name) => found?.has(name))
  }
  const partners = new Map<string, ReadonlySet<string>>()
  return {
    phrasesOf: (tool) => phrasebook.get(tool) as Phrases,
    execute(tool, args, world) {
      const simulator = registry.get(tool)
      const result =
        simulator === undefined || args === undefined ? undefined : executeTool(simulator, args, world)
      return result?.ok && isObject(result.output) ? result.output : undefined
    },
    isRead,
    readers,
    outputsOf: (tool) => outputs.get(tool) ?? [],
    inputsOf: (tool) => inputs.get(tool) ?? [],
    takers({ port }) {
      let found = takers.get(port)
      if (found === undefined) {
        found = readers.flatMap(
          (tool) =>
            inputs.get(tool)?.filter((input) => leadsOn(port.tool, tool) && canFlow(port, input.port)) ?? [],
        )
        takers.set(port, found)
      }
      return found
    },
    leadsOn,
    carriers,
    changers,
    endings: [
      ...new Set([...readers, ...changers.map(({ tool }) => tool), ...carriers.map(({ tool }) => tool)]),
    ],
    toolsBefore,
    areRelated,
    areConfused,
    partnersOf(tool, byContainer) {
      const key = `${tool} ${byContainer}`
      const found =
        partners.get(key) ??
        new Set(
          names.filter(
            (other) => other === tool || (areRelated(other, tool, byContainer) && !areConfused(other, tool)),
          ),
        )
      partners.set(key, found)
      return found
    },
    ways: ofThings ? thingRequests : graphRequests,
    gatherers: GATHERERS.filter(({ tool }) => readers.includes(tool)),
  }
}
