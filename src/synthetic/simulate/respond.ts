import { isObject, type JsonObject, stableJson } from '../../shared/json.ts'
import type { World } from '../../world/world.ts'
import type { Handler } from '../tool-spec/handler.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { Toolkit } from '../toolkit/toolkit.ts'
import { findTool, type SyntheticCall, validateCall } from '../validate/validate.ts'
import type { Validation } from '../validate/validation.ts'
import { handle } from './handle.ts'
import { inferHandler } from './infer-handler.ts'
import { knownOutput } from './known-output.ts'
import { madeUp } from './made-up/made-up.ts'
import { Refusal } from './refusal.ts'
import type { SyntheticResponse } from './response.ts'
import { stateOf, stateStore } from './state.ts'

type Passed = Validation & { status: 'PASS' }
type Failed = Validation & { status: 'FAIL' }

/** A call, what is known or follows of its output, and whether that is all. */
export type SettledCall =
  | { verdict: Failed }
  | {
      verdict: Passed
      tool: ToolSpec
      args: JsonObject
      /** Outputs by name; where `origin` is null some are missing. */
      output: JsonObject
      origin: 'known' | 'deduced' | null
    }

/** Whether the records that a handler speaks of are, in this world, still those that the toolkit came with. */
const isUntouched = ({ collection }: Handler, toolkit: Toolkit, world: World): boolean =>
  stableJson(stateOf(world, toolkit)[collection]) === stableJson(toolkit.state[collection])

/** What the state says of a call, which it may change; undefined where it says nothing. */
function deduced(
  args: JsonObject,
  tool: ToolSpec,
  handler: Handler | undefined,
  toolkit: Toolkit,
  world: World,
): JsonObject | undefined {
  if (handler === undefined) return undefined
  try {
    return handle({ args, tool, handler, world, store: stateStore(world, toolkit) })
  } catch (error) {
    // What was inferred speaks only of records that are there; a handler that is given knows them all.
    if (error instanceof Refusal && tool.handler === undefined) return undefined
    throw error
  }
}

function settledOutput(args: JsonObject, tool: ToolSpec, toolkit: Toolkit, world: World) {
  const handler = tool.handler ?? inferHandler(tool, toolkit.state)
  const known = knownOutput(args, tool, toolkit)
  const isCurrent = handler === undefined || isUntouched(handler, toolkit, world)
  const own = deduced(args, tool, handler, toolkit, world)
  if (known !== undefined && isCurrent) return { output: known, origin: 'known' as const }
  const isWhole = tool.outputs.every(({ name }) => own !== undefined && Object.hasOwn(own, name))
  // What a recorded result says beside the state still holds.
  return { output: { ...known, ...own }, origin: isWhole ? ('deduced' as const) : null }
}

function refused(tool: string, { failure }: Refusal): Failed {
  const { rule, parameter, message, code = 400 } = failure
  return { tool, status: 'FAIL', code, parameter, message, rule }
}

/**
 * Both stages of a call as far as nothing has to be made up: validates it against the specification and the state, and
 * gives what is known or follows from the state. What the call changes is changed in the world.
 */
export function settleCall(
  { tool: name, args }: Omit<SyntheticCall, 'state'>,
  toolkit: Toolkit,
  world: World,
): SettledCall {
  const { status, ...verdict } = validateCall(
    { tool: name, args, state: stateOf(world, toolkit) },
    toolkit.tools,
  )
  if (status === 'FAIL') return { verdict: { ...verdict, status } }
  const tool = findTool(name, toolkit.tools)
  if (tool === undefined || !isObject(args)) throw new Error('a call that passed has a tool and arguments')
  try {
    return { verdict: { ...verdict, status }, tool, args, ...settledOutput(args, tool, toolkit, world) }
  } catch (error) {
    if (error instanceof Refusal) return { verdict: refused(name, error) }
    throw error
  }
}

/**
 * Simulates a call without a model, in two stages: validates it against the specification and the state, then answers
 * with the known result, or what follows from the state, or else values made up by the shape of the output. What the
 * call changes is changed in the world.
 */
export function respond(
  call: Omit<SyntheticCall, 'state'>,
  toolkit: Toolkit,
  world: World,
): SyntheticResponse {
  const settled = settleCall(call, toolkit, world)
  if (!('tool' in settled)) return { verdict: settled.verdict, output: null, origin: null }
  const { verdict, tool, args, output, origin } = settled
  if (origin !== null) return { verdict, output, origin }
  return {
    verdict,
    output: { ...madeUp(args, tool, world, toolkit.known), ...output },
    origin: 'synthetic',
  }
}
