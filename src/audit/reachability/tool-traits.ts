import type { JsonObject } from '../../shared/json.ts'
import { stableJson } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { executeTool } from '../../simulators/execute.ts'
import { typeOfSchema } from './matching.ts'
import { sampleArguments } from './sample-arguments.ts'
import { signatureOf } from './signature.ts'
import { skewedWorld } from './skewed-world.ts'
import { WatchedWorld } from './watched-world.ts'

/** What matters of a tool beyond its schemas. More may be learnt with every call. */
export interface ToolTraits {
  /** Secrets of the world that its results can depend on; undefined where no call has shown any result. */
  secrets: Set<string> | undefined
  /** Stores of the world that it reads or changes. */
  stores: Set<string>
  /** Properties of its results that only say back what a parameter was given. */
  echoes: ReadonlySet<string>
  /** By property of its results the secrets that it depends on in whichever call. */
  always: ReadonlyMap<string, ReadonlySet<string>>
}

/** What one call on the side shows. */
interface Probe {
  secrets: ReadonlySet<string>
  stores: ReadonlySet<string>
  /** By property: whether it is an echo, and the secrets that it depends on; undefined where the call was refused. */
  properties: ReadonlyMap<string, { echo: boolean; secrets: ReadonlySet<string> }> | undefined
}

/** Outputs that may be echoes by their names: that of a parameter, or `message_preview`, or `original_value`. */
const mayEcho = (output: string, parameter: string): boolean =>
  [parameter, `${parameter}_preview`, `original_${parameter}`].includes(output)

function isEcho(tool: Simulator, name: string, args: JsonObject, output: JsonObject): boolean {
  const { parameters, outputs } = signatureOf(tool)
  const type = outputs.find(({ property }) => property === name)?.type
  return parameters.some(
    ({ name: parameter, schema }) =>
      mayEcho(name, parameter) &&
      typeOfSchema(schema) === type &&
      // Of what was left out there is nothing to say back.
      (parameter in args ? args[parameter] === output[name] : output[name] === null || output[name] === ''),
  )
}

const SEED = 1

function probe(tool: Simulator, args: JsonObject): Probe {
  const [result, { secrets, stores }] = new WatchedWorld(SEED).watch((world) =>
    executeTool(tool, args, world),
  )
  if (!result.ok) return { secrets, stores, properties: undefined }
  const elsewhere = [...secrets].map((secret) => ({
    secret,
    result: executeTool(
      tool,
      args,
      skewedWorld(SEED, (other) => other === secret),
    ),
  }))
  const properties = Object.entries(result.output).map(([name, value]) => {
    const others = elsewhere.filter(
      ({ result: other }) => !other.ok || stableJson(other.output[name]) !== stableJson(value),
    )
    const depends = new Set(others.map(({ secret }) => secret))
    return [name, { echo: isEcho(tool, name, args, result.output), secrets: depends }] as const
  })
  return { secrets, stores, properties: new Map(properties) }
}

const ROUNDS = 4
/** Successful calls on the side that have to agree before a property counts as one that always depends on a secret. */
const AGREEING = 2

const madeUp = new WeakMap<Simulator, Probe[]>()

/** Tells the traits of a tool by calls on the side: with made-up arguments, and with given ones. */
export function toolTraitsOf(tool: Simulator, samples: readonly JsonObject[]): ToolTraits {
  let own = madeUp.get(tool)
  if (own === undefined) {
    const { parameters } = signatureOf(tool)
    own = Array.from({ length: ROUNDS }, (_, round) => probe(tool, sampleArguments(parameters, round)))
    madeUp.set(tool, own)
  }
  const probes = [...own, ...samples.map((args) => probe(tool, args))]
  const shown = probes.flatMap(({ properties }) => properties ?? [])
  const names = [...new Set(shown.flatMap((properties) => [...properties.keys()]))]
  const known = shown.length > 0 || tool.run.length === 1
  return {
    secrets: known ? new Set(probes.flatMap(({ secrets }) => [...secrets])) : undefined,
    stores: new Set(probes.flatMap(({ stores }) => [...stores])),
    echoes: new Set(
      names.filter((name) => shown.every((properties) => properties.get(name)?.echo !== false)),
    ),
    always: new Map(shown.length < AGREEING ? [] : names.map((name) => [name, inAll(name, shown)])),
  }
}

function inAll(name: string, shown: readonly NonNullable<Probe['properties']>[]): Set<string> {
  const sets = shown.flatMap((properties) => properties.get(name)?.secrets ?? [])
  const [first = new Set<string>(), ...rest] = sets
  return new Set([...first].filter((secret) => rest.every((other) => other.has(secret))))
}
