import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { auditToolkit, keepReliableTools } from '../../../../src/synthetic/audit/audit-report.ts'
import type { TestedResponder } from '../../../../src/synthetic/audit/audit-test.ts'
import type { SyntheticResponse } from '../../../../src/synthetic/simulate/respond.ts'
import { respondWithPlaceholders as respond } from '../../../../src/synthetic/simulate/respond.ts'
import { createShopWorkshop } from '../../../support/shop/index.ts'
import { depot, knownOutput } from './depot.ts'

type Change<T> = (given: T, args: JsonObject) => object

/** A responder that does as ours does, but for what is done to outputs and to the verdicts of refusals. */
const broken =
  (
    onOutput: Change<JsonObject>,
    onRefusal: Change<SyntheticResponse['verdict']> = (it) => it,
  ): TestedResponder =>
  (call, toolkit, world) => {
    const { output, verdict, ...rest } = respond(call, toolkit, world)
    const changed =
      output === null
        ? { output, verdict: onRefusal(verdict, call.args) }
        : { output: onOutput(output, call.args), verdict }
    return { ...rest, ...changed } as SyntheticResponse
  }
/** Changes the value of an output in what has one. */
const changed = (name: string, value: Json) =>
  broken((output) => (name in output ? { ...output, [name]: value } : output))
const refusing = (more: object) => broken(asIs, (verdict) => ({ ...verdict, ...more }))
const asIs = (output: JsonObject): JsonObject => output
/** Gives this where ours refuses with one of these codes. */
const accepting =
  (output: JsonObject, ...codes: number[]): TestedResponder =>
  (call, toolkit, world) => {
    const response = respond(call, toolkit, world)
    if (!codes.includes(response.verdict.code)) return response
    const verdict = { ...response.verdict, status: 'PASS' as const, code: 200 as const, message: null }
    return { verdict, output: { ...output }, origin: 'placeholder' }
  }

describe('an audit of a sound simulator', () => {
  it('expects no missing record where a closed list refuses the key first', async () => {
    const { toolkit } = createShopWorkshop()
    const report = await auditToolkit(toolkit, { seed: 0 })
    expect(report.findings).toEqual([])
    expect(report.tools.every(({ kept }) => kept)).toBe(true)
  })

  it('finds nothing, and tests all three kinds on every tool; what it did not check it does not call correct', async () => {
    const report = await auditToolkit(depot, { seed: 0 })
    expect(report.findings).toEqual([])
    expect(report.bad_known).toEqual([])
    const { checked, unchecked, placeholder, not_covered } = report.coverage
    expect(report.correct).toBe(checked)
    expect(checked + unchecked + placeholder + not_covered).toBe(report.tests)
    // Routes that nobody planned before, and records that no known call shows.
    expect(not_covered).toBeGreaterThan(0)
    expect(unchecked).toBeGreaterThan(0)
    expect(report.untouched).toContainEqual({
      tool: 'plan',
      sentence: 'Road closed: The route leads over a closed road.',
    })
    for (const { categories, kept } of report.tools) {
      expect([categories.success_1, categories.success_2].every((n) => n > 0)).toBe(true)
      expect(kept).toBe(true)
    }
  })

  it('is the same for the same seed and another for another', async () => {
    const [a, b, c] = await Promise.all([1, 1, 2].map((seed) => auditToolkit(depot, { seed })))
    expect(a).toEqual(b)
    expect(a?.tests).toBe(c?.tests)
  })
})

const WRONG = 'inappropriate_response'

