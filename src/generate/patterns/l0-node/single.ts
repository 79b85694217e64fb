import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { type Draft, definePattern, type Pattern } from '../../pattern.ts'

/** A draft of one call: its arguments in place of the steps. */
export type SingleDraft = Omit<Draft, 'steps'> & { arguments: JsonObject }

/** A pattern of one call of a tool, named after it. */
export const single = (tool: string, draw: (rng: Rng) => SingleDraft): Pattern =>
  definePattern({
    name: tool.replaceAll('_', '-'),
    level: 'L0_node',
    tools: [tool],
    draw(rng) {
      const { arguments: args, ...rest } = draw(rng)
      return { steps: [{ tool, arguments: args }], ...rest }
    },
  })
