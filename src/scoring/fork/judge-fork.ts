import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import type { Json } from '../../shared/json.ts'
import type { ForkChange } from './choose-value.ts'
import { divergenceOf } from './divergence.ts'
import { drawnValue } from './find-draws.ts'
import { followTask } from './follow-task.ts'
import { followValue, type Replaced } from './follow-value.ts'
import { type ForkPoint, outcomesUnder } from './fork-point.ts'
import type { ForkResult } from './result.ts'
import { forkVerdictOf } from './verdict.ts'

/** One run of the agent again, in a world of its own. */
export interface Continuation {
  trace: Trace
  /** Why it parted from the run before the fork, where that is known already. */
  parted?: string | undefined
}

/** The leaf, and within a text the value that was drawn anew: an agent may take over that alone. */
function replacedBy({ leaf }: ForkPoint, { value, drawn, overlay }: ForkChange): Replaced[] {
  const whole = { before: leaf, after: value }
  if (typeof leaf !== 'string') return [whole]
  const [before, after] = [drawn.value, overlay.value].map((own) =>
    drawnValue({ domain: drawn.domain, value: own }),
  ) as [Json | undefined, Json | undefined]
  const isPart = before !== undefined && after !== undefined && leaf.includes(String(before))
  return isPart ? [whole, { before, after }] : [whole]
}

/** Judges the continuations of a fork; see docs/scoring.md#fork. */
export function judgeFork(
  point: ForkPoint,
  change: ForkChange,
  continuations: { treated: readonly Continuation[]; controls: readonly Continuation[] },
  task?: Task,
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
  const compared =
    task === undefined
      ? followValue({ treated, controls }, replacedBy(point, change), call.id)
      : followTask(task, original, { treated, controls }, registry, call.id, replacedBy(point, change))
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
