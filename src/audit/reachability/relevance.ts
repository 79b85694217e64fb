import type { Json } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { childrenOf } from './equal.ts'
import { jsonTypesOf, NUMERIC, OPEN } from './matching.ts'
import { signatureOf, type ToolOutput, type ToolParameter } from './signature.ts'
import type { ToolTraits } from './tool-traits.ts'

const LETTERLESS = /^[^\p{L}]*\d[^\p{L}]*$/u

/** Whether a value could stand at a place of a tool's results, by its JSON type and meaning. */
function couldStand(value: Json, types: ReadonlySet<string>, { schema, type, open }: ToolOutput): boolean {
  if (open) return true
  if (schema.enum !== undefined) return schema.enum.includes(value)
  const jsonTypes = jsonTypesOf(schema)
  const isText = jsonTypes.includes('string') && (OPEN.includes(type) || types.has(type) || types.size === 0)
  if (typeof value === 'number') {
    if (jsonTypes.includes('number')) return true
    if (jsonTypes.includes('integer')) return Number.isInteger(value)
    return isText || (jsonTypes.includes('string') && NUMERIC.includes(type))
  }
  if (typeof value === 'boolean') return jsonTypes.includes('boolean') || isText
  if (typeof value === 'string') {
    if (isText) return true
    const isFigure = LETTERLESS.test(value)
    return isFigure && (jsonTypes.includes('number') || jsonTypes.includes('integer'))
  }
  if (value === null) return false
  return isText || jsonTypes.includes(Array.isArray(value) ? 'array' : 'object')
}

/** The outputs of a tool that tell something: no echoes, and nothing that always depends on another secret. */
function tellingOutputs(
  tool: Simulator,
  { toolTraits, secrets }: Pick<RelevanceInput, 'toolTraits' | 'secrets'>,
): ToolOutput[] {
  const { echoes, always } = toolTraits.get(tool.name) ?? {}
  return signatureOf(tool).outputs.filter(
    ({ property }) =>
      echoes?.has(property) !== true &&
      [...(always?.get(property) ?? [])].every((secret) => secrets.has(secret)),
  )
}

/** Whether a sought value, or a part of it, could stand at one of some places. */
function couldBeAmong(outputs: readonly ToolOutput[], value: Json, types: ReadonlySet<string>): boolean {
  return (
    outputs.some((output) => couldStand(value, types, output)) ||
    childrenOf(value).some((item) => couldBeAmong(outputs, item, types))
  )
}

/** Tools of which a call could give one of some values, or a part of it. */
export const giversOf = (
  tools: readonly Simulator[],
  values: readonly Json[],
  types: ReadonlySet<string>,
  setting: Pick<RelevanceInput, 'toolTraits' | 'secrets'>,
): Set<string> => {
  const could = (tool: Simulator): boolean => {
    const outputs = tellingOutputs(tool, setting)
    return values.some((value) => couldBeAmong(outputs, value, types))
  }
  return new Set(tools.filter(could).map(({ name }) => name))
}

/** What a round of calls has to know of a tool. */
export interface Relevance {
  /** Rounds after a call of the tool until its result can have led to a goal; infinite where it cannot. */
  distance: number
  /** The same where the call rests on nothing of the secret that is asked for. */
  idleDistance: number
}

export interface RelevanceInput {
  tools: readonly Simulator[]
  toolTraits: ReadonlyMap<string, ToolTraits>
  /** Tools of which a call could be what is sought. */
  direct: ReadonlySet<string>
  /** The secrets that what is sought depends on. */
  secrets: ReadonlySet<string>
  /** Tools whose results can tell of the secret that what is sought depends on; all of them where there is none. */
  telling: ReadonlySet<string>
  /** Types that results of a tool can be used as, beside what its schema declares. */
  usedAs: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether a value that a parameter takes is known from the start. */
  isGiven(parameter: ToolParameter): boolean
}

const LEAST: Relevance = { distance: Number.POSITIVE_INFINITY, idleDistance: Number.POSITIVE_INFINITY }

