import { isObject, type JsonObject, stableJson } from '../../shared/json.ts'
import type { World } from '../../world/world.ts'
import type { Handler } from '../tool-spec/handler.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { findTool, type SyntheticCall, validateCall } from '../validate/validate.ts'
import type { Validation } from '../validate/validation.ts'
import { type Handled, handle } from './handle.ts'
import { inferHandler } from './infer-handler.ts'
import { idsByKind } from './kinds/ids-by-kind.ts'
import { type WholeToolkit, wholeToolkit } from './kinds/whole-toolkit.ts'
import { knownOutput } from './known-output.ts'
import { madeUpOutput } from './made-up/made-up.ts'
import type { OutputAsked } from './output-question.ts'
import { Refusal } from './refusal.ts'
import type { SyntheticResponse } from './response.ts'
import { stateOf, stateStore } from './state.ts'

type Passed = Validation & { status: 'PASS' }
type Failed = Validation & { status: 'FAIL' }

/** A call that is in order and of whose output something has to be made up. */
export interface OpenCall {
  verdict: Passed
  /** What there is to make it up of. */
  open: Omit<OutputAsked, 'earlier'>
}

/** Whether the records that a handler speaks of are, in this world, still those that it began with. */
function isUntouched({ collection }: Handler, whole: WholeToolkit, world: World): boolean {
  const first = whole.firstThings(world)[collection] ?? whole.toolkit.state[collection]
  return stableJson(stateOf(world, whole.toolkit)[collection]) === stableJson(first)
}

interface RespondedCall {
  args: JsonObject
  tool: ToolSpec
  handler: Handler | undefined
  whole: WholeToolkit
  world: World
}

/** What the state says of a call, which it may change; undefined where it says nothing. */
function deduced({ args, tool, handler, whole, world }: RespondedCall): Handled | undefined {
  if (handler === undefined) return undefined
  const { toolkit, kinds } = whole
  const kind = kinds.find(({ roles }) => roles.some((role) => role.tool.id === tool.id))
  const unsaid =
    kind === undefined
      ? {}
      : { unsaid: () => whole.unsaid(kind, args, tool, world, idsByKind(kinds, stateOf(world, toolkit))) }
  try {
    return handle({ args, tool, handler, world, store: stateStore(world, toolkit), ...unsaid })
  } catch (error) {
    // What was inferred of one tool alone speaks only of records that are there; other handlers know them all.
    if (error instanceof Refusal && tool.handler === undefined) return undefined
    throw error
  }
}

/** Writes what a recorded result says into the record that the call added: the thing is the one that was recorded. */
function asRecorded(added: JsonObject, known: JsonObject, { outputs }: Handler): void {
  for (const { output, from } of outputs) {
    const value = known[output]
    if ('field' in from && value !== undefined) added[from.field] = structuredClone(value)
  }
}

function settledOutput(args: JsonObject, tool: ToolSpec, whole: WholeToolkit, world: World) {
  const { toolkit } = whole
  const handler = tool.handler ?? inferHandler(tool, toolkit.state)
  const known = knownOutput(args, tool, toolkit)
  const isCurrent = handler === undefined || isUntouched(handler, whole, world)
  const handled = deduced({ args, tool, handler, whole, world })
  if (known !== undefined && isCurrent) {
    if (handler !== undefined && handled?.added !== undefined) asRecorded(handled.added, known, handler)
    return { output: known, origin: 'known' as const }
  }
  const own = handled?.output
  const isDrawn = whole.kinds.some(({ collection, isDrawn }) => isDrawn && collection === handler?.collection)
  const isWhole = !isDrawn && tool.outputs.every(({ name }) => own !== undefined && Object.hasOwn(own, name))
  // What a recorded result says beside the state still holds, but for what it says of a thing that this one is not.
  const beside = handler?.action === 'create' && known !== undefined ? {} : known
  return { output: { ...beside, ...own }, origin: isWhole ? ('deduced' as const) : null }
}

function refused(tool: string, { failure }: Refusal): Failed {
  const { rule, parameter, message, code = 400 } = failure
  return { tool, status: 'FAIL', code, parameter, message, rule }
}

/**
 * Both stages of a call as far as nothing has to be made up: validates it against the specification and the state, and
 * gives what is known or follows from the state, which is the response where it is all. What the call changes is changed
 * in the world.
 */
export function settleCall(
  { tool: name, args }: Omit<SyntheticCall, 'state'>,
  given: SyntheticToolkit,
  world: World,
): SyntheticResponse | OpenCall {
  const whole = wholeToolkit(given)
  const { toolkit, kinds } = whole
  const { status, ...said } = validateCall(
    { tool: name, args, state: stateOf(world, toolkit) },
    toolkit.tools,
  )
  if (status === 'FAIL') return { verdict: { ...said, status }, output: null, origin: null }
  const verdict = { ...said, status }
  const tool = findTool(name, toolkit.tools)
  if (tool === undefined || !isObject(args)) throw new Error('a call that passed has a tool and arguments')
  try {
    const { output, origin } = settledOutput(args, tool, whole, world)
    if (origin !== null) return { verdict, output, origin }
    const state = stateOf(world, toolkit)
    return {
      verdict,
      open: { tool, args, settled: output, state, ids: idsByKind(kinds, state), seed: world.seed },
    }
  } catch (error) {
    if (error instanceof Refusal) return { verdict: refused(name, error), output: null, origin: null }
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
  toolkit: SyntheticToolkit,
  world: World,
): SyntheticResponse {
  const said = settleCall(call, toolkit, world)
  if (!('open' in said)) return said
  const { tool, args, settled, ids } = said.open
  return {
    verdict: said.verdict,
    output: { ...madeUpOutput(args, tool, world, { known: toolkit.known, settled, ids }), ...settled },
    origin: 'synthetic',
  }
}
