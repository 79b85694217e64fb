import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { groupBy } from '../../../src/shared/group.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import { validateCall } from '../../../src/synthetic/validate/validate.ts'
import { describeWithShared, hasSharedData, readSharedLines } from '../../support/shared-data.ts'
import { compareWithSandbox } from './acebench-sandbox.ts'
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

  it('has the numbers of the docs', async () => {
    const tools = readSharedLines('synthtools/tools-sample.jsonl').map((line) =>
      compileRules(readPublishedTool(JSON.parse(line))),
    )
    const compiled = tools.filter(({ rules }) => rules.some(({ from }) => from.source === 'failure'))
    const page = `# Calls of synthetic tools, judged without a model

How often \`tracewright synth simulate\` agrees with recorded verdicts on calls, by kind of error. A test writes this page. A
call agrees if PASS or FAIL and the status code equal the record. A *false PASS* is a call that should fail and does not, a
*false FAIL* a call that should pass and does not. Of ${tools.length} published tools ${share(compiled.length, tools.length)} % have a rule that was read from prose.

## Calls derived from known ones

Known calls of ${families.find(({ family }) => family === 'known valid')?.calls} tools, and calls that were made from
them by breaking one thing; "drop optionals" breaks nothing.

${agreementTable([...families, agreementOf('all', derived)])}

## ACEBench calls

The record is the answer of the published simulator, a model.

${agreementTable([...byFamily(logged), agreementOf('all', logged)])}

## ACEBench tools, executed

Ten of the tools have handlers in \`test/conformance/synthetic/acebench-handlers.json\`, written for this comparison. Each call runs in
a fresh state, here and in ACEBench's sandbox. It is equal if both refuse it, or both give the same data; sentences are not
compared. The published simulator, a model, equals the sandbox in 70 % of 164 calls.

| tool | calls | equal |
| --- | ---: | ---: |
${[...groupBy(compareWithSandbox(), ({ tool }) => tool)]
  .map(([tool, calls]) => {
    const equal = calls.filter(({ ours, sandbox }) => isDeepStrictEqual(ours, sandbox)).length
    return `| \`${tool}\` | ${calls.length} | ${equal} |`
  })
  .join('\n')}
`
    await expect(page).toMatchFileSnapshot('../../../docs/synthetic-validation.md')
  })
})
