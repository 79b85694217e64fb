import { SENTENCE_VERDICTS, type ToolSpec } from '../tool-spec/tool-spec.ts'
import { readSentences } from './compile.ts'
import type { Sentence } from './prose.ts'

/**
 * The fate of a sentence: `compiled` into rules, a verdict where it has one, `model` where it waits for one,
 * `silent` where it constrains nothing.
 */
const SENTENCE_FATES = ['compiled', ...SENTENCE_VERDICTS, 'model', 'silent'] as const
type SentenceFate = (typeof SENTENCE_FATES)[number]

/** Signs in a description or a usage text that something is demanded. */
const DEMANDS =
  /\d|\b(?:must|should|cannot|only|required|minimum|maximum|at least|at most|valid|format|positive|between|one of|unless|not)\b|\([^()]*,[^()]*\)|:\s*\w+,/i

function fateOf(sentence: Sentence, rules: readonly unknown[], tool: ToolSpec): SentenceFate {
  const verdict = tool.sentences?.find(({ text }) => text === sentence.text)?.verdict
  if (verdict !== undefined) return verdict
  // Rules that a model wrote with the tool name the failure mode that they are about.
  if (rules.length > 0 || tool.rules.some(({ message }) => message === sentence.text)) return 'compiled'
  return sentence.source === 'failure' || DEMANDS.test(sentence.text) ? 'model' : 'silent'
}

/** The sentences of a tool, each with its fate. */
export const coverageOf = (tool: ToolSpec) =>
  readSentences(tool).map(({ sentence, rules }) => ({
    source: sentence.source,
    text: sentence.text,
    fate: fateOf(sentence, rules, tool),
  }))

/** How many sentences of tools have which fate. */
export function countFates(tools: readonly ToolSpec[]): Record<SentenceFate, number> {
  const fates = tools.flatMap(coverageOf).map(({ fate }) => fate)
  const counted = SENTENCE_FATES.map((fate) => [fate, fates.filter((one) => one === fate).length] as const)
  return Object.fromEntries(counted) as Record<SentenceFate, number>
}
