import { expect, it } from 'vitest'
import { type Task, taskSchema } from '../../src/schema/task.ts'
import { type Trace, traceSchema } from '../../src/schema/trace.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { describeWithShared, readSharedLines } from '../support/shared-data.ts'

/** A task, what an agent did, and whether a fair judge calls it solved. */
interface Case {
  id: string
  want: 'pass' | 'fail'
  task: Task
  trace: Trace
}

const read = (line: string): Case => {
  const { id, want, task, trace } = JSON.parse(line) as Case
  return { id, want, task: taskSchema().parse(task), trace: traceSchema().parse(trace) }
}

const CASES = readSharedLines('adversarial/cases.jsonl').map(read)

/** Hedges and dumps of few values that prose lets through; docs/replies.md lists them. */
const IN_PROSE = new Set(
  'Q05_mail_both Q32_conv_both_hedge S01_text_no_binding_any S02_text_all_conditions V10_two_nums_2000'.split(
    ' ',
  ),
)

/** Cases of one kind on which the scorer says otherwise, each with its reason. */
const disagreements = (want: Case['want']): string[] =>
  CASES.filter((one) => one.want === want).flatMap(({ id, task, trace }) => {
    const { solved, reason } = scoreTrace(task, trace, registry)
    return solved === (want === 'pass') ? [] : [`${id}: ${reason ?? 'solved'}`]
  })

describeWithShared('labelled traces that try the verdict', 'adversarial', () => {
  it('of those that should fail, only texts and answers in prose are passed', () => {
    const passed = disagreements('fail').map((line) => line.split(':')[0] ?? '')
    expect(passed.filter((id) => !IN_PROSE.has(id))).toEqual([])
  })

  it('of those that should pass, two are refused', () => {
    const refused = disagreements('pass').map((line) => line.split(':')[0] ?? '')
    // An amount is rounded that the task does not let round, and a list of ids is in another order.
    expect(refused).toEqual(['I02_cents', 'Q51_tasks_default'])
  })
})
