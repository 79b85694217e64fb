import { expect, it } from 'vitest'
import { checkTools, toolLines } from '../../../src/run/unknown-tools.ts'
import { taskSchema } from '../../../src/schema/task.ts'

const steps = (tool_name: string) => ({ steps: [{ step_id: 's', tool_name, arguments: {} }] })
const task = (offered: string, expected: string, other: string) =>
  taskSchema.parse({
    task_id: 't',
    level: 'L0_node',
    prompt: 'p',
    available_tools: [offered],
    expected_trace: steps(expected),
    alternatives: [steps(other)],
  })

it('a tool that nothing simulates is named with its line and the nearest one that there is', () => {
  const known = new Map(['get_weather', 'send_email', 'mine'].map((name) => [name, name]))
  const lines = [
    { line: 2, task: task('get_weather', 'mine', 'send_email') },
    { line: 5, task: task('get_wether', 'sendemail', 'mind') },
  ]
  expect(() => checkTools(toolLines(lines.slice(0, 1)), 'a.suite.jsonl', known)).not.toThrow()
  expect(() => checkTools(toolLines(lines), 'a.suite.jsonl', known)).toThrow(
    /a\.suite\.jsonl:5: nothing simulates the tool "get_wether"; did you mean "get_weather"\?[\s\S]*"sendemail"; did you mean "send_email"\?[\s\S]*"mind"; did you mean "mine"\?/,
  )
})
