import type { Pattern } from '../pattern.ts'
import { drawGraph } from './draw-graph.ts'
import type { Ground } from './ground.ts'
import { checkedShape, type Shape } from './shape.ts'

/** Attempts at a graph within one draw of a pattern. */
const ATTEMPTS = 8
/** The same where the tool at the end is given. */
const ENDING_ATTEMPTS = 4

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

/** Patterns of a level that end in an answer: so many that a tool that writes ends a quarter of the tasks at most. */
const ANSWERED_PATTERNS = 3

/**
 * Patterns of a level over the tools of one API, one for each tool that can write at the end, and some that end in an
 * answer. They have their turns one after the other, so that endings are spread and every write is reached.
 */
export function patternsByEnding(
  ground: Ground,
  { level, name, shapes }: Pick<Pattern, 'level' | 'name'> & { shapes: readonly Shape[] },
): Pattern[] {
  const pattern = (key: string, ending: string | undefined): Pattern => ({
    key: `${level}_${key}`,
    name,
    level,
    tools: ground.readers,
    draw(rng) {
      for (let attempt = 0; attempt < ENDING_ATTEMPTS; attempt++) {
        const shape = checkedShape(rng.pick(shapes))
        const isAnswered = ending === undefined
        const depth = level === 'L2_parallel' && isAnswered ? 1 : shape.depth
        const draft = drawGraph(ground, { ...shape, depth }, isAnswered ? 'answer' : 'write', rng, ending)
        if (draft !== undefined) return draft
      }
      return undefined
    },
  })
  return [
    ...ground.endings.map((tool) => pattern(`ends_in_${tool}`, tool)),
    ...Array.from({ length: ANSWERED_PATTERNS }, (_, i) => pattern(`answer_${i + 1}`, undefined)),
  ]
}
