import { messageOf } from '../../shared/errors.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { World } from '../../world/world.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { findTool, type SyntheticCall } from '../validate/validate.ts'
import type { Validation } from '../validate/validation.ts'
import { effectOf } from './infer-effect.ts'
import type { EarlierCall } from './output-question.ts'
import type { ResponseOrigin, SyntheticResponse } from './response.ts'
import { wireName } from './wire-name.ts'

/** A call that nobody answered: what simulates it failed. */
export interface UnansweredCall {
  tool: string
  status: 'ERROR'
  code: null
  parameter: null
  /** Why. */
  message: string
  rule: null
  output: null
  origin: null
}

/** What came of a call, in one record. */
export type SimulatedCall =
  | (Validation & { output: JsonObject | null; origin: ResponseOrigin | null })
  | UnansweredCall

const unanswered = (tool: string, error: unknown): UnansweredCall => ({
  ...{ tool, status: 'ERROR', code: null, parameter: null, message: messageOf(error), rule: null },
  output: null,
  origin: null,
})

/** Answers a call in a world, with the calls before it. */
export type Responder = (
  call: Omit<SyntheticCall, 'state'>,
  world: World,
  earlier: readonly EarlierCall[],
) => SyntheticResponse | Promise<SyntheticResponse>

/**
 * Simulates calls one after another in one fresh world, and commits what they change. A call whose responder throws has
 * no answer and changes nothing; the others go on.
 */
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
    let response: SyntheticResponse
    try {
      response = await responder(call, world, earlier)
    } catch (error) {
      results.push(unanswered(call.tool, error))
      continue
    }
    const { verdict, output, origin } = response
    results.push({ ...verdict, output, origin })
    const tool = findTool(call.tool, tools)
    if (output === null || tool === undefined || !isObject(call.args)) continue
    earlier.push({ tool: tool.name, args: call.args, output })
    const effect = effectOf(tool)
    if (effect !== 'read') world.commit({ tool: wireName(tool.name), arguments: call.args, effect })
  }
  return results
}