/** How far every tool is from the goals. Tools that cannot be called for want of arguments are left out. */
export function relevanceOf(setting: RelevanceInput): Map<string, Relevance> {
  const { direct, telling } = setting
  const tools = callable(setting)
  const flows = flowsBetween(tools, setting)
  const touched = tellingTools(flows, telling)
  const relevance = new Map(tools.map(({ name }) => [name, { ...LEAST }]))
  for (let changed = true; changed; ) {
    changed = false
    for (const { name } of tools) {
      const own = relevance.get(name) as Relevance
      let distance = direct.has(name) ? 0 : own.distance
      let idle = own.idleDistance
      for (const flow of flows.get(name) ?? []) {
        const next = relevance.get(flow.to) as Relevance
        distance = Math.min(distance, next.distance + 1)
        const canTell = telling.has(flow.to) || flow.mixes || tellsBeside(flow, flows, touched)
        idle = Math.min(idle, 1 + (canTell ? next.distance : next.idleDistance))
      }
      if (telling.has(name)) idle = distance
      if (distance !== own.distance || idle !== own.idleDistance) {
        relevance.set(name, { distance, idleDistance: idle })
        changed = true
      }
    }
  }
  return relevance
}

/** From one tool to another: into a parameter, or by way of a store. */
interface Flow {
  to: string
  into: string | undefined
  /** Whether what flows may be put together with values of other tools on the way. */
  mixes: boolean
}

const NO_TYPES: ReadonlySet<string> = new Set()
const PLAIN = ['number', 'text', 'json', 'numbers', 'texts', 'records']

/** The types that each tool gives, by what that was asked for. */
const given = new WeakMap<RelevanceInput, Map<Simulator, ReadonlySet<string>>>()

function typesOut(tool: Simulator, setting: RelevanceInput): ReadonlySet<string> {
  const own = given.get(setting) ?? new Map<Simulator, ReadonlySet<string>>()
  given.set(setting, own)
  const types = own.get(tool) ?? typesGiven(tool, setting)
  own.set(tool, types)
  return types
}

function typesGiven(tool: Simulator, setting: RelevanceInput): Set<string> {
  const types = new Set<string>()
  for (const { type, open } of tellingOutputs(tool, setting)) {
    types.add(type)
    if (open) for (const plain of PLAIN) types.add(plain)
  }
  return types
}

const feeds = (types: ReadonlySet<string>, { takes, closed }: ToolParameter): boolean =>
  !closed && takes.some((type) => types.has(type))

/** The tools that can be called, whichever the others give. */
function callable(setting: RelevanceInput): Simulator[] {
  const open = new Set<Simulator>()
  const has = (parameter: ToolParameter): boolean =>
    setting.isGiven(parameter) ||
    [...open].some(
      (tool) =>
        feeds(typesOut(tool, setting), parameter) ||
        feeds(setting.usedAs.get(tool.name) ?? NO_TYPES, parameter),
    )
  for (let size = -1; size !== open.size; ) {
    size = open.size
    for (const tool of setting.tools) {
      const required = signatureOf(tool).parameters.filter((parameter) => parameter.required)
      if (required.every(has)) open.add(tool)
    }
  }
  return setting.tools.filter((tool) => open.has(tool))
}

function flowsBetween(tools: readonly Simulator[], setting: RelevanceInput): Map<string, Flow[]> {
  const storesOf = (tool: Simulator) => setting.toolTraits.get(tool.name)?.stores ?? new Set<string>()
  return new Map(
    tools.map((tool) => {
      const declared = typesOut(tool, setting)
      const used = setting.usedAs.get(tool.name) ?? NO_TYPES
      const flows = tools.flatMap((to): Flow[] => {
        const parameters = signatureOf(to).parameters.flatMap((parameter): Flow[] => {
          const mixes = feeds(used, parameter)
          return mixes || feeds(declared, parameter) ? [{ to: to.name, into: parameter.name, mixes }] : []
        })
        const viaStore =
          tool.effect !== 'read' && [...storesOf(tool)].some((store) => storesOf(to).has(store))
        return [...parameters, ...(viaStore ? [{ to: to.name, into: undefined, mixes: true }] : [])]
      })
      return [tool.name, flows]
    }),
  )
}

/** The tools of which some call can rest on the secret. */
function tellingTools(
  flows: ReadonlyMap<string, readonly Flow[]>,
  telling: ReadonlySet<string>,
): Set<string> {
  const touched = new Set([...telling].filter((name) => flows.has(name)))
  for (const name of touched) for (const { to } of flows.get(name) ?? []) touched.add(to)
  return touched
}

/** Whether a tool can take what rests on the secret elsewhere than where a flow goes. */
const tellsBeside = (
  { to, into }: Flow,
  flows: ReadonlyMap<string, readonly Flow[]>,
  touched: ReadonlySet<string>,
): boolean =>
  [...touched].some((name) =>
    (flows.get(name) ?? []).some(
      (other) => other.to === to && other.into !== undefined && other.into !== into,
    ),
  )
