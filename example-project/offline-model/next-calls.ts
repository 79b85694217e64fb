import { requestIn } from './answer-request.ts'
import { fillStep } from './fill-arguments.ts'
import type { Call, History } from './history.ts'
import { planSteps } from './plan.ts'
import { readPrompt } from './prompt.ts'
import type { ToolSpec } from './tool-spec.ts'

/** A call to issue. */
export interface PlannedCall {
  id: string
  name: string
  args: Record<string, unknown>
}

const idOf = (step: number, instance: number): string => `step_${step + 1}_${instance + 1}`

/** The calls that a step has made. */
function madeBy(step: number, calls: History['calls']): Call[] {
  const made: Call[] = []
  for (let instance = 0; ; instance++) {
    const call = calls.get(idOf(step, instance))
    if (call === undefined) return made
    made.push(call)
  }
}

/** The calls that can be made now; none when the plan is done. Names the tools whose arguments stay unknown. */
export function nextCalls(
  history: History,
  tools: readonly ToolSpec[],
): { calls: PlannedCall[]; skipped: string[] } {
  const prompt = readPrompt(requestIn(history.prompt))
  const steps = planSteps(prompt, tools)
  const values = prompt.clauses.flatMap((clause) => clause.values)
  const seen = new Set([...history.calls.values()].map((call) => call.tool + JSON.stringify(call.args)))
  const settled = new Set<number>()
  const calls: PlannedCall[] = []
  const skipped: string[] = []
  for (const [index, step] of steps.entries()) {
    const made = madeBy(index, history.calls)
    if (made.length > 0) settled.add(index)
    if (made.length > 0 || [...step.after].some((before) => !settled.has(before))) continue
    const before = steps.slice(0, index).flatMap((_, earlier) => madeBy(earlier, history.calls))
    const filled = fillStep(
      step,
      before.filter((call) => call.ok),
      values,
    )
    const fresh = filled.filter((args) => {
      const key = step.tool.name + JSON.stringify(args)
      return !seen.has(key) && seen.add(key)
    })
    calls.push(...fresh.map((args, instance) => ({ id: idOf(index, instance), name: step.tool.name, args })))
    if (fresh.length === 0) settled.add(index)
    if (filled.length === 0) skipped.push(step.tool.name)
  }
  return { calls, skipped }
}
