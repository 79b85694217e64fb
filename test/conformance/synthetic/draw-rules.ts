import { createHash } from 'node:crypto'
import { stableJson } from '../../../src/shared/json.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import { parametersOf, type Rule } from '../../../src/synthetic/tool-spec/rule.ts'
import type { ToolSpec } from '../../../src/synthetic/tool-spec/tool-spec.ts'
import { sharedLines } from '../../support/shared-data.ts'

/** A compiled rule with the tool that it belongs to. */
export interface DrawnRule {
  tool: ToolSpec
  rule: Rule
}

export const sampleTools = (): ToolSpec[] =>
  sharedLines('synthtools/tools-sample.jsonl').map((line) =>
    compileRules(readPublishedTool(JSON.parse(line))),
  )

/** What tells a rule apart without its sentence. */
export const keyOf = ({ tool, rule }: DrawnRule) => ({
  tool: tool.id,
  kind: rule.kind,
  parameters: [...parametersOf(rule)],
  sentence: createHash('sha256').update(rule.from.text).digest('hex'),
})

/** What the rule says, as a digest, so that the fixture holds none of the texts. */
export const bodyOf = ({ rule: { from: _, message: __, ...body } }: DrawnRule): string =>
  createHash('sha256').update(stableJson(body)).digest('hex')

/** Rules that were read from prose; those that the schema declares or a name implies need no reading. */
const fromProse = ({ from }: Rule): boolean => from.source !== 'schema' && from.source !== 'implied'

/** How many of each family of so many: in proportion, at least one of each, the largest remainders rounded up. */
function shares(sizes: ReadonlyMap<string, number>, count: number): Map<string, number> {
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const parts = [...sizes].map(([kind, size]) => ({ kind, size, exact: (count * size) / total }))
  const given = new Map(
    parts.map(({ kind, size, exact }) => [kind, Math.min(size, Math.max(1, Math.floor(exact)))]),
  )
  const order = parts.sort((a, b) => (b.exact % 1) - (a.exact % 1) || a.kind.localeCompare(b.kind))
  const sum = (): number => [...given.values()].reduce((all, own) => all + own, 0)
  for (let i = 0; sum() < count; i = (i + 1) % order.length) {
    const part = order[i]
    const own = part && given.get(part.kind)
    if (part !== undefined && own !== undefined && own < part.size) given.set(part.kind, own + 1)
  }
  return given
}

const rankOf = (one: DrawnRule, seed: number): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, keyOf(one)]))
    .digest('hex')

/**
 * Draws rules that were read from prose, in proportion to their families, of a tool at most one where that can be. The
 * order is that of digests, so that a rule which comes or goes hardly changes which others are drawn.
 */
export function drawRules(tools: readonly ToolSpec[], count: number, seed: number): DrawnRule[] {
  const all = tools.flatMap((tool) => tool.rules.filter(fromProse).map((rule): DrawnRule => ({ tool, rule })))
  const sizes = new Map<string, number>()
  for (const { rule } of all) sizes.set(rule.kind, (sizes.get(rule.kind) ?? 0) + 1)
  const given = shares(sizes, count)
  const taken = new Set<string>()
  // Small families first, while there are tools to choose from.
  const kinds = [...sizes].sort(([a, n], [b, m]) => n - m || a.localeCompare(b)).map(([kind]) => kind)
  return kinds.flatMap((kind) => {
    const ranked = all
      .filter(({ rule }) => rule.kind === kind)
      .map((one) => ({ one, rank: rankOf(one, seed) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ one }) => one)
    const fresh = ranked.filter((one, i) => {
      const isFirst = ranked.findIndex(({ tool }) => tool.id === one.tool.id) === i
      return isFirst && !taken.has(one.tool.id)
    })
    const drawn = [...new Set([...fresh, ...ranked])].slice(0, given.get(kind) ?? 0)
    for (const { tool } of drawn) taken.add(tool.id)
    return drawn
  })
}
