import type { Rule } from '../tool-spec/rule.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { closedList } from './closed-list.ts'
import { itemCount, lengthRule } from './counts.ts'
import { declaredRules, impliedRules } from './declared.ts'
import { equalLength } from './equal-length.ts'
import { formatRule } from './format.ts'
import { nonEmpty } from './non-empty.ts'
import { ordering } from './ordering.ts'
import { existence, presence } from './presence.ts'
import { range } from './range.ts'
import { requiredIf } from './required-if.ts'
import type { Recogniser } from './sentence.ts'
import { type Sentence, sentencesOf } from './sentence.ts'
import { ruleKey, settleRules } from './settle-rules.ts'

/** Families that read a sentence by itself; `requiredIf` needs the closed lists of the tool beside. */
const ALONE: readonly Recogniser[] = [
  closedList,
  range,
  lengthRule,
  itemCount,
  nonEmpty,
  formatRule,
  equalLength,
  presence,
  ordering,
  existence,
]
/** A sentence and the rules that were read from it. */
interface ReadSentence {
  sentence: Sentence
  rules: Rule[]
}

function read(
  sentence: Sentence,
  tool: ToolSpec,
  families: readonly Recogniser[],
  known: readonly Rule[],
): Rule[] {
  const from = { source: sentence.source, text: sentence.text }
  const message = sentence.source === 'failure' ? { message: sentence.text } : {}
  return families.flatMap((family) =>
    family(sentence, tool, known).map((body): Rule => ({ ...body, from, ...message })),
  )
}

/** Reads each sentence of a tool, but those that have a verdict. */
export function readSentences(tool: ToolSpec): ReadSentence[] {
  const judged = new Set(tool.sentences?.map(({ text }) => text))
  const readBy = (sentence: Sentence, families: readonly Recogniser[], known: readonly Rule[]): Rule[] =>
    judged.has(sentence.text) ? [] : read(sentence, tool, families, known)
  const first = sentencesOf(tool).map((sentence) => ({ sentence, rules: readBy(sentence, ALONE, []) }))
  const known = [...tool.parameters.flatMap(declaredRules), ...first.flatMap(({ rules }) => rules)]
  return first.map(({ sentence, rules }) => ({
    sentence,
    rules: [...rules, ...readBy(sentence, [requiredIf], known)],
  }))
}

function settled(tool: ToolSpec): Rule[] {
  const stated = tool.parameters.flatMap((parameter) => [
    ...declaredRules(parameter),
    ...impliedRules(parameter),
  ])
  return settleRules([...stated, ...readSentences(tool).flatMap(({ rules }) => rules)])
}

/**
 * The tool with the rules that its specification states: declared ones, those that the names of parameters imply, and
 * those that its prose says with certainty. What rules of a kind say of the same parameter is settled, and what
 * contradicts itself left out; rules that the tool has already stand as they are.
 */
export function compileRules(tool: ToolSpec): ToolSpec {
  const given = new Set(tool.rules.map(ruleKey))
  const rules = settled(tool)
  return { ...tool, rules: [...tool.rules, ...rules.filter((rule) => !given.has(ruleKey(rule)))] }
}

const known = new WeakMap<ToolSpec, readonly Rule[]>()

/** What the specification states of the outputs of a tool, read like rules of parameters: closed lists, ranges, formats. */
export function outputRules(tool: ToolSpec): readonly Rule[] {
  let rules = known.get(tool)
  if (rules === undefined) {
    const parameters = tool.outputs.map((output) => ({ ...output, required: true }))
    rules = compileRules({ ...tool, parameters, usage: '', failureModes: [], rules: [] }).rules
    known.set(tool, rules)
  }
  return rules
}
