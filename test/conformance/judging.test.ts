import { expect, it } from 'vitest'
import { type Task, taskSchema } from '../../src/schema/task.ts'
import { type Trace, traceSchema } from '../../src/schema/trace.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { describeWithShared, readSharedLines } from '../support/shared-data.ts'

interface Case {
  id: string
  want: 'pass' | 'fail'
  task: Task
  trace: Trace
}

describeWithShared('traces labelled before they were judged', 'judging', () => {
  const disagreements = (want: Case['want']): string[] =>
    readSharedLines('judging/cases.jsonl').flatMap((line) => {
      const { id, want: label, task, trace } = JSON.parse(line) as Case
      if (label !== want) return []
      const { solved, reason } = scoreTrace(taskSchema().parse(task), traceSchema().parse(trace), registry)
      return solved === (want === 'pass') ? [] : [`${id}: ${reason ?? 'it is solved'}`]
    })
  const expectIds = (want: Case['want'], ids: string): void => {
    const found = disagreements(want)
    expect(found.map((one) => one.split(':')[0]).join(' '), found.join('\n')).toBe(ids)
  }

  it('right ones are solved, but for three that a fixed trace does not allow for', () =>
    expectIds('pass', 'C04 C08 A22'))
  // Of another city (A69), the value of a failed call (A67), its sign in words (A56). B88 is right: the sold-out article
  // costs more than the task allows.
  it('wrong ones are not, but for four in prose', () => expectIds('fail', 'B88 A69 A67 A56'))
})
