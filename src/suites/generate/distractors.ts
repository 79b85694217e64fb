import type { Rng } from '../../shared/rng.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import type { Registry } from '../../tools/registry.ts'
import { inputPorts } from './graph/ports.ts'
import { nearestTools } from './nearness.ts'
import { standInsFor } from './stand-ins.ts'

/** How many tools to offer beside the needed ones: a number, or `all` for the whole catalogue, stand-ins included. */
export type Distractors = number | 'all'

/** As many as the published tasks have, at every level. */
export const DEFAULT_DISTRACTORS = 3

/** How many of the nearest tools the distractors are drawn from, for each that is wanted. */
const CHOICE = 3

const openEnded = new WeakMap<Simulator, boolean>()

/**
 * Whether a tool takes several open values of one type. What an agent could learn from it by trying every pair of
 * values it knows cannot be told in reasonable time, so that nobody could say that it is no help.
 */
function isOpenEnded(tool: Simulator): boolean {
  const known = openEnded.get(tool)
  if (known !== undefined) return known
  const types = inputPorts(tool)
    .filter(({ type, schema }) => schema.enum === undefined && type !== 'limit' && type !== 'enum')
    .map(({ type }) => type)
  const isOpen = new Set(types).size < types.length
  openEnded.set(tool, isOpen)
  return isOpen
}

/**
 * Tools to offer beside the needed ones, near in meaning to them and no help: none can stand in for a needed tool or
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
  const taboo = standInsFor(needed, workedOut, registry)
  const candidates = others.filter((tool) => !taboo.has(tool.name) && !isOpenEnded(tool))
  const tools = [...needed]
    .map((name) => registry.get(name))
    .filter((tool): tool is Simulator => tool !== undefined)
  const near = nearestTools(tools, candidates, registry).slice(0, CHOICE * count)
  return rng.sample(
    near.map(({ name }) => name),
    Math.min(count, near.length),
  )
}
