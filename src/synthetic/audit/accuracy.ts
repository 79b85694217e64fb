import { clopperPearson, type Interval, wilson } from '../../metrics/intervals.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { ToolAuditReport } from './audit-report.ts'
import type { Judgment, StressTest } from './judgment.ts'
import type { JudgedCase } from './rule-judge.ts'

/** A share with its interval at 95 %; null without cases. */
export type Share = ({ value: number; cases: number } & Interval) | null

const shareOf = (hits: number, cases: number): Share =>
  cases === 0 ? null : { value: hits / cases, cases, ...wilson(hits, cases) }

export interface SimulatorFigures {
  /** Correct first responses to calls whose result is not known, of those that were checked. */
  new_input: Share
  /** Responses to known calls that are the known result. */
  known_input: Share
  /** Tools by the number of their wrong first responses: none, one, two, ... */
  tools_by_errors: number[]
  /** Correct first responses of all that were checked. */
  responses: Share
}

/** The figures of an audit that the paper prints of its simulator. */
export function simulatorFigures({ tools, correct, coverage, known }: ToolAuditReport): SimulatorFigures {
  const tried = tools.filter((tool) => tool.tests > 0)
  const errors = tried.map(
    ({ categories }) => categories.failure_1 + categories.failure_2 + categories.failure_3,
  )
  const most = Math.max(0, ...errors)
  const asked = coverage.checked
  const right = correct - (known.cases - known.wrong)
  return {
    new_input: shareOf(right, asked - known.cases),
    known_input: shareOf(known.cases - known.wrong, known.cases),
    tools_by_errors: Array.from({ length: most + 1 }, (_, n) => errors.filter((count) => count === n).length),
    responses: shareOf(correct, asked),
  }
}

/**
 * What the SynthTools paper prints, for comparison: shares, and the number of cases that they are of. Its models, calls
 * and judges are others than those of a run here.
 */
export const PAPER = {
  /** Accuracy of the simulator, of 200 responses read by people and 498 compared with known results. */
  simulator: { new_input: { value: 0.94, cases: 200 }, known_input: { value: 0.98, cases: 498 } },
  /** Share of 352 tools by the number of their wrong responses, and the accuracy of 3,324 responses. */
  distribution: { tools: 352, shares: [0.57, 0.32, 0.07, 0.03], responses: 3324, accuracy: 3109 / 3324 },
  /** The judge on 698 cases with a known verdict; no wrong response passed. */
  judge: { cases: 698, accuracy: 0.99, passed_wrong: 0 },
} as const

/** How a judge did on responses whose verdict is known. What it could not judge counts as neither right nor wrong. */
export interface JudgeAccuracy {
  cases: number
  /** Cases that it called right or wrong as they are. */
  right: number
  /** Of the cases that it judged; null where it judged none. */
  accuracy: ({ value: number } & Interval) | null
  /** Wrong responses that it called correct: what the paper calls false positives; with the bound of their share. */
  passed_wrong: { count: number; of: number; upper: number }
  /** Right responses that it called wrong. */
  false_alarms: { count: number; of: number }
  unknown: number
}

/** The accuracy of a judge from its verdicts, one for each case. */
export function judgeAccuracy(
  cases: readonly Pick<JudgeCase, 'due' | 'wrong'>[],
  verdicts: readonly Judgment[],
): JudgeAccuracy {
  const all = cases.map((one, i) => ({ ...one, said: verdicts[i] ?? 'unknown' }))
  const judged = all.filter(({ said }) => said !== 'unknown')
  const isRight = ({ due, said }: (typeof all)[number]): boolean =>
    (said === 'correct') === (due === 'correct')
  const right = judged.filter(isRight).length
  const wrong = judged.filter(({ due }) => due !== 'correct')
  const sound = judged.filter(({ due }) => due === 'correct')
  const passed = wrong.filter((one) => !isRight(one)).length
  return {
    cases: all.length,
    right,
    accuracy: judged.length === 0 ? null : { value: right / judged.length, ...wilson(right, judged.length) },
    passed_wrong: {
      count: passed,
      of: wrong.length,
      upper: wrong.length === 0 ? 1 : clopperPearson(passed, wrong.length).high,
    },
    false_alarms: { count: sound.filter((one) => !isRight(one)).length, of: sound.length },
    unknown: all.length - judged.length,
  }
}

/** The paper's four ways in which a response is made wrong. */
const WRONGS = ['status', 'code', 'message', 'output'] as const
export type Wrong = (typeof WRONGS)[number]

/** A response whose verdict is known from how it was written; no simulator and no judge has seen it. */
export interface JudgeCase extends JudgedCase {
  readonly id: string
  /** How it was made wrong; null for a right one. */
  readonly wrong: Wrong | null
  readonly due: Exclude<Judgment, 'unknown'>
}

const ofType = (value: Json | undefined): Json => (typeof value === 'number' ? 'a text' : 7)

/** Responses to a call that has to be refused. */
function refusals({ id, args, expected }: StressTest, tool: ToolSpec): JudgeCase[] {
  const [parameter = null] = expected.parameters
  const message = parameter === null ? 'The call is refused.' : `Invalid value for ${parameter}.`
  const right = { status: 'FAIL' as const, code: expected.code, message, parameter, output: null }
  const common = { tool, args, expected }
  const output: JsonObject = Object.fromEntries(tool.outputs.map(({ name }) => [name, null]))
  return [
    { ...common, id, wrong: null, due: 'correct', response: right },
    {
      ...{ ...common, id: `${id}/status`, wrong: 'status', due: 'should_error_got_success' },
      response: { status: 'PASS', code: 200, message: null, parameter: null, output },
    },
    {
      ...{ ...common, id: `${id}/code`, wrong: 'code', due: 'inappropriate_response' },
      response: { ...right, code: 200 },
    },
    {
      ...{ ...common, id: `${id}/message`, wrong: 'message', due: 'inappropriate_response' },
      response: { ...right, message: null },
    },
  ]
}

/** Responses to a call whose output is known. */
function results({ id, args, expected }: StressTest, tool: ToolSpec, known: JsonObject): JudgeCase[] {
  const common = { tool, args, expected }
  const right = { status: 'PASS' as const, code: 200, message: null, parameter: null, output: known }
  const [name] = Object.keys(known)
  return [
    { ...common, id, wrong: null, due: 'correct', response: right },
    {
      ...{ ...common, id: `${id}/status`, wrong: 'status', due: 'should_success_got_error' },
      response: { status: 'FAIL', code: 400, message: 'Invalid request.', parameter: null, output: null },
    },
    {
      ...{ ...common, id: `${id}/code`, wrong: 'code', due: 'inappropriate_response' },
      response: { ...right, code: 500 },
    },
    ...(name === undefined
      ? []
      : [
          {
            ...{
              ...common,
              id: `${id}/output`,
              wrong: 'output' as const,
              due: 'inappropriate_response' as const,
            },
            response: { ...right, output: { ...known, [name]: ofType(known[name]) } },
          },
        ]),
  ]
}

/**
 * Responses for a judge to be tried on: for each stress test whose right response is known, that response and those that
 * are made wrong in one way.
 */
export const judgeCases = (
  tests: readonly StressTest[],
  toolOf: (id: string) => ToolSpec | undefined,
): JudgeCase[] =>
  tests.flatMap((test) => {
    const tool = toolOf(test.tool)
    if (tool === undefined) return []
    if (test.expected.status === 'FAIL') return refusals(test, tool)
    return test.expected.output === undefined ? [] : results(test, tool, test.expected.output)
  })
