import type { JsonObject } from '../../../shared/json.ts'
import { jsonTypesOf, type ValueSchema } from '../reachability/signature.ts'
import { withSpelling } from './respell.ts'
import type { Rewrite, Rewritten } from './rewrite.ts'

/** What says nothing, by the type of the parameter. */
const EMPTY: Readonly<Record<string, JsonObject[string]>> = { string: '', array: [], object: {} }

/** Optional parameters that nobody gives, written out as null or as empty. */
export const emptyOptionals: Rewrite = {
  name: 'empty-optionals',
  rewrites(context) {
    const { task, registry } = context.subject
    return task.expected_trace.steps.flatMap(({ step_id, tool_name }): Rewritten[] => {
      const schema = (registry.get(tool_name)?.inputSchema ?? {}) as ValueSchema
      const given = context.gold.argumentsOf.get(step_id) ?? {}
      const missing = Object.entries(schema.properties ?? {}).filter(
        ([name]) => !Object.hasOwn(given, name) && schema.required?.includes(name) !== true,
      )
      const asNull = Object.fromEntries(missing.map(([name]) => [name, null]))
      const asEmpty = Object.fromEntries(
        missing.flatMap(([name, child]) => {
          const empty = EMPTY[jsonTypesOf(child)[0] ?? '']
          return empty === undefined || child.enum !== undefined ? [] : [[name, empty]]
        }),
      )
      return [
        { how: 'null', more: asNull },
        { how: 'empty', more: asEmpty },
      ]
        .filter(({ more }) => Object.keys(more).length > 0)
        .map(({ how, more }) =>
          withSpelling(context, step_id, `${step_id} with ${Object.keys(more).join(', ')} ${how}`, {
            spell: (args) => ({ ...args, ...more }),
          }),
        )
    })
  },
}
