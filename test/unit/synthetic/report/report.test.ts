import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeAccuracy, judgeCases, simulatorFigures } from '../../../../src/synthetic/audit/accuracy.ts'
import { auditToolkit } from '../../../../src/synthetic/audit/audit-report.ts'
import { judgeByRules } from '../../../../src/synthetic/audit/rule-judge.ts'
import { derivedTests } from '../../../../src/synthetic/audit/stress/derive.ts'
import { measureWithModel } from '../../../../src/synthetic/audit/with-model.ts'
import { respondWithPlaceholders as respond } from '../../../../src/synthetic/simulate/respond.ts'
import { ScriptedModel } from '../../../support/scripted-model.ts'
import { shopOf, shopTool } from '../simulate/kiln-shop.ts'

const shop = {
  ...shopOf([
    shopTool(
      'Advise',
      { glaze: 'string', cone: 'integer|Cone (1-10)' },
      { glaze: 'string', verse: 'string' },
      {
        failureModes: ['Cone out of range: cone must be between 1 and 10.'],
      },
    ),
    shopTool('Weigh', { glaze: 'string' }, { kg: 'number' }),
  ]),
  state: {},
  known: [
    { tool: 'Advise', args: { glaze: 'celadon', cone: 5 }, output: { glaze: 'celadon', verse: 'Slowly.' } },
    { tool: 'Weigh', args: { glaze: 'celadon' }, output: { kg: 3.5 } },
  ],
}
const tests = derivedTests(shop, 0)
const cases = judgeCases(tests, (id) => shop.tools.find((tool) => tool.id === id))

describe('the accuracy of a judge', () => {
  it('is measured on right responses and on ones made wrong in each of four ways', () => {
    const wrongs = new Set(cases.map(({ wrong }) => wrong))
    expect(wrongs).toEqual(new Set([null, 'status', 'code', 'message', 'output']))
    expect(cases.every(({ due, wrong }) => (due === 'correct') === (wrong === null))).toBe(true)
    const rules = judgeAccuracy(
      cases,
      cases.map((one) => judgeByRules(one).judgment),
    )
    expect(rules).toMatchObject({ cases: cases.length, right: cases.length, unknown: 0 })
    expect(rules.passed_wrong).toMatchObject({ count: 0 })
    expect(rules.passed_wrong.upper).toBeGreaterThan(0)
  })

  it('tells a judge that passes everything, one that refuses everything and one that says nothing', () => {
    const wrong = cases.filter((one) => one.wrong !== null).length
    const passing = judgeAccuracy(
      cases,
      cases.map(() => 'correct'),
    )
    expect(passing.passed_wrong).toMatchObject({ count: wrong, of: wrong, upper: 1 })
    expect(passing.accuracy?.value).toBeCloseTo((cases.length - wrong) / cases.length)
    const refusing = judgeAccuracy(
      cases,
      cases.map(() => 'inappropriate_response'),
    )
    expect(refusing.false_alarms).toEqual({ count: cases.length - wrong, of: cases.length - wrong })
    expect(judgeAccuracy(cases, [])).toMatchObject({ accuracy: null, unknown: cases.length })
  })
})

describe('the figures of a simulator', () => {
  it('count known and new input apart, and nothing that was not checked', async () => {
    const report = await auditToolkit(shop, { attempts: 1 })
    expect(report.known).toEqual({ cases: 2, wrong: 0 })
    const figures = simulatorFigures(report)
    expect(figures.known_input).toMatchObject({ value: 1, cases: 2 })
    expect(figures.tools_by_errors).toEqual([2])
    expect(report.coverage.not_covered).toBeGreaterThan(0)
    expect(figures.responses?.cases).toBe(report.coverage.checked)
    expect(figures.new_input?.cases).toBe(report.coverage.checked - 2)
    expect(figures.responses?.value).toBe(1)
  })

  it('show a simulator that forgets what is known, and accepts what it must refuse', async () => {
    const careless = await auditToolkit(shop, {
      attempts: 1,
      responder: {
        name: 'careless',
        answer: ({ tool, args }, _, world) =>
          respond({ tool, args: { ...args, cone: 5 } }, { ...shop, known: [] }, world),
      },
    })
    const figures = simulatorFigures(careless)
    expect(figures.known_input?.value).toBe(0)
    expect(figures.tools_by_errors[0]).toBe(0)
    expect(figures.responses?.value).toBeLessThan(0.7)
  })
})

describe('with a model', () => {
  const measure = (model: ScriptedModel, cache: string, maxCalls?: number) =>
    measureWithModel(shop, cases, {
      ...{ model, cache, seed: 0 },
      ...(maxCalls === undefined ? {} : { maxCalls }),
    })
  const file = () => join(mkdtempSync(join(tmpdir(), 'tracewright-report-')), 'answers.jsonl')

  it('measures it as simulator and as judge, and replays', async () => {
    const script = ({ name, prompt }: { name: string; prompt: string }) => {
      if (name === 'verdict')
        return { value: { judgment: 'correct', confidence: 1, reasoning: 'So it seems.' } }
      const { glaze } = JSON.parse(/^Call: (.*)$/m.exec(prompt)?.[1] ?? '{}')
      const output = prompt.includes('"name":"Weigh"') ? { kg: 2 } : { glaze, verse: 'Gently.' }
      return { value: { refusal: null, output } }
    }
    const cache = file()
    const first = await measure(new ScriptedModel(script), cache)
    expect(first.stopped).toBeNull()
    expect(first.report).toMatchObject({
      correct: first.report.tests,
      findings: [],
      coverage: { not_covered: 0 },
    })
    const accuracy = judgeAccuracy(cases, first.verdicts)
    // The verdict "correct" cannot be given for a wrong status; it is for everything else.
    expect(accuracy.passed_wrong.count).toBeGreaterThan(0)
    const model = new ScriptedModel(() => {
      throw new Error('nobody is asked')
    })
    const second = await measure(model, cache)
    expect([second.usage.calls, second.verdicts]).toEqual([0, first.verdicts])
  })

  it('says that the figures are of a part where the budget ends', async () => {
    const { stopped, usage } = await measure(
      new ScriptedModel(() => ({ value: { judgment: 'correct', confidence: 1, reasoning: 'x' } })),
      file(),
      3,
    )
    expect(usage.calls).toBe(3)
    expect(stopped).toContain('budget of 3 calls')
  })

  it('does not count a service that fails as wrong responses', async () => {
    const { stopped, report } = await measure(
      new ScriptedModel(() => {
        throw new Error('the socket hung up')
      }),
      file(),
    )
    expect(stopped).toContain('the socket hung up')
    expect(report.findings).toEqual([])
    // What is refused by rules or known needs no model, but its judge does.
    expect(simulatorFigures(report)).toEqual({
      ...{ new_input: null, known_input: null, responses: null },
      tools_by_errors: [0],
    })
  })
})
