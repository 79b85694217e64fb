import { fitOf } from './fit.ts'
import type { Clause } from './prompt.ts'
import type { ToolSpec } from './tool-spec.ts'
import type { Kind } from './values.ts'
import { isCommand, overlap, termsOf, weightedTerms } from './words.ts'

/** A tool and how well it suits a clause. */
export interface Match {
  tool: ToolSpec
  score: number
  /** The clause begins with a verb of doing. */
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
  'json',
  'language',
  'list',
  'path',
  'timezone',
  'unit',
  'url',
])

const WEIGHTS = { name: 3, option: 2, head: 1.2, param: 1, described: 0.5, rest: 0.4 }
/** Matches below these are coincidences of words; a mere part of a sentence has more to prove. */
const FLOOR = { clause: 1.1, part: 2.2 }

/** True for words like "week" and "weekday". */
const compounds = (term: string, terms: ReadonlySet<string>): boolean =>
  term.length >= 4 && [...terms].some((other) => other.startsWith(term))

function knownBy(tool: ToolSpec, term: string): number {
  if (tool.nameTerms.has(term)) return WEIGHTS.name
  if (compounds(term, tool.nameTerms)) return WEIGHTS.name / 2
  if (tool.params.some((param) => param.options.some((option) => termsOf(option).has(term))))
    return WEIGHTS.option
  if (tool.headTerms.has(term)) return WEIGHTS.head
  if (tool.params.some((param) => param.nameTerms.has(term))) return WEIGHTS.param
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
    const terms = weightedTerms(clause.words)
    for (const [term, weight] of terms) score += knownBy(tool, term) * this.rarity(term) * weight
    const named = overlap(tool.nameTerms, new Set(terms.keys())) / Math.max(1, tool.nameTerms.size)
    score *= 1 + 0.5 * named
    if (score === 0 && clause.soft) return 0
    for (const value of clause.values) {
      const takers = tool.params.filter((param) => fitOf(value, param) >= 0.7)
      if (value.kinds[0] === 'name' && takers.some((param) => param.required)) score += 0.5
      if (!value.kinds.some((kind) => TELLING.has(kind))) continue
      score += takers.length === 0 ? -0.7 : takers.some((param) => param.required) ? 1.2 : 0.6
    }
    return score
  }

  /** The tool that suits a clause best, where one suits it at all. */
  best(clause: Clause): Match | undefined {
    const [top] = this.tools
      .map((tool) => ({ tool, score: this.score(tool, clause) }))
      .sort((a, b) => b.score - a.score)
    const led = isCommand(clause.words)
    if (top === undefined || top.score < (clause.soft && !led ? FLOOR.part : FLOOR.clause)) return undefined
    return { ...top, led }
  }
}
