import { expect, it } from 'vitest'
import { type Task, taskSchema } from '../../src/schema/task.ts'
import { type Trace, traceSchema } from '../../src/schema/trace.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { registry } from '../../src/simulators/registry.ts'
import { describeWithShared, sharedLines } from '../support/shared-data.ts'

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

const CASES = sharedLines('adversarial/cases.jsonl').map(read)

/** Cases of one kind on which the scorer says otherwise, each with its reason. */
const disagreements = (want: Case['want']): string[] =>
  CASES.filter((one) => one.want === want).flatMap(({ id, task, trace }) => {
    const { solved, reason } = scoreTrace(task, trace, registry)
    return solved === (want === 'pass') ? [] : [`${id}: ${reason ?? 'solved'}`]
  })

describeWithShared('labelled traces that try the verdict', 'adversarial', () => {
  it('none is passed that should fail', () => expect(disagreements('fail')).toEqual([]))

  it('at most one is refused that should pass', () => {
    const refused = disagreements('pass')
    expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(1)
  })
})
