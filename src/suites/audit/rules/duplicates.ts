import { isBranches } from '../../../schema/condition.ts'
import { type Json, stableJson } from '../../../shared/json.ts'
import type { AuditRule } from '../rule.ts'

export const duplicates: AuditRule = {
  name: 'duplicates',
  holds: 'no two tasks share prompt or trace',
  needsGold: false,
  comparesTasks: true,
  start() {
    const prompts = new Map<string, string>()
    const traces = new Map<string, string>()
    const earlier = (seen: Map<string, string>, key: string, id: string): string | undefined => {
      const first = seen.get(key)
      if (first === undefined) seen.set(key, id)
      return first
    }
    return {
      visit({ source: task }) {
        const { expected_final_answer: answer } = task
        const samePrompt = earlier(prompts, task.prompt, task.task_id)
        const calls = task.expected_trace.steps.map(
          ({ step_id, tool_name, arguments: args, depends_on, when = null, each = null }) => ({
            step_id,
            tool_name,
            arguments: args,
            depends_on,
            when,
            each: each as Json,
          }),
        )
        // Tasks in which nothing is to be called differ by their prompts alone.
        const sameTrace =
          calls.length === 0
            ? undefined
            : earlier(traces, stableJson([calls, isBranches(answer) ? answer : null]), task.task_id)
        return [
          ...(samePrompt === undefined ? [] : [`the prompt equals that of ${samePrompt}`]),
          ...(sameTrace === undefined ? [] : [`the expected trace equals that of ${sameTrace}`]),
        ]
      },
    }
  },
}
