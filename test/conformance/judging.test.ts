import { expect, it } from 'vitest'
import { taskSchema } from '../../src/schema/task.ts'
import type { WrittenTask } from '../../src/schema/task-in-world.ts'
import { type Trace, traceSchema } from '../../src/schema/trace.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import { findOldForm } from '../../src/suites/load/old-forms.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { convertOldTask } from '../support/code-task.ts'
import { describeWithShared, readSharedLines } from '../support/shared-data.ts'

interface Case {
  id: string
  want: 'pass' | 'fail'
  task: JsonObject
  trace: Trace
}

describeWithShared('traces labelled before they were judged', 'judging', () => {
  /** Tasks that decide are judged as the functions that `tracewright show` prints of them. */
  const readTask = async ({ task, trace }: Case): Promise<WrittenTask> =>
    findOldForm(task, JSON.stringify(task)) === undefined
      ? taskSchema().parse(task)
      : convertOldTask(task, registry, [trace.seed ?? 0])
  const disagreements = async (want: Case['want']): Promise<string[]> => {
    const found: string[] = []
    for (const line of readSharedLines('judging/cases.jsonl')) {
      const one = JSON.parse(line) as Case
      if (one.want !== want) continue
      const { solved, reason } = scoreTrace(await readTask(one), traceSchema().parse(one.trace), registry)
      if (solved !== (want === 'pass')) found.push(`${one.id}: ${reason ?? 'it is solved'}`)
    }
    return found
  }
  const expectIds = async (want: Case['want'], ids: string): Promise<void> => {
    const found = await disagreements(want)
    expect(found.map((one) => one.split(':')[0]).join(' '), found.join('\n')).toBe(ids)
  }

  it('right ones are solved, but for three that a fixed trace does not allow for', () =>
    expectIds('pass', 'C04 C08 A22'))
  // Of another city (A69), the value of a failed call (A67), its sign in words (A56). B88 is right: the sold-out article
  // costs more than the task allows.
  it('wrong ones are not, but for four in prose', () => expectIds('fail', 'B88 A69 A67 A56'))
})
