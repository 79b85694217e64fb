import type { Task } from 'tracewright'
import { expect, test } from 'tracewright/fixtures'
import { describe } from 'vitest'
import assistant from '../agents/assistant.ts'

const warmest: Task = {
  task_id: 'warmest-city',
  level: 'L3_dag',
  prompt:
    'Get the current weather in Oslo and in Lima. Then send an e-mail to kim@example.com with the subject "Weather" ' +
    'whose body contains the temperature in Oslo in degrees Celsius.',
  available_tools: ['get_weather', 'send_email', 'unit_convert', 'create_task'],
  expected_trace: {
    steps: [
      { step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' }, depends_on: [] },
      { step_id: 'step_2', tool_name: 'get_weather', arguments: { city: 'Lima' }, depends_on: [] },
      {
        step_id: 'step_3',
        tool_name: 'send_email',
        arguments: {
          to: 'kim@example.com',
          subject: 'Weather',
          body: { $text: ['In Oslo it is ', { $from: 'step_1', at: '/temperature_celsius' }, ' degrees.'] },
        },
        depends_on: ['step_1'],
      },
    ],
  },
  world: { seed: 7 },
}

describe('the assistant', () => {
  test('passes on what it read, and nothing it made up', async ({ run }) => {
    const result = await run(assistant, warmest)
    expect(result).toMatchTrace()
    expect(result).toRespectDataFlow()
    expect(result).toSolve()
  })

  test('touches nothing when there is nothing to do', async ({ run }) => {
    const result = await run(assistant, {
      prompt: 'Say hello.',
      available_tools: ['send_email', 'write_file'],
    })
    expect(result).toMatchTrace([])
    expect(result.world.journal).toEqual([])
  })
})
