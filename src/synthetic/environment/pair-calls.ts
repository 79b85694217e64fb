import type { LeafScore } from '../../schema/score.ts'
import type { Step, Task } from '../../schema/task.ts'
import { type Call, succeeded } from '../../schema/trace.ts'
import type { LeafSchema } from '../../scoring/equality.ts'
import { goldRun } from '../../scoring/gold-run.ts'
import { judgeLiteral, UNEXPECTED } from '../../scoring/literal.ts'
import { stableJson } from '../../shared/json.ts'
import type { Registry } from '../../simulators/registry.ts'

/** A golden step and the call that comes nearest to it, with what is wrong with that; no call where none is left. */
export interface CallPair {
  step: Step
  call: Call | undefined
  wrong: LeafScore[]
}

/** Leaves of a call that differ from what the golden calls pass; defaults that are written out do not count. */
function wrongLeaves(args: Call['arguments'], call: Call, registry: Registry): LeafScore[] {
  const schema = registry.get(call.tool_name)?.inputSchema as LeafSchema | undefined
  return judgeLiteral(args, call.arguments, '', schema).filter((leaf) => {
    if (leaf.right) return false
    const [, name = ''] = leaf.pointer.split('/')
    const standard = schema?.properties?.[name]?.default
    const isDefault =
      standard !== undefined && stableJson(standard) === stableJson(call.arguments[name] ?? null)
    return !(leaf.note === UNEXPECTED && isDefault)
  })
}

/**
 * Pairs each golden step with a successful call of its tool, whatever the order: those that are alike first, then those
 * that differ least.
 */
export function pairCalls(task: Task, calls: readonly Call[], registry: Registry): CallPair[] {
  const { argumentsOf } = goldRun(task, registry)
  const { steps } = task.expected_trace
  const options = steps
    .flatMap((step) =>
      calls
        .filter((call) => succeeded(call) && call.tool_name === step.tool_name)
        .map((call) => ({
          step,
          call,
          wrong: wrongLeaves(argumentsOf.get(step.step_id) ?? {}, call, registry),
        })),
    )
    .sort((a, b) => a.wrong.length - b.wrong.length)
  const taken = new Set<Step | Call>()
  const pairs = new Map<Step, CallPair>()
  for (const option of options) {
    if (taken.has(option.step) || taken.has(option.call)) continue
    taken.add(option.step).add(option.call)
    pairs.set(option.step, option)
  }
  return steps.map((step) => pairs.get(step) ?? { step, call: undefined, wrong: [] })
}
