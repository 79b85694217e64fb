import { expect, it } from 'vitest'
import { parseSuite } from '../../../src/suites/load/load.ts'

const line = (more: object): string =>
  JSON.stringify({
    task_id: 't',
    level: 'L0_node',
    prompt: 'What is the weather in Oslo?',
    available_tools: ['get_weather'],
    expected_trace: {
      steps: [{ step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' } }],
    },
    ...more,
  })
const read = (...lines: string[]) => parseSuite(lines.join('\n'), 'a.suite.jsonl')

it('an alternative without steps is refused where the expected trace has some', () => {
  expect(() => read(line({ alternatives: [{ steps: [] }] }))).toThrow(
    'without steps an idle agent would solve the task',
  )
  expect(read(line({ expected_trace: { steps: [] }, alternatives: [{ steps: [] }] }))).toHaveLength(1)
})

it('a time limit that no timer can wait for is refused with file and line', () => {
  expect(read(line({ timeout: 2 ** 31 - 1 }))).toHaveLength(1)
  expect(() => read(line({ timeout: 2 ** 31 }))).toThrow(/a\.suite\.jsonl:1.*timeout/s)
})

it('an empty `never` takes back that of the defaults', () => {
  const [first, second] = read(
    JSON.stringify({ defaults: { never: ['send_email'] } }),
    line({}),
    line({ task_id: 'u', never: [] }),
  )
  expect([first?.task.never, second?.task.never]).toEqual([['send_email'], []])
})
