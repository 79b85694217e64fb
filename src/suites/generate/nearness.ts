import type { Simulator } from '../../tools/define-simulator.ts'
import type { Registry } from '../../tools/registry.ts'
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
  for (const own of features.values())
    for (const feature of own) tools.set(feature, (tools.get(feature) ?? 0) + 1)
  return new Map(
    [...features].map(([name, own]) => [
      name,
      new Map([...own].map((feature) => [feature, Math.log(features.size / (tools.get(feature) ?? 1))])),
    ]),
  )
}

const norm = (weights: Weights): number => Math.hypot(...weights.values())

function cosine(a: Weights, b: Weights): number {
  let product = 0
  for (const [feature, weight] of a) product += weight * (b.get(feature) ?? 0)
  return product / (norm(a) * norm(b) || 1)
}

const nearnessOf = new WeakMap<Registry, (a: string, b: string) => number>()

/** How alike two tools of a registry are in what they say of themselves, from 0 to 1. */
function nearnessIn(registry: Registry): (a: string, b: string) => number {
  const known = nearnessOf.get(registry)
  if (known !== undefined) return known
  const profiles = profilesOf(registry)
  const rows = new Map<string, Map<string, number>>()
  const rowOf = (name: string): Map<string, number> => {
    const row = rows.get(name) ?? new Map<string, number>()
    rows.set(name, row)
    return row
  }
  const nearness = (a: string, b: string): number => {
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
  nearnessOf.set(registry, nearness)
  return nearness
}

/** Candidates in order of how near they come to any of some tools, nearest first; by name where two come as near. */
export function nearestTools(
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
