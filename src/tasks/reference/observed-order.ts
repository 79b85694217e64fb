import { isDeepStrictEqual } from 'node:util'
import { type Call, hasSucceeded } from '../../schema/trace.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { exchangeOutputs, type Scene, type StepNumbers } from './exchange.ts'
import type { FunctionRun } from './function-run.ts'
import { listUnstable } from './plain-task.ts'

/** What the calls of an agent show of live tools, which are never executed in another order to find out. */
export interface ObservedOrder {
  /** Steps that a step has to follow, by number of the step. */
  readonly order: readonly StepNumbers[]
  /** The calls without those that came on the wrong side of a write. */
  readonly timely: readonly Call[]
}

/** Whether a run does as another one, but for values that change by themselves. */
const doesAlike = (run: FunctionRun, other: FunctionRun, unstable: ReadonlySet<string>): boolean =>
  other.shape === run.shape && [...listUnstable(run, other)].every((leaf) => unstable.has(leaf))

/**
 * Finds writes that change what a call returns, from an agent's calls alone: a call equal to that of a step stands on the
 * other side of a write than the step does, it returned something else, and with that the function would act otherwise.
 *
 * @param shown The function's run over the results of the agent: it calls with the agent's ids
 */
export async function findObservedOrder(
  scene: Scene,
  shown: FunctionRun,
  trace: readonly Call[],
): Promise<ObservedOrder> {
  const { run, tools, unstable = new Set() } = scene
  const { steps } = run
  const order = steps.map((): StepNumbers => new Set())
  const untimely = new Set<Call>()
  const callsOf = shown.steps.map(({ key }) =>
    trace.filter(
      (call) => hasSucceeded(call) && `${call.tool_name} ${stringifyStably(call.arguments)}` === key,
    ),
  )
  const writes = [...steps.keys()].filter((i) => tools.get(steps[i]?.tool ?? '')?.effect !== 'read')
  /** Writes on whose other side a call stands than the step does. */
  const listCrossed = (step: number, call: Call): number[] =>
    writes.filter((write) => {
      const made = callsOf[write]?.find((one) => one !== call)
      if (made === undefined || write === step) return false
      return write < step ? call.started < made.ended : made.started < call.ended
    })
  for (const [step, { output }] of steps.entries()) {
    const found = (callsOf[step] ?? []).map((call) => ({ call, crossed: listCrossed(step, call) }))
    const isRight = async ({ call, crossed }: (typeof found)[number]): Promise<boolean> => {
      if (crossed.length === 0 || call.result === undefined || isDeepStrictEqual(call.result, output))
        return true
      const changed = await exchangeOutputs(scene, new Map([[step, call.result as Json]]))
      return changed !== undefined && doesAlike(run, changed, unstable)
    }
    const verdicts = await Promise.all(found.map(isRight))
    const right = found.find((_, i) => verdicts[i] === true)
    for (const [i, { call, crossed }] of found.entries()) {
      if (verdicts[i] === true) continue
      untimely.add(call)
      for (const write of crossed.filter((one) => right?.crossed.includes(one) !== true))
        order[Math.max(step, write)]?.add(Math.min(step, write))
    }
  }
  return { order, timely: trace.filter((call) => !untimely.has(call)) }
}
