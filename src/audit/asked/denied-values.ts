import { pointerSegments } from '@hyperjump/json-pointer'
import type { Task } from '../../schema/task.ts'
import type { LeafSchema } from '../../scoring/equality.ts'
import { schemaAt } from '../../scoring/lineage.ts'
import type { Registry } from '../../simulators/registry.ts'
import { literalLeaves } from '../literal-leaves.ts'
import { quoteValue } from '../quote-value.ts'
import type { PromptText } from './prompt-text.ts'

/** Values of the expected arguments that the prompt names only to set them aside. */
export function denialProblems(task: Task, prompt: PromptText, registry: Registry): string[] {
  return task.expected_trace.steps.flatMap(({ step_id, tool_name, arguments: args }) => {
    const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
    return literalLeaves(args).flatMap(({ pointer, value }) => {
      const isScalar = typeof value === 'string' || typeof value === 'number'
      if (pointer === '' || !isScalar || schemaAt(schema, pointer)?.default === value) return []
      const places = prompt.placesOf(String(value))
      if (places.length === 0 || places.some(({ isDenied }) => !isDenied)) return []
      const name = [...pointerSegments(pointer)].join('.')
      const found = prompt.text.slice(Math.max(0, (places[0]?.start ?? 0) - 20), places[0]?.end).trim()
      return [
        `${step_id} expects ${name} = ${quoteValue(value)}, which the prompt only sets aside: found "${found}"`,
      ]
    })
  })
}
