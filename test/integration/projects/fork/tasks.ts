import type { Task } from 'tracewright'

export const CONVERT = { from_unit: 'celsius', to_unit: 'fahrenheit' }

/** Convert what was read. */
export const convert: Task = {
  task_id: 'convert',
  level: 'L1_chain',
  prompt: 'How warm is it in Oslo, in fahrenheit?',
  available_tools: ['get_weather', 'unit_convert', 'send_email', 'word_count'],
  expected_trace: {
    steps: [
      { step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' }, depends_on: [] },
      {
        step_id: 'step_2',
        tool_name: 'unit_convert',
        arguments: { value: { $from: 'step_1', at: '/temperature_celsius' }, ...CONVERT },
        depends_on: ['step_1'],
      },
    ],
  },
  world: { seed: 7 },
}

/** Tell somebody what was read. */
export const tell: Task = {
  ...convert,
  task_id: 'tell',
  prompt: 'Write the temperature in Oslo to kim@example.com, subject "Oslo".',
  expected_trace: {
    steps: [
      { step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' }, depends_on: [] },
      {
        step_id: 'step_2',
        tool_name: 'send_email',
        arguments: {
          to: 'kim@example.com',
          subject: 'Oslo',
          body: { $text: ['It has ', { $from: 'step_1', at: '/temperature_celsius' }, ' degrees.'] },
        },
        depends_on: ['step_1'],
      },
    ],
  },
}
