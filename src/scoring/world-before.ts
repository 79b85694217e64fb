import { type Call, type Trace, tookEffect } from '../schema/trace.ts'
import type { Simulator } from '../simulators/define-simulator.ts'
import { executeTool } from '../simulators/execute.ts'
import { World } from '../world/world.ts'

/** Simulators by name, as far as they are at hand. */
export type Tools = ReadonlyMap<string, object>

/** The simulator of a tool; undefined where the tool is not simulated here. */
export const simulatorOf = (tools: Tools, name: string): Simulator | undefined => {
  const tool = tools.get(name)
  return tool !== undefined && 'run' in tool ? (tool as Simulator) : undefined
}

/**
 * The world as it was when a call was made: every earlier effect of the trace, none of the later ones.
 *
 * @param defaultSeed Seed of the world, for a trace that does not say.
 */
export function worldBefore(call: Call, { calls, seed }: Trace, tools: Tools, defaultSeed: number): World {
  const world = new World(seed ?? defaultSeed)
  const earlier = calls.filter((other) => other !== call && tookEffect(other) && other.ended < call.ended)
  for (const other of earlier.sort((a, b) => a.ended - b.ended)) {
    const simulator = simulatorOf(tools, other.tool_name)
    if (simulator !== undefined && simulator.effect !== 'read') executeTool(simulator, other.arguments, world)
  }
  return world
}
