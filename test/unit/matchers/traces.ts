import { stripVTControlCharacters } from 'node:util'
import { renderCalls } from '../../../matchers/render.ts'
import type { Task } from '../../../src/schema/task.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { Performer } from '../../support/perform.ts'
import { buildFrom, IN_FAHRENHEIT, step } from '../../support/task.ts'

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
      step(
        3,
        'send_email',
        {
          to: 'ana@example.com',
          subject: 'Oslo',
          body: { $text: ['It is ', buildFrom(2, '/converted_value')] },
        },
        ['step_2'],
      ),
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
export function wholeFailureOf(assertion: () => unknown): string {
  try {
    assertion()
  } catch (error) {
    return stripVTControlCharacters((error as Error).message)
  }
  throw new Error('expected the assertion to fail')
}

/** The same, with a line in the place of the calls of {@link chain} and {@link guess}. */
export const failureOf = (assertion: () => unknown): string =>
  [chain, guess].reduce(
    (message, made) => message.replace(renderCalls(made()), `  (calls of ${made.name})`),
    wholeFailureOf(assertion),
  )
