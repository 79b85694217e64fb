import { SEMANTIC_KEY } from '../../schema/semantic.ts'
import { CAPABILITIES } from '../../schema/tool.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { memoizeByObject } from '../../shared/memoize.ts'
import type { Rng } from '../../shared/rng.ts'
import { traits } from '../../tools/builtin/traits.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import type { Registry } from '../../tools/registry.ts'
import { COMPUTABLE } from '../audit/rules/unique.ts'

type Weights = ReadonlyMap<string, number>

const STEM = 5

/** Words of a name and a description, cut to a stem so that "converted" meets "convert". */
const listWordStems = ({ name, description }: Simulator): string[] =>
  (`${name} ${description}`.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.slice(0, STEM))

/** The schemas in a schema that say what their values mean. */
function listMeaningfulSchemas(schema: JsonObject): JsonObject[] {
  const within = [
    ...Object.values(isObject(schema.properties) ? schema.properties : {}),
    schema.items ?? null,
  ]
  const inner = within.filter(isObject).flatMap(listMeaningfulSchemas)
  return schema[SEMANTIC_KEY] === undefined ? inner : [schema, ...inner]
}

const listMeanings = ({ inputSchema, outputSchema }: Simulator): string[] =>
  [inputSchema, outputSchema]
    .flatMap((schema) => listMeaningfulSchemas(schema as JsonObject))
    .map((schema) => `type ${schema[SEMANTIC_KEY]}`)

/** What each tool is about, each feature weighted by how rare it is among the tools (tf-idf). */
function buildProfiles(registry: Registry): ReadonlyMap<string, Weights> {
  const features = new Map(
    [...registry.values()].map((tool) => [
      tool.name,
      new Set([
        ...listWordStems(tool),
        ...listMeanings(tool),
        `category ${tool.category}`,
        `does ${tool.capability}`,
      ]),
    ]),
  )
  const tools = new Map<string, number>()
  for (const toolFeatures of features.values())
    for (const feature of toolFeatures) tools.set(feature, (tools.get(feature) ?? 0) + 1)
  return new Map(
    [...features].map(([name, toolFeatures]) => [
      name,
      new Map(
        [...toolFeatures].map((feature) => [feature, Math.log(features.size / (tools.get(feature) ?? 1))]),
      ),
    ]),
  )
}

const computeNorm = (weights: Weights): number => Math.hypot(...weights.values())

function computeProduct(a: Weights, b: Weights): number {
  let product = 0
  for (const [feature, weight] of a) product += weight * (b.get(feature) ?? 0)
  return product
}

/** How near each tool comes to a tool of a registry, from 0 to 1: the cosine of what both are about. */
const createNearness = memoizeByObject((registry: Registry) => {
  const profiles = buildProfiles(registry)
  const norms = new Map([...profiles].map(([name, weights]) => [name, computeNorm(weights)]))
  const known = new Map<string, ReadonlyMap<string, number>>()
  const computeNearnessTo = (name: string): ReadonlyMap<string, number> => {
    const [weights, norm] = [profiles.get(name) ?? new Map(), norms.get(name) ?? 0]
    return new Map(
      [...profiles].map(([other, otherWeights]) => [
        other,
        computeProduct(weights, otherWeights) / (norm * (norms.get(other) ?? 0) || 1),
      ]),
    )
  }
  return (name: string): ReadonlyMap<string, number> => {
    const nearness = known.get(name) ?? computeNearnessTo(name)
    known.set(name, nearness)
    return nearness
  }
})

/** Candidates in order of how near they come to any of some tools, nearest first; by name where two come as near. */
function rankNearestTools(
  tools: readonly Simulator[],
  candidates: readonly Simulator[],
  registry: Registry,
): Simulator[] {
  const readNearness = createNearness(registry)
  const nearness = tools.map(({ name }) => readNearness(name))
  return candidates
    .map((candidate) => ({
      candidate,
      near: Math.max(0, ...nearness.map((toOthers) => toOthers.get(candidate.name) ?? 0)),
    }))
    .sort((a, b) => b.near - a.near || (a.candidate.name < b.candidate.name ? -1 : 1))
    .map(({ candidate }) => candidate)
}

const known: ReadonlySet<string> = new Set(CAPABILITIES)
/** What tools of one's own are said to bring about shows in all that share it. */
const isOwn = (capability: string): boolean => !known.has(capability)

/**
 * Tools that could stand in for a needed one, or for what the agent is to work out by itself: by a purpose that they
 * share, or because both write and share a capability.
 *
 * @param workedOut Tools that could do what the agent is to work out by itself.
 */
function findStandIns(
  needed: ReadonlySet<string>,
  tools: readonly Simulator[],
  workedOut: readonly string[],
  registry: Registry,
): ReadonlySet<string> {
  const found = new Set(workedOut)
  const purposes = new Set([...needed, ...workedOut].flatMap((name) => traits.get(name)?.purposes ?? []))
  const computable = workedOut.length > 0 || tools.some(({ capability }) => COMPUTABLE.has(capability))
  for (const [name, trait] of traits) {
    if (trait.purposes.some((purpose) => purposes.has(purpose)) || (trait.general && computable)) {
      found.add(name)
    }
  }
  for (const { name, capability, effect } of registry.values()) {
    const competes = tools.some(
      (tool) =>
        tool.capability === capability && (tool.effect !== 'read' || effect !== 'read' || isOwn(capability)),
    )
    if (competes) found.add(name)
  }
  return found
}

/** How many tools to offer beside the needed ones: a number, or `all` for the whole catalogue, stand-ins included. */
export type Distractors = number | 'all'

/** As many as the published tasks have, at every level. */
export const DEFAULT_DISTRACTORS = 3

/** How many more of the nearest tools each further distractor may come from. */
const CHOICE = 3

/**
 * Whether a tool takes several open values of one type. What an agent could learn from it by trying every pair of
 * values it knows cannot be told in reasonable time, so that it may help.
 */
const isOpenEnded = memoizeByObject((tool: Simulator): boolean => {
  const types = listMeaningfulSchemas(tool.inputSchema as JsonObject)
    .filter((schema) => schema.enum === undefined)
    .map((schema) => schema[SEMANTIC_KEY])
    .filter((type) => type !== 'limit' && type !== 'enum')
  return new Set(types).size < types.length
})

/**
 * Tools to offer beside the needed ones, near in meaning to them and no help. None can stand in for a needed tool or
 * for one that could do what the agent is to work out by itself. Fewer are the first of more: each is drawn from a
 * choice that depends on its place alone.
 *
 * @param workedOut Tools that could do what the agent is to work out by itself.
 */
export function drawDistractors(
  needed: ReadonlySet<string>,
  workedOut: readonly string[],
  registry: Registry,
  count: Distractors,
  rng: Rng,
): string[] {
  const others = [...registry.values()].filter(({ name }) => !needed.has(name))
  if (count === 'all') return others.map(({ name }) => name)
  const tools = [...needed].map((name) => registry.get(name)).filter((tool) => tool !== undefined)
  const taboo = findStandIns(needed, tools, workedOut, registry)
  const candidates = others.filter((tool) => !taboo.has(tool.name) && !isOpenEnded(tool))
  const left = rankNearestTools(tools, candidates, registry).map(({ name }) => name)
  const drawn: string[] = []
  while (drawn.length < count && left.length > 0) {
    // What was drawn is gone from the list, so the choice reaches this many tools further.
    const at = rng.int(0, Math.min(CHOICE * (drawn.length + 1) - drawn.length, left.length) - 1)
    drawn.push(...left.splice(at, 1))
  }
  return drawn
}
