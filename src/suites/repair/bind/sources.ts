import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { schemaAt } from '../../../scoring/lineage.ts'
import { ancestorsOf, topological } from '../../../shared/dag.ts'
import { type Json, stableJson } from '../../../shared/json.ts'
import type { LeafSchema } from '../../../tasks/equality.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import type { Registry } from '../../../tools/registry.ts'
import { nodesOf } from '../../load/nodes.ts'

export interface ValueSource {
  step: string
  tool: string
  at: string
  value: Json
  /** What it means, where the tool's schema says so. */
  semantic: string | undefined
  /** 0 for a step that is depended on, 1 for one behind it, 2 for one that only comes earlier. */
  distance: 0 | 1 | 2
  /** Whether the step was given the value itself. */
  isEcho: boolean
}

/** What the steps before a step returned, nearest first, and of one step what is news before what is an echo. */
export function sourcesBefore(step: Step, task: Task, registry: Registry, run: ReferenceRun): ValueSource[] {
  const { steps } = task.expected_trace
  const ancestors = ancestorsOf(steps).get(step.step_id) ?? new Set()
  const order = topological(steps)
  return order
    .slice(
      0,
      order.findIndex(({ step_id }) => step_id === step.step_id),
    )
    .flatMap(({ step_id, tool_name }): ValueSource[] => {
      const schema = registry.get(tool_name)?.outputSchema as LeafSchema | undefined
      const given = new Set(
        leavesOf(run.argumentsOf.get(step_id) ?? null).map(({ value }) => stableJson(value)),
      )
      const distance = step.depends_on.includes(step_id) ? 0 : ancestors.has(step_id) ? 1 : 2
      return nodesOf(run.outputOf(step_id) ?? null).map(({ pointer: at, value }) => ({
        step: step_id,
        tool: tool_name,
        at,
        value,
        semantic: schemaAt(schema, at)?.[SEMANTIC_KEY],
        distance,
        isEcho: given.has(stableJson(value)),
      }))
    })
    .sort((a, b) => a.distance - b.distance || Number(a.isEcho) - Number(b.isEcho))
}
