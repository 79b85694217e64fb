import { RULE_KINDS, RULE_SOURCES, type RuleKind, type RuleSource } from '../tool-spec/rule.ts'
import type { SentenceFate, ToolCoverage } from './coverage.ts'

export const FATES: readonly SentenceFate[] = ['compiled', 'schema', 'model', 'silent']

export interface CoverageTotals {
  readonly tools: number
  /** Tools with a rule that was read from prose. */
  readonly tools_with_prose_rules: number
  readonly sentences: Readonly<Record<SentenceFate, number>>
  /** Rules by kind: how many from which source, and how many tools have one. */
  readonly rules: readonly {
    readonly kind: RuleKind
    readonly sources: Readonly<Record<RuleSource, number>>
    readonly tools: number
  }[]
}

/** How many sentences have which fate, and how many rules of which kind come from where; kinds without a rule are left out. */
export function coverageTotals(coverages: readonly ToolCoverage[]): CoverageTotals {
  const sentences = coverages.flatMap((coverage) => coverage.sentences)
  const rules = coverages.flatMap((coverage) => coverage.rules)
  const isProse = (source: RuleSource): boolean => source !== 'schema' && source !== 'implied'
  const fates = FATES.map((fate) => [fate, sentences.filter((one) => one.fate === fate).length] as const)
  return {
    tools: coverages.length,
    tools_with_prose_rules: coverages.filter((one) => one.rules.some(({ source }) => isProse(source))).length,
    sentences: Object.fromEntries(fates) as Record<SentenceFate, number>,
    rules: RULE_KINDS.flatMap((kind) => {
      const own = rules.filter((rule) => rule.kind === kind)
      if (own.length === 0) return []
      const sources = RULE_SOURCES.map(
        (source) => [source, own.filter((rule) => rule.source === source).length] as const,
      )
      return [
        {
          kind,
          sources: Object.fromEntries(sources) as Record<RuleSource, number>,
          tools: coverages.filter((coverage) => coverage.rules.some((rule) => rule.kind === kind)).length,
        },
      ]
    }),
  }
}
