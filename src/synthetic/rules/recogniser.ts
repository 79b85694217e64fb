import type { Rule, RuleKind, RuleOf } from '../tool-spec/rule.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { Sentence } from './sentence.ts'

type Body<R> = R extends Rule ? Omit<R, 'from' | 'message'> : never
/** A rule without its origin, which the compiler adds. */
export type RuleBody = Body<Rule>
/** The same of one kind. */
export type BodyOf<K extends RuleKind> = Body<RuleOf<K>>

/**
 * Reads one family of rules out of a sentence; gives none where it is not certain of them. `rules` are those that
 * other families found in the same tool before.
 */
export type Recogniser = (sentence: Sentence, tool: ToolSpec, rules: readonly Rule[]) => RuleBody[]
