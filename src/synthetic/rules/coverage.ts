import { parametersOf, RULE_KINDS, type Rule, type RuleSource } from '../tool-spec/rule.ts'
import { SENTENCE_VERDICTS, type ToolSpec } from '../tool-spec/tool-spec.ts'
import { compileRules, readSentences } from './compile.ts'
import type { Sentence } from './prose.ts'
import { mentionsIn } from './prose.ts'

/**
 * The fate of a sentence: `compiled` into rules, `schema` where it repeats names, types and required parameters, a
 * verdict where it has one, `model` where it waits for one, `silent` where it constrains nothing.
 */
const SENTENCE_FATES = ['compiled', 'schema', ...SENTENCE_VERDICTS, 'model', 'silent'] as const
type SentenceFate = (typeof SENTENCE_FATES)[number]

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
  const verdict = tool.sentences?.find(({ text }) => text === sentence.text)?.verdict
  if (verdict !== undefined) return verdict
  // Rules that a model wrote with the tool name the failure mode that they are about.
  if (rules.length > 0 || tool.rules.some(({ message }) => message === sentence.text)) return 'compiled'
  if (repeatsSchema(sentence, tool)) return 'schema'
  return sentence.source === 'failure' || DEMANDS.test(sentence.text) ? 'model' : 'silent'
}

const ruleCoverage = (rule: Rule) => ({
  kind: rule.kind,
  parameters: parametersOf(rule),
  source: rule.from.source,
  text: rule.from.text,
})

/** Which rules a tool has and from which sentence, and which of its sentences are left to a model. */
export const coverageOf = (tool: ToolSpec) => ({
  tool: tool.id,
  rules: compileRules(tool).rules.map(ruleCoverage),
  sentences: readSentences(tool).map(({ sentence, rules }) => ({
    source: sentence.source,
    text: sentence.text,
    fate: fateOf(sentence, rules, tool),
    kinds: rules.map(({ kind }) => kind),
  })),
})

export type ToolCoverage = ReturnType<typeof coverageOf>

/** How many sentences have which fate, and how many rules there are of which kind. */
export function coverageTotals(coverages: readonly ToolCoverage[]) {
  const sentences = coverages.flatMap((coverage) => coverage.sentences)
  const rules = coverages.flatMap((coverage) => coverage.rules)
  const isProse = (source: RuleSource): boolean => source !== 'schema' && source !== 'implied'
  const fates = SENTENCE_FATES.map(
    (fate) => [fate, sentences.filter((one) => one.fate === fate).length] as const,
  )
  return {
    tools: coverages.length,
    tools_with_prose_rules: coverages.filter((one) => one.rules.some(({ source }) => isProse(source))).length,
    sentences: Object.fromEntries(fates) as Record<SentenceFate, number>,
    rules: Object.fromEntries(
      RULE_KINDS.flatMap((kind) => {
        const count = rules.filter((rule) => rule.kind === kind).length
        return count === 0 ? [] : [[kind, count]]
      }),
    ),
  }
}
