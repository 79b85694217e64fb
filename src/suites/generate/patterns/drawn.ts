import type { Level } from '../../../schema/task.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import { drawGraph } from '../drawn/draw-graph.ts'
import type { Ground } from '../drawn/ground.ts'
import { checkedShape, type Shape } from '../drawn/shape.ts'
import type { Pattern } from '../pattern.ts'
import { singleCall } from '../phrasebook/single-call.ts'

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

/** Chains of this many calls. */
const drawnChain = (ground: Ground, depth: number): Pattern =>
  drawnPattern(ground, {
    key: `drawn_chain_${depth}`,
    name: 'drawn-chain',
    level: 'L1_chain',
    depth,
    width: 1,
    fanIn: 1,
  })

/** This many look-ups side by side that one step at the end brings together. */
const drawnFanOut = (ground: Ground, width: number): Pattern =>
  drawnPattern(ground, {
    key: `drawn_fan_out_${width}`,
    name: 'drawn-fan-out',
    level: 'L2_parallel',
    depth: 2,
    width,
    fanIn: width,
  })

/** Graphs that branch and merge. */
const drawnDag = (ground: Ground, { depth, width, fanIn }: Shape): Pattern =>
  drawnPattern(ground, {
    key: `drawn_dag_${depth}_${width}_${fanIn}`,
    name: 'drawn-dag',
    level: 'L3_dag',
    depth,
    width,
    fanIn,
  })

/**
 * Whether calls of a shape that end in a write can be of a level: some call has to join several, or they would be chains
 * side by side.
 */
function canJoin(ground: Ground, ending: string, level: Level, { depth, width }: Shape): boolean {
  if (level === 'L1_chain') return true
  const taken = ground.changers.filter(({ tool }) => tool === ending).length
  if (depth === 2) return taken >= width
  const between = Array.from({ length: depth - 2 }, (_, i) => ground.toolsBefore(ending, i + 1)).flat()
  return taken > 1 || between.some((tool) => ground.inputsOf(tool).length > 1)
}

/**
 * Patterns of a level over the tools of one API, one for each tool that can be at the end. They have their turns one
 * after the other, so that endings are spread and every write is reached.
 */
const patternsByEnding = (
  ground: Ground,
  { level, name, shapes }: Pick<Pattern, 'level' | 'name'> & { shapes: readonly Shape[] },
): Pattern[] =>
  ground.endings.flatMap((ending): Pattern[] => {
    const isRead = ground.readers.includes(ending)
    const usable = shapes
      // What calls side by side find is answered at once, with no call in between.
      .map((shape) => (level === 'L2_parallel' && isRead ? { ...shape, depth: 1 } : shape))
      .filter(({ depth }) => ground.toolsBefore(ending, depth - 1).length > 0)
      .filter((shape) => isRead || canJoin(ground, ending, level, shape))
    if (usable.length === 0) return []
    return [
      {
        key: `${level}_ends_in_${ending}`,
        name,
        level,
        tools: ground.readers,
        draw(rng) {
          for (let attempt = 0; attempt < ENDING_ATTEMPTS; attempt++) {
            const isLoose = level === 'L3_dag' && 2 * attempt >= ENDING_ATTEMPTS
            const shape: Shape = { ...rng.pick(usable), ...(isLoose ? { isLoose } : {}) }
            const draft = drawGraph(ground, shape, isRead ? 'answer' : 'write', rng, ending)
            if (draft !== undefined) return draft
          }
          return undefined
        },
      },
    ]
  })

export type PatternsByLevel = Readonly<Record<Level, readonly Pattern[]>>

/** Shapes of the graphs that are drawn: depths of chains, widths of fan-outs, and graphs that branch and merge. */
export interface Shapes {
  depths: readonly number[]
  widths: readonly number[]
  graphs: readonly Shape[]
}

export const USUAL_SHAPES: Shapes = {
  depths: [3, 4, 5],
  widths: [2, 3, 4],
  graphs: [
    { depth: 3, width: 2, fanIn: 2 },
    { depth: 4, width: 2, fanIn: 2 },
    { depth: 4, width: 3, fanIn: 3 },
    { depth: 5, width: 3, fanIn: 2 },
  ],
}
/** Over the tools of one API, whose things are few steps away from each other. */
export const SMALL_SHAPES: Shapes = {
  depths: [2, 3, 4],
  widths: [2, 3],
  graphs: [
    { depth: 3, width: 2, fanIn: 2 },
    { depth: 2, width: 2, fanIn: 2 },
    { depth: 3, width: 3, fanIn: 3 },
  ],
}

/** What can be drawn over any tools: one call of each, and graphs of several shapes. */
export const drawnPatterns = (
  ground: Ground,
  phrasebook: ReadonlyMap<string, Phrases>,
  { depths, widths, graphs }: Shapes,
): PatternsByLevel => ({
  L0_node: [...phrasebook.values()].map(singleCall),
  L1_chain: depths.map((depth) => drawnChain(ground, depth)),
  L2_parallel: widths.map((width) => drawnFanOut(ground, width)),
  L3_dag: graphs.map((shape) => drawnDag(ground, shape)),
})

/** Patterns that draw every composed task as a graph of one shape. */
export const patternsOfShape = (
  ground: Ground,
  phrasebook: ReadonlyMap<string, Phrases>,
  shape: Shape,
): PatternsByLevel => ({
  L0_node: [...phrasebook.values()].map(singleCall),
  L1_chain: [drawnChain(ground, shape.depth)],
  L2_parallel: [drawnFanOut(ground, shape.width)],
  L3_dag: [drawnDag(ground, shape)],
})

/** What is drawn over the tools of one API: one call of each, and composed tasks with their endings spread. */
export const spreadPatterns = (
  ground: Ground,
  phrasebook: ReadonlyMap<string, Phrases>,
  { depths, widths, graphs }: Shapes,
): PatternsByLevel => ({
  L0_node: [...phrasebook.values()].map(singleCall),
  L1_chain: patternsByEnding(ground, {
    level: 'L1_chain',
    name: 'drawn-chain',
    shapes: depths.map((depth) => ({ depth, width: 1, fanIn: 1 })),
  }),
  L2_parallel: patternsByEnding(ground, {
    level: 'L2_parallel',
    name: 'drawn-fan-out',
    shapes: widths.map((width) => ({ depth: 2, width, fanIn: width })),
  }),
  L3_dag: patternsByEnding(ground, { level: 'L3_dag', name: 'drawn-dag', shapes: graphs }),
})
