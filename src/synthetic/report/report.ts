import { shareInterval } from '../../metrics/intervals.ts'
import type { Interval } from '../../schema/report.ts'
import { groupBy } from '../../shared/group.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { AuditRecord } from '../audit/audit-test.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'

/** A share with its 95 % interval; null without cases. */
type Share = ({ value: number; hits: number; cases: number } & Interval) | null

const computeShare = (hits: number, cases: number): Share =>
  cases === 0 ? null : { value: hits / cases, hits, cases, ...shareInterval(hits, cases) }

const isCorrect = ({ first }: AuditRecord): boolean => first.judgment === 'correct'
const isKnown = ({ test }: AuditRecord): boolean => test.fault.startsWith('known')

/** Share of correct first responses among those that were checked. */
function computeAccuracy(records: readonly AuditRecord[]): Share {
  const checked = records.filter(({ first }) => first.judgment !== 'unknown')
  return computeShare(checked.filter(isCorrect).length, checked.length)
}

/** Checked tools by the number of their wrong first responses: how many have none, one, two and so on. */
function countToolsByErrors(records: readonly AuditRecord[]): number[] {
  const checked = records.filter(({ first }) => first.judgment !== 'unknown')
  const errors = [...groupBy(checked, ({ test }) => test.tool).values()].map(
    (made) => made.filter((record) => !isCorrect(record)).length,
  )
  const most = errors.reduce((a, b) => Math.max(a, b), -1)
  return Array.from({ length: most + 1 }, (_, n) => errors.filter((count) => count === n).length)
}

/**
 * The model as judge against the rules, where rules decide and the model gave a verdict. A response is positive if it is
 * called correct, as in the paper: a false positive is a wrong response that passed.
 */
function compareJudges(records: readonly AuditRecord[]) {
  const pairs = records.flatMap(({ first: { rules, model } }) =>
    rules.decided && model !== null && model.judgment !== 'unknown' ? [[rules.judgment, model.judgment]] : [],
  )
  const count = (isCorrectByRules: boolean, isCorrectByJudge: boolean): number =>
    pairs.filter(
      ([rules, judge]) =>
        (rules === 'correct') === isCorrectByRules && (judge === 'correct') === isCorrectByJudge,
    ).length
  const matrix = {
    true_positive: count(true, true),
    false_negative: count(true, false),
    false_positive: count(false, true),
    true_negative: count(false, false),
  }
  const right = matrix.true_positive + matrix.true_negative
  const wrong = matrix.false_positive + matrix.true_negative
  return {
    ...matrix,
    accuracy: computeShare(right, pairs.length),
    false_positive_rate: computeShare(matrix.false_positive, wrong),
  }
}

/**
 * What Tables 2 to 4 of the SynthTools paper print: how often the simulator is right, how many tools have how many wrong
 * responses, and how far a model as judge agrees with the rules. Only first responses that were checked count.
 */
export const reportAudit = (records: readonly AuditRecord[]) => ({
  responses: records.length,
  simulator: {
    new_input: computeAccuracy(records.filter((record) => !isKnown(record))),
    known_input: computeAccuracy(records.filter(isKnown)),
    all: computeAccuracy(records),
  },
  tools_by_errors: countToolsByErrors(records),
  judge: compareJudges(records),
})
export type AuditTables = ReturnType<typeof reportAudit>

const SYSTEM =
  'You stand in for a software tool. Answer the call with a status and an output, as it specifies:'

/** A response that was judged correct, as a conversation that a model may be trained on: tool, call, answer. */
export function toChat({ test, first: { response } }: AuditRecord, tool: ToolSpec): JsonObject {
  const { name, description, parameters, usage, failureModes, outputs } = tool
  const spec = { name, description, parameters, usage, failureModes, outputs }
  return {
    messages: [
      { role: 'system', content: `${SYSTEM}\n${JSON.stringify(spec)}` },
      { role: 'user', content: JSON.stringify({ tool: name, args: test.args }) },
      { role: 'assistant', content: JSON.stringify(response) },
    ],
  }
}
