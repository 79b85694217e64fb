import { type Interval, wilson } from '../../metrics/intervals.ts'
import type { ToolAuditReport } from '../audit/audit-report.ts'

/** A share with its interval at 95 %; null without cases. */
export type Share = ({ value: number; cases: number } & Interval) | null

const shareOf = (hits: number, cases: number): Share =>
  cases === 0 ? null : { value: hits / cases, cases, ...wilson(hits, cases) }

export interface SimulatorFigures {
  /**
   * First responses to calls whose result is not known that are correct for certain, of those that could be judged:
   * refusals, and outputs that call and state give.
   */
  new_input: Share
  /** The same, with those whose values are made up and plausible. Those in form only count as not correct in both. */
  new_input_plausible: Share
  /** Responses to known calls that are the known result. */
  known_input: Share
  /** Tools by the number of their wrong first responses: none, one, two, ... */
  tools_by_errors: number[]
  /** Correct first responses of all that could be judged, those made up or in form only among them. */
  responses: Share
}

/** The figures of an audit that the paper prints of its simulator. */
export function simulatorFigures({
  tools,
  tests,
  correct,
  form_only,
  plausible,
  unknown,
  known,
}: ToolAuditReport): SimulatorFigures {
  const tried = tools.filter((tool) => tool.tests > 0)
  const errors = tried.map(
    ({ categories }) => categories.failure_1 + categories.failure_2 + categories.failure_3,
  )
  const most = Math.max(0, ...errors)
  const asked = tests - unknown
  const right = correct - form_only - plausible - (known.cases - known.wrong)
  return {
    new_input: shareOf(right, asked - known.cases),
    new_input_plausible: shareOf(right + plausible, asked - known.cases),
    known_input: shareOf(known.cases - known.wrong, known.cases),
    tools_by_errors: Array.from({ length: most + 1 }, (_, n) => errors.filter((count) => count === n).length),
    responses: shareOf(correct, asked),
  }
}
