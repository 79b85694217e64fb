import type { Step } from '../schema/task.ts'
import type { Call } from '../schema/trace.ts'
import { groupBy } from '../shared/group.ts'

/** F1 of the tools called: precision falls with every further tool, recall with every missing call. */
export function computeSelection(steps: readonly Step[], calls: readonly Call[]): number {
  if (steps.length === 0) return calls.length === 0 ? 1 : 0
  const toolOf = ({ tool_name }: { tool_name: string }): string => tool_name
  const [expected, called] = [groupBy(steps, toolOf), groupBy(calls, toolOf)]
  let hits = 0
  for (const [tool, { length }] of expected) hits += Math.min(length, called.get(tool)?.length ?? 0)
  const outside = [...called.keys()].filter((tool) => !expected.has(tool)).length
  if (hits === 0) return 0
  const recall = hits / steps.length
  const precision = hits / (hits + outside)
  return (2 * recall * precision) / (recall + precision)
}
