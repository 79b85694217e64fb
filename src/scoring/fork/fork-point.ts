import type { OpenWorld, Tools } from '../../schema/tools.ts'
import { type Call, precedes, succeeded, type Trace } from '../../schema/trace.ts'
import type { Drawn, DrawReplacement } from '../../schema/world.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import { valueAt } from '../../shared/pointer.ts'

/** How a call ended, as far as the agent sees it. */
export type ReplayOutcome = Pick<Call, 'status' | 'result' | 'error'>

export const sameOutcome = (a: ReplayOutcome, b: ReplayOutcome): boolean => outcomeText(a) === outcomeText(b)

const outcomeText = ({ status, result, error }: ReplayOutcome): string =>
  stableJson([status, result ?? null, error ?? null])

/** A call and those that ended before it, in the order of their ends. */
const callsUpTo = (call: Call, calls: readonly Call[]): Call[] =>
  calls.filter((other) => other.ended <= call.ended).sort((a, b) => a.ended - b.ended)

/** Makes calls again, in the given order, and tells how they ended, by id. One that got no answer is left out. */
function replayCalls(
  calls: readonly Call[],
  world: OpenWorld,
  registry: Tools,
): ReadonlyMap<string, ReplayOutcome> {
  const outcomes = new Map<string, ReplayOutcome>()
  for (const { id, tool_name, arguments: args, status } of calls) {
    if (status === 0) continue
    const result = registry.execute(tool_name, args, world)
    outcomes.set(
      id,
      result.ok
        ? { status: result.status, result: result.output }
        : { status: result.status, error: result.error },
    )
  }
  return outcomes
}

export const forkError = (why: string, remedy: string): TracewrightError =>
  new TracewrightError(`Failed to fork: ${why}. ${remedy}`)

/** One scalar in the result of a call of a run: what a fork changes. */
export interface ForkPoint {
  /** The world as the run found it. */
  world: OpenWorld
  registry: Tools
  prompt: string
  trace: Trace
  call: Call
  pointer: string
  /** The scalar's value in the run. */
  leaf: Json
}

export function scalarAt(pointer: string, result: Json | undefined): Json | undefined {
  const value = result === undefined ? undefined : valueAt(result, pointer)
  return typeof value === 'object' ? undefined : value
}

/**
 * Finds the leaf that a pointer names in the result of a call.
 *
 * @throws TracewrightError where there is no such call, it failed, or the pointer leads to no scalar
 */
export function forkPoint(
  run: Pick<ForkPoint, 'world' | 'registry' | 'prompt' | 'trace'>,
  callId: string,
  pointer: string,
): ForkPoint {
  const call = run.trace.calls.find(({ id }) => id === callId)
  if (call === undefined) {
    const ids = run.trace.calls.map(({ id, tool_name }) => `${id} ${tool_name}`).join(', ')
    throw forkError(
      `the run has no call "${callId}"`,
      ids === '' ? 'It made no calls at all.' : `Name one of ${ids}.`,
    )
  }
  const name = `${call.id} ${call.tool_name}`
  if (!succeeded(call) || call.result === undefined) {
    throw forkError(`${name} was answered with status ${call.status}`, 'Name a call that has a result.')
  }
  const leaf = scalarAt(pointer, call.result)
  if (leaf === undefined) {
    throw forkError(
      `the result of ${name} has no scalar at "${pointer}"`,
      'Name a number, text or boolean by its JSON Pointer, for example "/temperature_celsius".',
    )
  }
  return { ...run, call, pointer, leaf }
}

/** How the calls up to the forked one end in a fork of the world, and which draws were made meanwhile. */
export function outcomesUnder(
  { world, registry, trace, call }: ForkPoint,
  overlay?: DrawReplacement,
): { outcomes: ReadonlyMap<string, ReplayOutcome>; drawn: Drawn[] } {
  const drawn: Drawn[] = []
  const copy = world.fork(overlay === undefined ? { onDraw: (draw) => drawn.push(draw) } : { overlay })
  return { outcomes: replayCalls(callsUpTo(call, trace.calls), copy, registry), drawn }
}

/** The first call whose result the agent had before the forked call, and which is another under an overlay. */
export function firstToSee(
  { trace, call }: ForkPoint,
  outcomes: ReadonlyMap<string, ReplayOutcome>,
): Call | undefined {
  return trace.calls
    .filter((other) => other !== call && precedes(other, call))
    .find((other) => {
      const outcome = outcomes.get(other.id)
      return outcome !== undefined && !sameOutcome(outcome, other)
    })
}
