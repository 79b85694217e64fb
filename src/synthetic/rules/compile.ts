import type { Rule } from '../tool-spec/rule.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { closedList } from './closed-list.ts'
import { declaredRules } from './declared.ts'
import { equalLength } from './equal-length.ts'
import { existence } from './existence.ts'
import { formatRule } from './format.ts'
import { impliedRules } from './implied.ts'
import { itemCount } from './item-count.ts'
import { layoutRule } from './layout.ts'
import { lengthRule } from './length.ts'
import { nonEmpty } from './non-empty.ts'
import { ordering } from './ordering.ts'
import { presence } from './presence.ts'
import { range } from './range.ts'
import type { Recogniser } from './recogniser.ts'
import { requiredIf } from './required-if.ts'
import { type Sentence, sentencesOf } from './sentence.ts'
import { ruleKey, type SettledRules, settleRules } from './settle-rules.ts'
import { transition } from './transition.ts'

/** Families that read a sentence by itself. */
const ALONE: readonly Recogniser[] = [
  closedList,
  range,
  lengthRule,
  itemCount,
  nonEmpty,
  formatRule,
  layoutRule,
  equalLength,
  presence,
  ordering,
  existence,
]
/** Families that need the closed lists of the tool. */
const WITH_LISTS: readonly Recogniser[] = [requiredIf, transition]

/** A sentence and the rules that were read from it. */
export interface ReadSentence {
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

/** Reads each sentence of a tool. */
export function readSentences(tool: ToolSpec): ReadSentence[] {
  const first = sentencesOf(tool).map((sentence) => ({ sentence, rules: read(sentence, tool, ALONE, []) }))
  const known = [...tool.parameters.flatMap(declaredRules), ...first.flatMap(({ rules }) => rules)]
  return first.map(({ sentence, rules }) => ({
    sentence,
    rules: [...rules, ...read(sentence, tool, WITH_LISTS, known)],
  }))
}

function settled(tool: ToolSpec): SettledRules {
  const stated = tool.parameters.flatMap((parameter) => [
    ...declaredRules(parameter),
    ...impliedRules(parameter),
  ])
  return settleRules([...stated, ...readSentences(tool).flatMap(({ rules }) => rules)])
}

/** Rules of a tool that contradict each other; {@link compileRules} leaves them out. */
export const contradictionsOf = (tool: ToolSpec): Rule[] => settled(tool).dropped

/**
 * The tool with the rules that its specification states: declared ones, those that the names of parameters imply, and
 * those that its prose says with certainty. What rules of a kind say of the same parameter is settled, and what
 * contradicts itself left out; rules that the tool has already stand as they are.
 */
export function compileRules(tool: ToolSpec): ToolSpec {
  const given = new Set(tool.rules.map(ruleKey))
  const { rules } = settled(tool)
  return { ...tool, rules: [...tool.rules, ...rules.filter((rule) => !given.has(ruleKey(rule)))] }
}
