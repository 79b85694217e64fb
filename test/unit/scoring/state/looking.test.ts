import { describe, expect, it } from 'vitest'
import type { Step, Task } from '../../../../src/schema/task.ts'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { functionTask } from '../../../support/code-task.ts'
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

  it.each<[string, Made[], boolean]>([
    ['after the read', [LOOK, WRITE], true],
    ['without it', [WRITE], false],
    ['before it', [WRITE, LOOK], false],
  ])('a decision %s', async (_, calls, solved) => {
    const files = [{ path: '/a.txt', content: 'Old.' }]
    const task = await functionTask(
      'decided',
      {
        prompt: 'If the limit is 300, write it to /limit.txt.',
        tools: ['retrieve_memory', 'write_file'],
        expected_state: true,
        seed: 7,
        // Another limit in other worlds: there the function does not write.
        state: (draw) => ({ memory: [draw([RECORD, { ...RECORD, value: '200' }])], files }),
      },
      async ({ retrieve_memory, write_file }) => {
        const { value } = await retrieve_memory(LOOK[1])
        if (value === '300') await write_file(WRITE[1])
      },
    )
    const seed = Array.from({ length: 20 }, (_, i) => 7 + i).find((one) =>
      task.code?.findBranch(one)?.includes('write_file'),
    )
    const performer = new Performer(seed, task)
    for (const [tool, args] of calls) performer.call(tool, args)
    expect(scoreTrace(task, performer.trace('decided'), registry)).toMatchObject({ state: 'right', solved })
  })
})
