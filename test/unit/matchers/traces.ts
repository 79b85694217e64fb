import { stripVTControlCharacters } from 'node:util'
import type { Task } from '../../../src/schema/task.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { Performer } from '../../support/perform.ts'
import { IN_FAHRENHEIT } from '../../support/task.ts'

/** Reads the weather in Oslo, converts it and sends it. */
export function chain(seed = 7): Trace {
  const performer = new Performer(seed)
  const weather = performer.call('get_weather', { city: 'Oslo' }) as { temperature_celsius: number }
  const converted = performer.call('unit_convert', {
    value: weather.temperature_celsius,
    from_unit: 'celsius',
    to_unit: 'fahrenheit',
  }) as { converted_value: number }
  performer.call('send_email', {
    to: 'ana@example.com',
    subject: 'Oslo',
    body: `Hello Ana, it is ${converted.converted_value} degrees now. Bye.`,
  })
  return performer.trace('chain', `It is ${converted.converted_value}.`)
}

/** The task that `chain` does. */
export const chainTask: Task = {
  task_id: 'chain',
  level: 'L1_chain',
  prompt: 'Send the temperature in Oslo, in fahrenheit, to ana@example.com. The subject is Oslo.',
  available_tools: ['get_weather', 'unit_convert', 'send_email', 'create_task'],
  expected_trace: {
    steps: [
      ...IN_FAHRENHEIT,
      {
        step_id: 'step_3',
        tool_name: 'send_email',
        arguments: {
          to: 'ana@example.com',
          subject: 'Oslo',
          body: { $text: ['It is ', { $from: 'step_2', at: '/converted_value' }] },
        },
        depends_on: ['step_2'],
      },
    ],
  },
  world: { seed: 7 },
}

/** Reads two cities at once, fails once, and converts a number that it made up. */
export function guess(): Trace {
  const performer = new Performer(7)
  performer.turn([
    ['get_weather', { city: 'Oslo' }],
    ['get_weather', { city: 'Paris' }],
  ])
  performer.call('get_weather', { town: 'Oslo' })
  performer.call('unit_convert', { value: 21.5, from_unit: 'celsius', to_unit: 'fahrenheit' })
  return performer.trace('guess')
}

/** The message that a failing assertion gives, without colours. Throws where it passes. */
export function failureOf(assertion: () => unknown): string {
  try {
    assertion()
  } catch (error) {
    return stripVTControlCharacters((error as Error).message)
  }
  throw new Error('expected the assertion to fail')
}
