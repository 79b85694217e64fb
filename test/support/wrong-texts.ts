import type { Step, Task } from '../../src/schema/task.ts'
import type { Trace } from '../../src/schema/trace.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { Performer } from './perform.ts'
import { buildTask } from './task.ts'
import wrongTexts from './wrong-texts.json' with { type: 'json' }

/** An attempt whose calls are right and whose answer or text breaks one rule. */
export interface WrongText {
  rule: string
  /** What is asked; by default nothing that needs a line. */
  prompt?: string
  /** What is bound: a graded answer, or the text of a message that is sent. */
  answer?: Json
  text?: Json
  /** What the agent says; `{oslo}` and `{rome}` stand for the temperatures. */
  says: string
  /** What a message has to name: slot with label and source, value expected, what stood there, where that is from. */
  names: string[]
}

export const WRONG_TEXTS = wrongTexts as readonly WrongText[]

/** The task of a case, what an agent did, and what a message about it has to name. */
export function performWrongText({
  rule,
  prompt = 'How warm is it in Oslo and in Rome? Tell #desk.',
  answer,
  text,
  says,
  names,
}: WrongText): {
  task: Task
  trace: Trace
  names: string[]
} {
  const performer = new Performer(7)
  const read = (city: string): JsonObject => performer.call('get_weather', { city }) as JsonObject
  const [oslo, rome] = [read('Oslo'), read('Rome')]
  const filled = (template: string): string =>
    template
      .replaceAll('{oslo}', String(oslo.temperature_celsius))
      .replaceAll('{rome}', String(rome.temperature_celsius))
      .replaceAll('{humidity}', String(oslo.humidity_percent))
  const steps: Step[] = ['Oslo', 'Rome'].map((city, i) => ({
    step_id: `step_${i + 1}`,
    tool_name: 'get_weather',
    arguments: { city },
    depends_on: [],
  }))
  if (text !== undefined) {
    performer.call('send_message', { recipient: '#desk', message: filled(says) })
    steps.push({
      step_id: 'step_3',
      tool_name: 'send_message',
      arguments: { recipient: '#desk', message: text },
      depends_on: ['step_1', 'step_2'],
    })
  }
  const task = buildTask(prompt, steps, {
    task_id: rule.replaceAll(/\W+/g, '_'),
    ...(answer === undefined ? {} : { expected_final_answer: answer }),
  })
  const trace = performer.trace(task.task_id, text === undefined ? filled(says) : null)
  return { task, trace, names: names.map(filled) }
}
