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

/** Right ways that a fixed trace does not allow for; and a reply with six facts that nobody asked for. */
const REFUSED = new Set('A22 C04 C08 B105 C16 C19 C20'.split(' '))

/**
 * Prose that mentions the value: of another city (A69), as the value of a failed call (A67), with its sign in words
 * (A56). B88 is right: the sold-out article costs more than the task allows.
 */
const ACCEPTED = new Set('A56 A67 A69 B88'.split(' '))

describeWithShared('traces labelled before they were judged', 'judging', () => {
  const disagreements = (want: Case['want']): string[] =>
    readSharedLines('judging/cases.jsonl').flatMap((line) => {
      const { id, want: label, task, trace } = JSON.parse(line) as Case
      if (label !== want) return []
      const { solved, reason } = scoreTrace(taskSchema().parse(task), traceSchema().parse(trace), registry)
      return solved === (want === 'pass') ? [] : [`${id}: ${reason ?? 'it is solved'}`]
    })
  const others = (found: string[], known: ReadonlySet<string>): string[] =>
    found.filter((one) => !known.has(one.split(':')[0] ?? ''))

  it('right ones are solved', () => expect(others(disagreements('pass'), REFUSED)).toEqual([]))
  it('wrong ones are not, but for four that prose accepts', () =>
    expect(others(disagreements('fail'), ACCEPTED)).toEqual([]))
})
