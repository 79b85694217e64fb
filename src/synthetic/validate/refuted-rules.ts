import type { JsonObject } from '../../shared/json.ts'
import { declaredRules, ruleKey } from '../rules/compile.ts'
import type { Rule } from '../tool-spec/rule.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { findBrokenRule } from './check-rules.ts'
import { validateCall } from './validate.ts'

/** What calls that are known to be right say of the rules of their tool. */
interface RefutedRules {
  tool: ToolSpec
  /** Rules that refuse a known call, with its position; they are dropped, for a sentence can be read wrongly. */
  dropped: { rule: Rule; call: number }[]
  /** Known calls that the schema or a rule of it refuses, with their position; these rules stay. */
  refused: { call: number; message: string }[]
}

const isOfSchema = ({ from }: Rule): boolean => from.source === 'schema'

/**
 * Holds a tool against calls of it that are known to be right. The sentence of a dropped rule is left to whoever reads
 * the call, with the verdict `per_call`. Rules about records are not asked: a known call may speak of another state.
 */
export function withoutRefutedRules(tool: ToolSpec, calls: readonly JsonObject[]): RefutedRules {
  const found: RefutedRules = { tool, dropped: [], refused: [] }
  const declared = tool.parameters.flatMap(declaredRules)
  const schema = { ...tool, rules: [...declared, ...tool.rules.filter(isOfSchema)] }
  for (const [call, args] of calls.entries()) {
    const { message } = validateCall({ tool: tool.id, args }, [schema])
    if (message !== null) {
      found.refused.push({ call, message })
      continue
    }
    for (;;) {
      const rule = findBrokenRule(args, undefined, found.tool)?.rule
      if (rule === undefined) break
      found.dropped.push({ rule, call })
      found.tool = withoutRule(found.tool, rule, declared)
    }
  }
  return found
}

/** What the schema declares stays, where the rule had taken it in. */
function withoutRule(tool: ToolSpec, rule: Rule, declared: readonly Rule[]): ToolSpec {
  const { source, text } = rule.from
  const isSentence = source !== 'implied' && source !== 'schema'
  const judged = isSentence ? [{ text, verdict: 'per_call' as const }] : []
  return {
    ...tool,
    rules: [
      ...tool.rules.filter((one) => one !== rule),
      ...declared.filter((one) => ruleKey(one) === ruleKey(rule)),
    ],
    ...(tool.sentences === undefined && judged.length === 0
      ? {}
      : { sentences: [...(tool.sentences ?? []), ...judged] }),
  }
}
