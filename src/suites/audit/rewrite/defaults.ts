import type { LeafSchema } from '../../../scoring/equality.ts'
import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { withSpelling } from './respell.ts'
import type { Rewrite } from './rewrite.ts'

/** Parameters with a default that is written out, or left out where it is given. */
export const defaults: Rewrite = {
  name: 'defaults',
  rewrites(context) {
    const { task, registry } = context.subject
    return task.expected_trace.steps.flatMap(({ step_id, tool_name }) => {
      const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
      const standard = Object.entries(schema?.properties ?? {}).flatMap(([name, { default: value }]) =>
        value === undefined ? [] : [[name, value] as const],
      )
      const given = context.gold.argumentsOf.get(step_id) ?? {}
      const isDefault = (name: string, value: Json): boolean =>
        standard.some(([other, usual]) => other === name && stableJson(usual) === stableJson(value))
      const without = (args: JsonObject): JsonObject =>
        Object.fromEntries(Object.entries(args).filter(([name, value]) => !isDefault(name, value)))
      const missing = standard.filter(([name]) => !Object.hasOwn(given, name))
      const named = Object.entries(given).filter(([name, value]) => isDefault(name, value))
      const listed = (entries: readonly (readonly [string, Json])[]): string =>
        entries.map(([name]) => name).join(', ')
      return [
        ...(missing.length === 0
          ? []
          : [
              withSpelling(
                context,
                step_id,
                `${step_id} with the default of ${listed(missing)} written out`,
                {
                  spell: (args) => ({ ...Object.fromEntries(missing), ...args }),
                },
              ),
            ]),
        ...(named.length === 0
          ? []
          : [
              withSpelling(context, step_id, `${step_id} with the default of ${listed(named)} left out`, {
                spell: without,
              }),
            ]),
      ]
    })
  },
}
