import { sourcesOf } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { resolve } from '../../scoring/bindings.ts'
import { openWorld } from '../../scoring/expand.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { executeTool } from '../../tools/execute.ts'
import type { Registry } from '../../tools/registry.ts'

/**
 * What results say went wrong although the call was accepted, such as that a file is not there: of the steps that take
 * nothing from others.
 */
export function reportedErrors(task: Task, registry: Registry, seed: number): string[] {
  const world = openWorld(task, seed, registry)
  return task.expected_trace.steps.flatMap(({ step_id, tool_name, arguments: args }) => {
    const tool = registry.get(tool_name)
    if (tool === undefined || sourcesOf(args).length > 0) return []
    const resolved = resolve(args, () => undefined) as JsonObject | undefined
    const result = resolved === undefined ? undefined : executeTool(tool, resolved, world)
    const error = result?.ok === true && isObject(result.output) ? result.output.error : undefined
    return typeof error === 'string' ? [`${step_id} (${tool_name}) answers: ${error}`] : []
  })
}
