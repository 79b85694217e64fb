import type { Task } from '../../schema/task.ts'
import type { Call, Trace } from '../../schema/trace.ts'
import { stableJson } from '../../shared/json.ts'
import type { ForkChange } from './choose-value.ts'
import { followTask } from './follow-task.ts'
import { type ForkPoint, outcomesUnder, type ReplayOutcome, sameOutcome } from './fork-point.ts'
import type { ForkResult } from './result.ts'
import { forkVerdictOf } from './verdict.ts'

const textOf = ({ tool_name, arguments: args }: Call): string => `${tool_name} ${stableJson(args)}`

/**
 * How a continuation parts from the run before the forked call is over: the calls up to it have to be the same, with
 * the same arguments, and have to end as `outcomes` says. Undefined where it does not part.
 */
function divergenceOf(
  original: Trace,
  continuation: Trace,
  forked: Call,
  outcomes: ReadonlyMap<string, ReplayOutcome>,
): string | undefined {
  for (const [i, call] of original.calls.slice(0, original.calls.indexOf(forked) + 1).entries()) {
    const again = continuation.calls[i]
    if (again === undefined) {
      const why = continuation.failure === undefined ? '' : ` (it failed: ${continuation.failure})`
      return `it never made ${call.id}, ${textOf(call)}${why}`
    }
    if (textOf(again) !== textOf(call)) return `${call.id} was ${textOf(again)} instead of ${textOf(call)}`
    const expected = outcomes.get(call.id)
    if (expected !== undefined && !sameOutcome(again, expected)) {
      return `${call.id} ${call.tool_name} returned another result than in the run`
    }
  }
  return undefined
}

/** One run of the agent again, in a world of its own. */
export interface Continuation {
  trace: Trace
  /** Why it parted from the run before the fork, where that is known already. */
  parted?: string | undefined
}

export function judgeFork(
  point: ForkPoint,
  change: ForkChange,
  continuations: { treated: readonly Continuation[]; controls: readonly Continuation[] },
  task: Task,
): ForkResult {
  const { trace: original, call, pointer, leaf, registry } = point
  const partings: string[] = []
  const together = (list: readonly Continuation[], outcomes: ForkChange['outcomes']): Trace[] =>
    list.flatMap(({ trace, parted }) => {
      const why = parted ?? divergenceOf(original, trace, call, outcomes)
      if (why === undefined) return [trace]
      partings.push(why)
      return []
    })
  const treated = together(continuations.treated, change.outcomes)
  const controls = together(continuations.controls, outcomesUnder(point).outcomes)
  const value = { before: leaf, after: change.value }
  const compared = followTask(task, original, { treated, controls }, registry, call.id, value)
  const [divergence] = partings
  return {
    ...forkVerdictOf(compared, {
      planned: continuations.treated.length,
      controls: controls.length,
      diverged: partings.length,
    }),
    diverged: partings.length,
    ...(divergence === undefined ? {} : { divergence }),
    leaves: compared.flatMap(({ leaves }, continuation) =>
      leaves.map((followed) => ({ continuation, ...followed })),
    ),
    others: compared.flatMap(({ others }) => others),
    treated,
    controls,
    at: { call: call.id, tool_name: call.tool_name, pointer },
    value: change.value,
    original: leaf,
    draw: change.overlay,
  }
}
