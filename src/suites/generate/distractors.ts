import { CAPABILITIES } from '../../schema/tool.ts'
import { memoizeByObject } from '../../shared/memoize.ts'
import type { Rng } from '../../shared/rng.ts'
import { traits } from '../../tools/builtin/traits.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import type { Registry } from '../../tools/registry.ts'
import { COMPUTABLE } from '../audit/rules/unique.ts'
import { inputPorts, outputPorts } from './graph/ports.ts'

type Weights = ReadonlyMap<string, number>

const STEM = 5

/** Words of a name and a description, cut to a stem so that "converted" meets "convert". */
const wordsOf = ({ name, description }: Simulator): string[] =>
  (`${name} ${description}`.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.slice(0, STEM))

const meaningsOf = (tool: Simulator): string[] =>
  [...inputPorts(tool), ...outputPorts(tool)].map(({ type }) => `type ${type}`)

/** What a tool is about, each feature weighted by how rare it is among the tools (tf-idf). */
function profilesOf(registry: Registry): Map<string, Weights> {
  const features = new Map(
    [...registry.values()].map((tool) => [
      tool.name,
      new Set([
        ...wordsOf(tool),
        ...meaningsOf(tool),
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

const norm = (weights: Weights): number => Math.hypot(...weights.values())

function cosine(a: Weights, b: Weights): number {
  let product = 0
  for (const [feature, weight] of a) product += weight * (b.get(feature) ?? 0)
  return product / (norm(a) * norm(b) || 1)
}

/** How alike two tools of a registry are in what they say of themselves, from 0 to 1. */
const nearnessIn = memoizeByObject((registry: Registry) => {
  const profiles = profilesOf(registry)
  const rows = new Map<string, Map<string, number>>()
  const rowOf = (name: string): Map<string, number> => {
    const row = rows.get(name) ?? new Map<string, number>()
    rows.set(name, row)
    return row
  }
  return (a: string, b: string): number => {
    const row = rowOf(a)
    let value = row.get(b)
    if (value === undefined) {
      value = cosine(profiles.get(a) ?? new Map(), profiles.get(b) ?? new Map())
      row.set(b, value)
      // Sums of one pair may differ in their last digits by the order of the two: the first that is asked for counts.
      rowOf(b).set(a, value)
    }
    return value
  }
})

/** Candidates in order of how near they come to any of some tools, nearest first; by name where two come as near. */
function nearestTools(
  tools: readonly Simulator[],
  candidates: readonly Simulator[],
  registry: Registry,
): Simulator[] {
  const nearness = nearnessIn(registry)
  return candidates
    .map((candidate) => ({
      candidate,
      near: Math.max(0, ...tools.map((tool) => nearness(tool.name, candidate.name))),
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
function standInsFor(
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

/** How many of the nearest tools the distractors are drawn from, for each that is wanted. */
const CHOICE = 3

/**
 * Whether a tool takes several open values of one type. What an agent could learn from it by trying every pair of
 * values it knows cannot be told in reasonable time, so that it may help.
 */
const isOpenEnded = memoizeByObject((tool: Simulator): boolean => {
  const types = inputPorts(tool)
    .filter(({ type, schema }) => schema.enum === undefined && type !== 'limit' && type !== 'enum')
    .map(({ type }) => type)
  return new Set(types).size < types.length
})

/**
 * Tools to offer beside the needed ones, near in meaning to them and no help. None can stand in for a needed tool or
 * for one that could do what the agent is to work out by itself.
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
  const taboo = standInsFor(needed, tools, workedOut, registry)
  const candidates = others.filter((tool) => !taboo.has(tool.name) && !isOpenEnded(tool))
  const near = nearestTools(tools, candidates, registry).slice(0, CHOICE * count)
  return rng.sample(
    near.map(({ name }) => name),
    Math.min(count, near.length),
  )
}
