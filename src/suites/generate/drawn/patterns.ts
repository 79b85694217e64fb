import type { Pattern } from '../pattern.ts'
import { drawGraph } from './draw-graph.ts'
import type { Ground } from './ground.ts'
import { checkedShape, type Shape } from './shape.ts'

/** Attempts at a graph within one draw of a pattern. */
const ATTEMPTS = 8

/** A pattern whose tasks are graphs of one shape, drawn over the edges of a graph of tools. */
function drawnPattern(
  ground: Ground,
  { key, name, level, ...shape }: Pick<Pattern, 'key' | 'name' | 'level'> & Shape,
): Pattern {
  const checked = checkedShape(shape)
  return {
    key,
    name,
    level,
    tools: ground.readers,
    draw(rng) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const exit = rng.pick(['write', 'write', 'answer'] as const)
        // What calls side by side find is answered at once, with no call in between.
        const depth = level === 'L2_parallel' && exit === 'answer' ? 1 : checked.depth
        const draft = drawGraph(ground, { ...checked, depth }, exit, rng)
        if (draft !== undefined) return draft
      }
      return undefined
    },
  }
}

/** Chains of so many calls. */
export const drawnChain = (ground: Ground, depth: number): Pattern =>
  drawnPattern(ground, {
    key: `drawn_chain_${depth}`,
    name: 'drawn-chain',
    level: 'L1_chain',
    depth,
    width: 1,
    fanIn: 1,
  })

/** So many look-ups side by side that one step at the end brings together. */
export const drawnFanOut = (ground: Ground, width: number): Pattern =>
  drawnPattern(ground, {
    key: `drawn_fan_out_${width}`,
    name: 'drawn-fan-out',
    level: 'L2_parallel',
    depth: 2,
    width,
    fanIn: width,
  })

/** Graphs that branch and merge. */
export const drawnDag = (ground: Ground, { depth, width, fanIn }: Shape): Pattern =>
  drawnPattern(ground, {
    key: `drawn_dag_${depth}_${width}_${fanIn}`,
    name: 'drawn-dag',
    level: 'L3_dag',
    depth,
    width,
    fanIn,
  })
