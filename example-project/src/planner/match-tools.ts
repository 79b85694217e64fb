import { fitOf } from './fit.ts'
import type { Clause } from './prompt.ts'
import type { ToolSpec } from './tool-spec.ts'
import type { Kind } from './values.ts'
import { overlap, termsOf, wordsOf, stem } from './words.ts'

/** A tool and how well it suits a clause. */
export interface Match {
  tool: ToolSpec
  score: number
  /** The clause begins with a word that the tool is known by. */
  led: boolean
}

/** Kinds that say much about the tool, because few parameters take them. */
const TELLING: ReadonlySet<Kind> = new Set<Kind>([
  'currency',
  'date',
  'datetime',
  'domain',
  'email',
  'expression',
  'language',
  'path',
  'timezone',
  'unit',
  'url',
])

const WEIGHTS = { name: 3, head: 1.2, rest: 0.4, param: 1, described: 0.5 }
/** A match below this is a coincidence of words. */
const FLOOR = 2.2

const knownBy = (tool: ToolSpec, term: string): number => {
  if (tool.nameTerms.has(term)) return WEIGHTS.name
  if (tool.headTerms.has(term)) return WEIGHTS.head
  if (tool.params.some((param) => param.nameTerms.has(term))) return WEIGHTS.param
  if (tool.params.some((param) => param.options.some((option) => termsOf(option).has(term)))) return WEIGHTS.param
  if (tool.params.some((param) => param.terms.has(term))) return WEIGHTS.described
  return tool.restTerms.has(term) ? WEIGHTS.rest : 0
}

/** Picks among the offered tools by the words they share with a clause, rare words first. */
export class ToolMatcher {
  private readonly tools: readonly ToolSpec[]

  constructor(tools: readonly ToolSpec[]) {
    this.tools = tools
  }

  /** Inverse document frequency over the offered tools, from their names and first sentences. */
  private rarity(term: string): number {
    const knowing = this.tools.filter((tool) => tool.nameTerms.has(term) || tool.headTerms.has(term)).length
    return Math.log(1 + (this.tools.length + 1) / (knowing + 0.5)) / Math.log(1 + this.tools.length + 1)
  }

  score(tool: ToolSpec, clause: Clause): number {
    let score = 0
    for (const term of termsOf(clause.words)) score += knownBy(tool, term) * this.rarity(term)
    const named = overlap(tool.nameTerms, termsOf(clause.words)) / Math.max(1, tool.nameTerms.size)
    score *= 1 + 0.5 * named
    if (score === 0) return 0
    for (const value of clause.values) {
      if (!value.kinds.some((kind) => TELLING.has(kind))) continue
      const takers = tool.params.filter((param) => fitOf(value, param) >= 0.7)
      score += takers.length === 0 ? -0.7 : takers.some((param) => param.required) ? 1.2 : 0.6
    }
    return score
  }

  /** The tool that suits a clause best, where one suits it at all. */
  best(clause: Clause): Match | undefined {
    const [top] = this.tools
      .map((tool) => ({ tool, score: this.score(tool, clause) }))
      .sort((a, b) => b.score - a.score)
    if (top === undefined || top.score < FLOOR) return undefined
    const [first] = wordsOf(clause.words).filter((word) => termsOf(word).size > 0)
    const led = first !== undefined && (top.tool.nameTerms.has(stem(first)) || top.tool.headTerms.has(stem(first)))
    return { ...top, led }
  }
}
