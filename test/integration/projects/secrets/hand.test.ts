import { expect, test } from 'tracewright/fixtures'
import agent from './agent.ts'

const task = { prompt: 'Send it.', available_tools: ['send_email'] }

test('a matcher that fails', async ({ run }) => {
  const result = await run(agent, task)
  expect(result).toMatchTrace([])
})

test('a snapshot', async ({ run, expect }) => {
  const result = await run(agent, task)
  expect(result).toMatchTraceSnapshot({ answer: true })
})
