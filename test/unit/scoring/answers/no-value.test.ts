import { expect, it } from 'vitest'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { buildTask } from '../../../support/task.ts'

const task = buildTask(
  'How humid is it in Oslo? End your reply with one line: ANSWER: <humidity in percent>',
  [],
  {
    available_tools: ['get_current_time', 'create_task'],
    expected_final_answer: null,
  },
)
/** As functions write it that return null. */
const ofFunction = { ...task, expected_final_answer: { $oneOf: [{ $literal: null }] } }
const solves = (final_answer: string | null, one = task): boolean =>
  scoreTrace(one, { task_id: 't', calls: [], final_answer, attempt: 0 }, registry).solved

it.each<[string | null, boolean]>([
  ['I cannot look it up.\nANSWER: not available', true],
  ['ANSWER: none', true],
  ['No tool shows the humidity.\nANSWER: keine Angabe', true],
  ['It was 80 percent last week, but I cannot check.\nANSWER: unknown', true],
  ['ANSWER: 45', false],
  ['ANSWER: about 45 percent', false],
  ['I cannot look it up.', false],
  [null, false],
])('a line for a value that nothing gives: %j', (reply, isRight) => {
  expect(solves(reply)).toBe(isRight)
  expect(solves(reply, ofFunction)).toBe(isRight)
})

it('a bound null is met by no other words', () => {
  const steps = [
    { step_id: 'step_1', tool_name: 'read_file', arguments: { path: '/none.txt' }, depends_on: [] },
  ]
  const read = buildTask('What does "/none.txt" say? ANSWER: <text>', steps, {
    available_tools: ['read_file'],
    expected_final_answer: { $from: 'step_1', at: '/content' },
  })
  const output = {
    path: '/none.txt',
    content: null,
    exists: false,
    error: 'There is no file at "/none.txt".',
  }
  const call = {
    id: 'a',
    tool_name: 'read_file',
    arguments: { path: '/none.txt' },
    status: 'ok' as const,
    result: output,
    turn: 1,
    started: 1,
    ended: 2,
  }
  const trace = { task_id: 't', calls: [call], final_answer: 'ANSWER: bring cake', attempt: 0 }
  expect(scoreTrace(read, trace as never, registry).solved).toBe(false)
})
