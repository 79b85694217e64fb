import { drawValues } from '../content/draw-values.ts'
import type { Phrases } from './phrases.ts'
import { files } from './words.ts'

/** The phrases of every tool that comes with tracewright, in order of the tools' names. */
export const phrasebook: ReadonlyMap<string, Phrases> = new Map(
  files.map(([{ name, inputSchema }, { phrases, draw }]) => {
    const parameters = Object.keys(inputSchema.properties as object)
    return [
      name,
      {
        tool: name,
        // Other names only help to draw the arguments.
        draw(rng) {
          const drawn = Object.entries(drawValues(draw, rng))
          return Object.fromEntries(drawn.filter(([parameter]) => parameters.includes(parameter)))
        },
        ...phrases,
      },
    ]
  }),
)