describe('an audit of a broken simulator', () => {
  it.for<[string, TestedResponder, string, RegExp]>([
    [
      'accepts everything',
      accepting(knownOutput, 400, 404),
      'should_error_got_success',
      /status PASS, expected FAIL/,
    ],
    [
      'refuses everything',
      (call, toolkit, world) => {
        const { verdict } = respond(call, toolkit, world)
        return {
          verdict: { ...verdict, status: 'FAIL', code: 400, parameter: 'mode', message: 'Invalid mode.' },
          output: null,
          origin: null,
        }
      },
      'should_success_got_error',
      /status FAIL, expected PASS/,
    ],
    ['has the wrong code', refusing({ code: 404 }), WRONG, /status code 404, expected 400/],
    ['blames another parameter', refusing({ parameter: 'elsewhere' }), WRONG, /names elsewhere, not/],
    ['refuses without a word', refusing({ message: null }), WRONG, /without a message/],
    [
      'has a wrong key',
      broken((output) => ({ ...output, note: 'extra' })),
      WRONG,
      /"note" is unknown in the output/,
    ],
    [
      'leaves a key out',
      broken((output) => Object.fromEntries(Object.entries(output).slice(1))),
      WRONG,
      /must have required property/,
    ],
    ['has a wrong type', changed('distance', 'far'), WRONG, /must be number/],
    [
      'ignores known data',
      (call, toolkit, world) => respond(call, { ...toolkit, known: [] }, world),
      WRONG,
      /expected "van"/,
    ],
    [
      'drops an argument',
      ({ tool, args }, toolkit, world) =>
        respond({ tool, args: 'pieces' in args ? { ...args, pieces: 1 } : args }, toolkit, world),
      WRONG,
      /left is 39, expected 37/,
    ],
    ['loses the echo of an argument', changed('mode', 'tram'), WRONG, /mode is "tram", expected "van"/],
    ['says what the state does not', changed('weight', 4), WRONG, /weight is 4, expected 2.5/],
    [
      'ignores the state',
      accepting({ parcel_id: 'P1', weight: 1, status: 'sent' }, 404),
      'should_error_got_success',
      /status PASS, expected FAIL/,
    ],
    [
      'lets a balance fall below zero',
      (call, toolkit, world) => {
        const tools = toolkit.tools.map((tool) =>
          tool.handler === undefined ? tool : { ...tool, handler: { ...tool.handler, nonNegative: [] } },
        )
        return respond(call, { ...toolkit, tools }, world)
      },
      'should_error_got_success',
      /status PASS, expected FAIL/,
    ],
    [
      'fails',
      () => {
        throw new Error('out of order')
      },
      WRONG,
      /the simulator failed: out of order/,
    ],
  ])('catches one that %s', async ([, answer, judgment, check]) => {
    const { findings } = await auditToolkit(depot, { responder: { name: 'broken', answer }, seed: 0 })
    const caught = findings.filter((one) => one.judgment === judgment && check.test(one.reasoning))
    expect(caught.length, JSON.stringify(findings.map(({ reasoning }) => reasoning))).toBeGreaterThan(0)
  })

  it('drops the tools that are below the bound, and their known calls', async () => {
    const answer: TestedResponder = (call, toolkit, world) => {
      const response = respond(call, toolkit, world)
      return call.tool !== 'plan' || response.output === null ? response : { ...response, output: {} }
    }
    const report = await auditToolkit(depot, { responder: { name: 'half', answer }, minReliability: 0.6 })
    expect(report.tools.map(({ kept }) => kept)).toEqual([true, true, false])
    const kept = keepReliableTools(depot, report)
    expect(kept?.tools.map(({ id }) => id)).toEqual(['look_up', 'take'])
    expect(kept?.known.map(({ tool }) => tool)).toEqual(['take', 'look_up'])
    expect(
      keepReliableTools(depot, { tools: report.tools.map((one) => ({ ...one, kept: false })) }),
    ).toBeUndefined()
  })
})

describe('asking anew', () => {
  it('asks a model again and counts its first response all the same', async () => {
    const attempts: number[] = []
    const answer: TestedResponder = async (call, toolkit, world, attempt = 1) => {
      const response = respond(call, toolkit, world)
      if (call.tool !== 'take' || response.output === null) return response
      attempts.push(attempt)
      return attempt < 3 ? { ...response, output: { left: -1 } } : response
    }
    const report = await auditToolkit(depot, { responder: { name: 'moody', answer }, attempts: 3 })
    expect(report.findings.length).toBeGreaterThan(0)
    expect(report.findings.every(({ tool, corrected_at }) => tool === 'take' && corrected_at === 3)).toBe(
      true,
    )
    expect(report.retried).toEqual({ tests: report.findings.length, corrected: report.findings.length })
    expect(Math.max(...attempts)).toBe(3)
    expect(report.correct).toBe(report.coverage.checked - report.findings.length)
  })

  it('does not ask a deterministic one again', async () => {
    let calls = 0
    const answer: TestedResponder = (call, toolkit, world) => {
      calls++
      return { ...respond(call, toolkit, world), output: null, origin: null } as SyntheticResponse
    }
    const report = await auditToolkit(depot, { responder: { name: 'stubborn', answer }, attempts: 5 })
    expect(calls).toBe(report.tests)
    expect(report.retried.tests).toBe(0)
  })
})
