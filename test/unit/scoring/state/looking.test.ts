import { describe, expect, it } from 'vitest'
import type { Step, Task } from '../../../../src/schema/task.ts'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { Performer } from '../../../support/perform.ts'
import { buildFrom, buildTask, step } from '../../../support/task.ts'

type Made = [tool: string, args: JsonObject]

const RECORD = { key: 'limit', value: '300' }

const stateTask = (steps: Step[], prompt = 'Do it.'): Task =>
  buildTask(prompt, steps, {
    level: 'L1_chain',
    expected_state: true,
    world: { seed: 7, state: { memory: [RECORD], files: [{ path: '/a.txt', content: 'Old.' }] } },
  })

function scoreCalls(task: Task, calls: readonly Made[]) {
  const performer = new Performer(7, task)
  for (const [tool, args] of calls) performer.call(tool, args)
  return scoreTrace(task, performer.trace(task.task_id), registry)
}

const LOOK: Made = ['retrieve_memory', { key: 'limit' }]
const WRITE: Made = ['write_file', { path: '/limit.txt', content: '300' }]

describe('a right end state proves no looking', () => {
  const copied = stateTask([
    step(1, ...LOOK),
    step(2, 'write_file', { path: '/limit.txt', content: buildFrom(1, '/value') }, ['step_1']),
  ])
  const decided = stateTask([
    step(1, ...LOOK),
    { ...step(2, ...WRITE, ['step_1']), when: { $eq: [buildFrom(1, '/value'), '300'] } },
  ])
  const through = stateTask([
    step(1, ...LOOK),
    step(2, 'word_count', { text: buildFrom(1, '/value') }, ['step_1']),
    step(3, 'write_file', { path: '/n.txt', content: buildFrom(2, '/characters', 'text') }, ['step_2']),
  ])

  it.each<[string, Task, Made[], boolean]>([
    ['a write with the value that was read', copied, [LOOK, WRITE], true],
    ['a write with a value that nobody read', copied, [WRITE], false],
    ['a write, and a look behind it', copied, [WRITE, LOOK], false],
    [
      'a write that nobody read for, where the state alone is graded',
      { ...copied, grade: 'state' },
      [WRITE],
      true,
    ],
    ['a decision after the read', decided, [LOOK, WRITE], true],
    ['a decision without it', decided, [WRITE], false],
    ['a decision before it', decided, [WRITE, LOOK], false],
    [
      'a value that went through another read',
      through,
      [['write_file', { path: '/n.txt', content: '3' }]],
      false,
    ],
    [
      'a read that nothing uses is not needed',
      stateTask([step(1, ...LOOK), step(2, ...WRITE)]),
      [WRITE],
      true,
    ],
  ])('%s', (_, task, calls, solved) => {
    expect(scoreCalls(task, calls)).toMatchObject({ state: 'right', solved })
  })
})
