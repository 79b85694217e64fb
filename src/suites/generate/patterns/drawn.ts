import type { Level } from '../../../schema/task.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import type { Ground } from '../drawn/ground.ts'
import { drawnChain, drawnDag, drawnFanOut, patternsByEnding } from '../drawn/patterns.ts'
import type { Shape } from '../drawn/shape.ts'
import type { Pattern } from '../pattern.ts'
import { singleCall } from '../phrasebook/single-call.ts'

/** Patterns by level. */
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
