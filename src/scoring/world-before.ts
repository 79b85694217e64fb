import type { OpenWorld, Tools } from '../schema/tools.ts'
import { type Call, hasTakenEffect, type Trace } from '../schema/trace.ts'
import type { WorldHooks } from '../schema/world.ts'

/**
 * The world as it was when a call was made: every earlier effect of the trace, none of the later ones.
 *
 * @param defaultSeed Seed of the world, for a trace that does not say.
 */
export function openWorldBefore(
  call: Call,
  { calls, seed }: Trace,
  tools: Tools,
  defaultSeed: number,
  hooks?: WorldHooks,
): OpenWorld {
  const world = tools.open(seed ?? defaultSeed, hooks)
  const earlier = calls.filter((other) => other !== call && hasTakenEffect(other) && other.ended < call.ended)
  for (const { tool_name, arguments: args } of earlier.sort((a, b) => a.ended - b.ended)) {
    const effect = tools.get(tool_name)?.effect
    if (effect !== undefined && effect !== 'read') tools.execute(tool_name, args, world)
  }
  return world
}
