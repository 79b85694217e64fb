import { sourcesOf } from '../../../schema/binding.ts'
import type { LeafSchema } from '../../../scoring/equality.ts'
import { schemaAt } from '../../../scoring/lineage.ts'
import { carries } from '../../../scoring/tokens.ts'
import { literalLeaves } from '../literal-leaves.ts'
import { quoteValue } from '../quote-value.ts'
import type { AuditRule } from '../rule.ts'
import { isStated } from '../stated.ts'

export const lineage: AuditRule = {
  name: 'lineage',
  holds:
    'every expected argument is in the prompt, a default, an enum member that the prompt names, or a binding',
  needsReferenceRun: false,
  visit({ task, registry }) {
    return task.expected_trace.steps.flatMap(({ step_id, tool_name, arguments: args }) => {
      const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
      // The unit of a value that the step takes stands in the name of its field: `temperature_celsius`.
      const taken = sourcesOf(args).map(({ at }) => at.replace(/[^\p{L}\p{N}]+/gu, ' '))
      return literalLeaves(args)
        .filter(
          ({ pointer, value }) =>
            pointer !== '' &&
            !isStated(task.prompt, value, schemaAt(schema, pointer)) &&
            !taken.some((words) => carries(words, value)),
        )
        .map(
          ({ pointer, value }) =>
            `${step_id} expects ${pointer} = ${quoteValue(value)}, which the prompt does not state and no step returns`,
        )
    })
  },
}
