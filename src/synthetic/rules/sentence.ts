import type { Rule, RuleKind, RuleOf, RuleSource } from '../tool-spec/rule.ts'
import type { SpecParameter, ToolSpec } from '../tool-spec/tool-spec.ts'

/** One sentence of a specification that may hold rules. */
export interface Sentence {
  source: Extract<RuleSource, 'parameter' | 'usage' | 'failure'>
  text: string
  /** What stands before the colon of a failure mode; empty elsewhere. */
  title: string
  /** The clauses of the explanation, or of the description. */
  clauses: readonly string[]
  /** The parameter whose description it is. */
  parameter?: SpecParameter
}

/** Sentences and half sentences; a full stop within a number or a bracket ends none. */
const clausesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!])\s+(?=[A-Z])|;\s+/)
    .map((clause) => clause.trim().replace(/\.$/, ''))
    .filter((clause) => clause !== '')

function failureSentence(text: string): Sentence {
  const colon = text.indexOf(': ')
  const title = colon < 0 ? '' : text.slice(0, colon)
  return { source: 'failure', text, title, clauses: clausesOf(colon < 0 ? text : text.slice(colon + 2)) }
}

/** All sentences of a tool: descriptions of parameters, then usage, then failure modes. */
export const sentencesOf = ({ parameters, usage, failureModes }: ToolSpec): Sentence[] => [
  ...parameters
    .filter(({ description }) => description !== '')
    .map((parameter): Sentence => {
      const text = parameter.description
      return { source: 'parameter', text, title: '', clauses: clausesOf(text), parameter }
    }),
  ...clausesOf(usage).map((text): Sentence => ({ source: 'usage', text, title: '', clauses: [text] })),
  ...failureModes.map(failureSentence),
]

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
