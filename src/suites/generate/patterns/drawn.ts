import type { Level } from '../../../schema/task.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import { drawGraph } from '../drawn/draw-graph.ts'
import type { SeedFacts, Shape } from '../drawn/seed-facts.ts'
import type { Pattern } from '../pattern.ts'
import { singleCall } from '../phrasebook/single-call.ts'

/** Attempts at a graph within one draw of a pattern. */
const ATTEMPTS = 8

const MAX_SIZE = 12

/** Checks a shape that a user gave. Throws where a number is out of range. */
function checkedShape(shape: Shape): Shape {
  const limits = { depth: 2, width: 1, fanIn: 1 } as const
  for (const [name, least] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const value = shape[name]
    if (Number.isSafeInteger(value) && value >= least && value <= MAX_SIZE) continue
    throw new TracewrightError(
      `Failed to draw graphs: ${name} is ${value}. Give a whole number from ${least} to ${MAX_SIZE}.`,
    )
  }
  return shape
}

/** A pattern whose tasks are graphs of one shape, drawn over the edges of a graph of tools. */
function drawnPattern(
  ground: SeedFacts,
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

export type PatternsByLevel = Readonly<Record<Level, readonly Pattern[]>>

/** Shapes of the graphs that are drawn by level: chains by depth, fan-outs by width, and graphs that branch and merge. */
interface Shapes {
  depths: readonly number[]
  widths: readonly number[]
  graphs: readonly Shape[]
}

const USUAL_SHAPES: Shapes = {
  depths: [3, 4, 5],
  widths: [2, 3, 4],
  graphs: [
    { depth: 3, width: 2, fanIn: 2 },
    { depth: 4, width: 2, fanIn: 2 },
    { depth: 4, width: 3, fanIn: 3 },
    { depth: 5, width: 3, fanIn: 2 },
  ],
}

/** What can be drawn over any tools: one call of each, and graphs of one shape, by default of several. */
export function drawnPatterns(
  ground: SeedFacts,
  phrasebook: ReadonlyMap<string, Phrases>,
  shape?: Shape,
): PatternsByLevel {
  const { depths, widths, graphs } =
    shape === undefined ? USUAL_SHAPES : { depths: [shape.depth], widths: [shape.width], graphs: [shape] }
  const drawn = (key: string, name: string, level: Level, one: Shape): Pattern =>
    drawnPattern(ground, { key, name, level, ...one })
  return {
    L0_node: [...phrasebook.values()].map(singleCall),
    L1_chain: depths.map((depth) =>
      drawn(`drawn_chain_${depth}`, 'drawn-chain', 'L1_chain', { depth, width: 1, fanIn: 1 }),
    ),
    // Look-ups side by side that one step at the end brings together.
    L2_parallel: widths.map((width) =>
      drawn(`drawn_fan_out_${width}`, 'drawn-fan-out', 'L2_parallel', { depth: 2, width, fanIn: width }),
    ),
    L3_dag: graphs.map((one) =>
      drawn(`drawn_dag_${one.depth}_${one.width}_${one.fanIn}`, 'drawn-dag', 'L3_dag', one),
    ),
  }
}
