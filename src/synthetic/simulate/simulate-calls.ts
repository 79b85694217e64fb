import { isObject, type JsonObject } from '../../shared/json.ts'
import { World } from '../../world/world.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { findTool, type SyntheticCall } from '../validate/validate.ts'
import type { Validation } from '../validate/validation.ts'
import { effectOf } from './infer-effect.ts'
import type { EarlierCall } from './output-question.ts'
import type { ResponseOrigin, SyntheticResponse } from './response.ts'
import { wireName } from './wire-name.ts'

/** What came of a call, in one record. */
export type SimulatedCall = Validation & { output: JsonObject | null; origin: ResponseOrigin | null }

/** Answers a call in a world, with the calls before it. */
export type Responder = (
  call: Omit<SyntheticCall, 'state'>,
  world: World,
  earlier: readonly EarlierCall[],
) => SyntheticResponse | Promise<SyntheticResponse>

/** Simulates calls one after another in one fresh world, and commits what they change. */
export async function simulateCalls(
  calls: readonly Omit<SyntheticCall, 'state'>[],
  { tools }: SyntheticToolkit,
  seed: number,
  responder: Responder,
): Promise<SimulatedCall[]> {
  const world = new World(seed)
  const earlier: EarlierCall[] = []
  const results: SimulatedCall[] = []
  for (const call of calls) {
    const { verdict, output, origin } = await responder(call, world, earlier)
    results.push({ ...verdict, output, origin })
    const tool = findTool(call.tool, tools)
    if (output === null || tool === undefined || !isObject(call.args)) continue
    earlier.push({ tool: tool.name, args: call.args, output })
    const effect = effectOf(tool)
    if (effect !== 'read') world.commit({ tool: wireName(tool.name), arguments: call.args, effect })
  }
  return results
}
