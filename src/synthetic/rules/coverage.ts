import { parametersOf, type Rule, type RuleKind, type RuleSource } from '../tool-spec/rule.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { mentionsIn } from './bind-rule.ts'
import { compileRules, contradictionsOf, readSentences } from './compile.ts'
import type { Sentence } from './sentence.ts'

/**
 * What became of a sentence: `compiled` into rules, `schema` where it repeats what names, types and required
 * parameters say, `model` where it is left to a model, `silent` where it constrains nothing.
 */
export type SentenceFate = 'compiled' | 'schema' | 'model' | 'silent'

export interface SentenceCoverage {
  source: Sentence['source']
  text: string
  fate: SentenceFate
  /** Kinds of the rules that were read from it. */
  kinds: RuleKind[]
}

export interface RuleCoverage {
  kind: RuleKind
  parameters: readonly string[]
  source: RuleSource
  /** The sentence that the rule comes from. */
  text: string
}

export interface ToolCoverage {
  tool: string
  rules: RuleCoverage[]
  sentences: SentenceCoverage[]
  /** Rules that were read and left out, because together they would leave no argument. */
  contradicting: RuleCoverage[]
}

/** Signs in a description or a usage text that something is demanded. */
const DEMANDS =
  /\d|\b(?:must|should|cannot|only|required|minimum|maximum|at least|at most|valid|format|positive|between|one of|unless|not)\b|\([^()]*,[^()]*\)|:\s*\w+,/i

/** `Missing x: x is required` says of required parameters what the schema says. */
const repeatsSchema = ({ source, text, title }: Sentence, { parameters }: ToolSpec): boolean => {
  if (source !== 'failure' || !/\bmissing\b|\brequired\b/i.test(title) || /\b(?:when|if|for)\b/i.test(text))
    return false
  const named = mentionsIn(text, parameters)
  return named.length > 0 && named.every(({ parameter }) => parameter.required)
}

function fateOf(sentence: Sentence, rules: readonly unknown[], tool: ToolSpec): SentenceFate {
  if (rules.length > 0) return 'compiled'
  if (repeatsSchema(sentence, tool)) return 'schema'
  return sentence.source === 'failure' || DEMANDS.test(sentence.text) ? 'model' : 'silent'
}

const ruleCoverage = (rule: Rule): RuleCoverage => ({
  kind: rule.kind,
  parameters: parametersOf(rule),
  source: rule.from.source,
  text: rule.from.text,
})

/** Which rules a tool has and from which sentence, and which of its sentences are left to a model. */
export const coverageOf = (tool: ToolSpec): ToolCoverage => ({
  tool: tool.id,
  rules: compileRules(tool).rules.map(ruleCoverage),
  contradicting: contradictionsOf(tool).map(ruleCoverage),
  sentences: readSentences(tool).map(({ sentence, rules }) => ({
    source: sentence.source,
    text: sentence.text,
    fate: fateOf(sentence, rules, tool),
    kinds: rules.map(({ kind }) => kind),
  })),
})
