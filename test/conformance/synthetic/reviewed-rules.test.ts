import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { wilson } from '../../../src/metrics/intervals.ts'
import { RULE_KINDS } from '../../../src/synthetic/tool-spec/rule.ts'
import { rowsIn } from '../../support/json-lines.ts'
import { describeWithShared, hasSharedData } from '../../support/shared-data.ts'
import { bodyOf, drawRules, keyOf, sampleTools } from './draw-rules.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** Draws the rules that were read. */
const SEED = 20251121

const reviewedRule = z.strictObject({
  tool: z.string(),
  kind: z.enum(RULE_KINDS),
  parameters: z.array(z.string()),
  /** Digest of the sentence. */
  sentence: digest,
  /** Digest of what the rule says; absent for one that is no longer compiled. */
  body: digest.optional(),
  /** Whether it was drawn before wrong readings were corrected (`first`), after (`now`) or both. */
  draw: z.enum(['first', 'now', 'both']),
  verdict: z.enum(['right', 'wrong']),
  why: z.string().optional(),
})

const reviewed = rowsIn(resolve(import.meta.dirname, 'reviewed-rules.jsonl')).map((row) =>
  reviewedRule.parse(row),
)
const keyText = ({ tool, kind, parameters, sentence }: ReturnType<typeof keyOf>): string =>
  JSON.stringify([tool, kind, parameters, sentence])

const percent = (share: number): string => (100 * share).toFixed(1)
function figure(rows: typeof reviewed): string {
  const right = rows.filter(({ verdict }) => verdict === 'right').length
  const { low, high } = wilson(right, rows.length)
  return `${right} of ${rows.length} right, ${percent(low)} to ${percent(high)} % (Wilson, 95 %)`
}

describeWithShared('compiled rules that were read one by one', 'synthtools', () => {
  const tools = hasSharedData ? sampleTools() : []
  const compiled = new Map(
    tools.flatMap((tool) =>
      tool.rules.map((rule) => [keyText(keyOf({ tool, rule })), bodyOf({ tool, rule })] as const),
    ),
  )

  it('are those that are drawn', () => {
    const drawn = drawRules(tools, 100, SEED).map((one) => keyText(keyOf(one)))
    expect(drawn).toHaveLength(100)
    const due = reviewed.filter(({ draw }) => draw !== 'first').map(keyText)
    expect(drawn.toSorted()).toEqual(due.toSorted())
  })

  it('are still compiled that way where they are right, and not where they are wrong', () => {
    for (const one of reviewed) {
      if (one.verdict === 'right') expect(compiled.get(keyText(one)), keyText(one)).toBe(one.body)
      else expect(compiled.has(keyText(one)), keyText(one)).toBe(false)
    }
  })

  it('has the figures of the docs', async () => {
    const first = reviewed.filter(({ draw }) => draw !== 'now')
    const now = reviewed.filter(({ draw }) => draw !== 'first')
    const kinds = RULE_KINDS.filter((kind) => first.some((one) => one.kind === kind))
    const rows = kinds.map((kind) => {
      const rules = first.filter((one) => one.kind === kind)
      return `| ${kind} | ${rules.length} | ${rules.filter(({ verdict }) => verdict === 'right').length} |`
    })
    const wrong = first.filter(({ verdict }) => verdict === 'wrong')
    const page = `# Compiled rules, read one by one

How many rules that are compiled from prose say what their sentence says. From ${tools.length} specifications 100 rules were
drawn (seed ${SEED}, in proportion to their families, at most one of a tool if possible). Each was compared with its
sentence and the tool's parameters. A rule is right if it never refuses a call that its sentence allows. It may check less than the
sentence asks. Rules of families that are no longer compiled are left out. A test repeats the draw, checks that each rule is
compiled as it was read, and writes this page.

First draw, as found: ${figure(first)}.

| rule | read | right |
| --- | --: | --: |
${rows.join('\n')}

Wrong were:

${wrong.map(({ kind, tool, why }) => `- ${kind}, ${tool}: ${why}`).join('\n')}

The reader was then corrected and the replaced rules were read as well, so that now
${now.filter(({ verdict }) => verdict === 'right').length} of ${now.length} are right. Only the first number is an estimate, because the correction followed the reading. Another
hundred rules, drawn in another order and read before the correction, had two errors, which are corrected too.
`
    await expect(page).toMatchFileSnapshot('../../../docs/synthetic-rules.md')
  })
})
