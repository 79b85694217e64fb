import { expect, it } from 'vitest'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { coverageOf } from '../../../src/synthetic/rules/coverage.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import { RULE_KINDS, RULE_SOURCES } from '../../../src/synthetic/tool-spec/rule.ts'
import type { ToolSpec } from '../../../src/synthetic/tool-spec/tool-spec.ts'
import { validateCall } from '../../../src/synthetic/validate/validate.ts'
import { describeWithShared, hasSharedData, sharedLines } from '../../support/shared-data.ts'
import { derivedCalls, loggedCalls, type RecordedCall } from './recorded-calls.ts'

interface Agreement {
  family: string
  calls: number
  /** PASS or FAIL and the status code are those that are recorded. */
  agree: number
  failing: number
  falseFail: number
  falsePass: number
}

function agreementOf(family: string, calls: readonly RecordedCall[]): Agreement {
  const judged = calls.map(({ tool, args, status, code }) => {
    const verdict = validateCall({ tool: tool.id, args }, [tool])
    return {
      expected: status,
      given: verdict.status,
      agrees: verdict.status === status && verdict.code === code,
    }
  })
  const count = (test: (one: (typeof judged)[number]) => boolean): number => judged.filter(test).length
  return {
    family,
    calls: judged.length,
    agree: count(({ agrees }) => agrees),
    failing: count(({ expected }) => expected === 'FAIL'),
    falseFail: count(({ expected, given }) => expected === 'PASS' && given === 'FAIL'),
    falsePass: count(({ expected, given }) => expected === 'FAIL' && given === 'PASS'),
  }
}

const byFamily = (calls: readonly RecordedCall[]): Agreement[] =>
  [...new Set(calls.map(({ family }) => family))].map((family) =>
    agreementOf(
      family,
      calls.filter((call) => call.family === family),
    ),
  )

const recall = ({ failing, falsePass }: Agreement): number => (failing - falsePass) / failing
const share = (part: number, whole: number): string => (whole === 0 ? '' : ((100 * part) / whole).toFixed(1))
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
const grid = (head: readonly string[], lines: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...lines.map(row)].join('\n')

const agreementTable = (lines: readonly Agreement[]): string =>
  grid(
    ['calls', 'number', 'agree', '%', 'to fail', 'false PASS', 'false FAIL'],
    lines.map(({ family, calls, agree, failing, falsePass, falseFail }) => [
      family,
      calls,
      agree,
      share(agree, calls),
      failing,
      falsePass,
      falseFail,
    ]),
  )

/** What becomes of a sentence without a model. */
const FATES = ['compiled', 'schema', 'model', 'silent'] as const

function sentenceTable(tools: readonly ToolSpec[]): string {
  const sentences = tools.flatMap(coverageOf)
  return grid(
    ['sentences of', 'number', ...FATES],
    (['parameter', 'usage', 'failure'] as const).map((source) => {
      const own = sentences.filter((sentence) => sentence.source === source)
      return [
        source,
        own.length,
        ...FATES.map((fate) => own.filter((sentence) => sentence.fate === fate).length),
      ]
    }),
  )
}

/** Kinds that stand in machine-readable specifications alone; prose has none. */
const UNWRITTEN: readonly string[] = ['pattern', 'record_field']

function ruleTable(tools: readonly ToolSpec[]): string {
  const rules = tools.flatMap((tool) => tool.rules)
  return grid(
    ['rule', ...RULE_SOURCES, 'tools'],
    RULE_KINDS.filter((kind) => !UNWRITTEN.includes(kind)).map((kind) => [
      kind,
      ...RULE_SOURCES.map(
        (source) => rules.filter((rule) => rule.kind === kind && rule.from.source === source).length,
      ),
      tools.filter((tool) => tool.rules.some((rule) => rule.kind === kind)).length,
    ]),
  )
}

describeWithShared('validation of recorded calls', 'synthtools', () => {
  const derived = hasSharedData ? derivedCalls() : []
  const logged = hasSharedData ? loggedCalls() : []
  const families = byFamily(derived)

  it('agrees with 99.7 % of the calls that were derived from known ones, and refuses at most two valid ones', () => {
    const all = agreementOf('all', derived)
    expect(all.calls).toBeGreaterThan(2500)
    expect(all.agree / all.calls).toBeGreaterThanOrEqual(0.997)
    expect(all.falseFail).toBeLessThanOrEqual(2)
  })

  it('agrees in status and code with 98 % of them', () => {
    const all = agreementOf('all', [...derived, ...logged])
    expect(all.calls).toBeGreaterThan(2500)
    expect(all.agree / all.calls).toBeGreaterThanOrEqual(0.98)
    const ace = agreementOf('ACEBench', logged)
    expect(ace.agree / ace.calls).toBeGreaterThanOrEqual(0.98)
  })

  it('lets at most one in ten bad calls of a family pass', () => {
    const failing = [...families, agreementOf('ACEBench', logged)].filter((one) => one.failing > 0)
    expect(failing.length).toBeGreaterThan(10)
    expect(failing.filter((one) => recall(one) < 0.9)).toEqual([])
  })

  it('fails at most one in a hundred calls that are known to be right', () => {
    const valid = families.find(({ family }) => family === 'known valid')
    expect(valid?.calls).toBeGreaterThan(300)
    expect((valid?.falseFail ?? 0) / (valid?.calls ?? 0)).toBeLessThanOrEqual(0.01)
  })

  it('has the figures of the docs', async () => {
    const published = sharedLines('synthtools/tools-sample.jsonl').map((line) =>
      readPublishedTool(JSON.parse(line)),
    )
    const tools = published.map(compileRules)
    const compiled = tools.filter(({ rules }) =>
      rules.some(({ from }) => from.source !== 'schema' && from.source !== 'implied'),
    )
    const page = `# Calls of synthetic tools, judged without a model

How often \`tracewright synth simulate\` agrees with recorded verdicts on calls, by kind of error. A test writes this page. A
call agrees if PASS or FAIL and the status code equal the record. A *false PASS* is a call that should fail and does not, a
*false FAIL* a call that should pass and does not.

## Calls derived from known ones

Known calls of ${families.find(({ family }) => family === 'known valid')?.calls} tools, and calls that were made from
them by breaking one thing; "drop optionals" breaks nothing.

${agreementTable([...families, agreementOf('all', derived)])}

## ACEBench calls

The record is the answer of the published simulator, a model.

${agreementTable([...byFamily(logged), agreementOf('all', logged)])}

## Rules read from ${tools.length} specifications

${share(compiled.length, tools.length)} % of the tools have a rule that was read from prose. A sentence is *compiled*
into rules, repeats what the *schema* says, is left to a *model*, or is *silent*: it demands nothing. Left to a model are
failures at run time, authorisation, quality of data and whatever is not certain.

${sentenceTable(published)}

Rules after what several sentences say of one parameter is settled, by where they come from.

${ruleTable(tools)}
`
    await expect(page).toMatchFileSnapshot('../../../docs/synthetic-validation.md')
  })
})
