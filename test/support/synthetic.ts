import type { Json, JsonObject } from '../../src/shared/json.ts'
import { compileRules } from '../../src/synthetic/rules/compile.ts'
import { readPublishedTool } from '../../src/synthetic/tool-spec/read-published.ts'
import type { RuleKind, RuleOf } from '../../src/synthetic/tool-spec/rule.ts'
import type { ToolSpec } from '../../src/synthetic/tool-spec/tool-spec.ts'
import { type Validation, validateCall } from '../../src/synthetic/validate/validate.ts'

/** A parameter in a word: `number`, `string?`, `number[]`, with a description behind a bar, `string?|Kind: a, b`. */
export type ParameterText = string

/** Parameters, in {@link ParameterText}, and failure modes as a compiled tool. */
export function buildTool(
  parameters: Record<string, ParameterText>,
  failureModes: readonly string[] = [],
  usage = '',
  extra: Record<string, JsonObject> = {},
): ToolSpec {
  return compileRules(
    readPublishedTool({
      name: 'Kiln Planner',
      description: 'Plans firings.',
      usage,
      errors: [...failureModes],
      outputs: [],
      parameters: Object.entries(parameters).map(([name, text]) => {
        const [type = '', description = ''] = text.split('|')
        const base = type.replace('?', '')
        return {
          name,
          description,
          required: !type.endsWith('?'),
          ...(type.endsWith('?') ? { default: null } : {}),
          ...(base.endsWith('[]') ? { type: 'array', items: base.slice(0, -2) } : { type: base }),
          ...extra[name],
        }
      }),
    }),
  )
}

/** Rules of one kind of a tool, without where they come from. */
export const selectRules = <K extends RuleKind>(
  { rules }: ToolSpec,
  kind: K,
): Omit<RuleOf<K>, 'from' | 'message'>[] =>
  rules
    .filter((rule): rule is RuleOf<K> => rule.kind === kind)
    .map(({ from: _, message: __, ...rest }) => rest)

/** The verdict on a call of the tool. */
export const validateArguments = (tool: ToolSpec, args: Json, state?: JsonObject): Validation =>
  validateCall({ tool: tool.id, args, ...(state === undefined ? {} : { state }) }, [tool])
