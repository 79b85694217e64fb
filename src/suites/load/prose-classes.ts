import { type From, type Pick, readBindingKey } from '../../schema/binding.ts'
import { DATE_LIKE } from '../../schema/semantic.ts'
import type { Tool } from '../../schema/tool.ts'
import { schemaAt } from '../../scoring/provenance.ts'
import type { Json } from '../../shared/json.ts'
import { type LeafSchema, readLeafType } from '../../tasks/equality.ts'

/**
 * What kind of value a binding gives: `number`, `boolean`, `date`, or the meaning of a text such as `url`. Where a text
 * in an agent's own words carries two values of one class, nobody sees whether they are exchanged.
 *
 * @param toolOf Name of the tool that a step calls.
 */
export function classifyBinding(
  binding: Json,
  toolOf: (step: string) => string | undefined,
  tools: { get(name: string): { outputSchema: Tool['outputSchema'] } | undefined },
): string {
  switch (readBindingKey(binding)) {
    case '$from': {
      const { $from, at, via = [] } = binding as From
      const last = via.at(-1)
      if (
        last === 'number' ||
        last === 'length' ||
        (typeof last === 'object' && /round|scale|add/.test(Object.keys(last)[0] ?? ''))
      )
        return 'number'
      const schema = tools.get(toolOf($from) ?? '')?.outputSchema as LeafSchema | undefined
      const leaf = schemaAt(schema, at)
      const type = readLeafType(leaf)
      const { semantic = 'text' } = type
      if (leaf?.type === 'number' || leaf?.type === 'integer')
        return last === undefined || last === 'text' ? 'number' : 'text'
      if (leaf?.type === 'boolean') return 'boolean'
      return DATE_LIKE.has(semantic) ? 'date' : last === undefined ? semantic : 'text'
    }
    case '$calc':
      return 'number'
    case '$pick':
      return classifyBinding((binding as Pick).give[0] ?? null, toolOf, tools)
    default:
      return typeof binding
  }
}
