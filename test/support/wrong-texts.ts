import type { Step, Task } from '../../src/schema/task.ts'
import type { Trace } from '../../src/schema/trace.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { Performer } from './perform.ts'
import { taskOf } from './task.ts'

const OSLO: JsonObject = { $from: 'step_1', at: '/temperature_celsius' }
const ROME: JsonObject = { $from: 'step_2', at: '/temperature_celsius' }
const BOTH = { oslo: OSLO, rome: ROME }
const TEXT = ['Oslo has ', OSLO, ', Rome has ', ROME]

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

const OSLO_IS = "step_1's temperature_celsius {oslo}"
const OF_ROME = `get_weather's temperature_celsius (city "Rome")`
const LINE = 'How warm is it in Oslo and in Rome? ANSWER: <temperature, in celsius>'
const TEMPLATE = ['Oslo: ', { gap: 'there', is: OSLO }, ', Rome: ', { gap: 'in Rome', is: ROME }]

export const WRONG_TEXTS: WrongText[] = [
  {
    rule: 'no line',
    prompt: LINE,
    answer: OSLO,
    says: 'It is {oslo}.',
    names: ['no line of the reply begins with ANSWER:'],
  },
  {
    rule: 'another value on the line',
    prompt: LINE,
    answer: OSLO,
    says: 'ANSWER: {rome}',
    names: ['it is {rome}', OF_ROME, OSLO_IS],
  },
  {
    rule: 'another value in an object',
    prompt: `${LINE.slice(0, LINE.indexOf('<'))}{"oslo": <there>, "rome": <there>}`,
    answer: BOTH,
    says: 'ANSWER: {"oslo": 99.5, "rome": {rome}}',
    names: ['oslo is 99.5', OSLO_IS],
  },
  {
    rule: 'a key too many',
    prompt: `${LINE.slice(0, LINE.indexOf('<'))}{"oslo": <there>, "rome": <there>}`,
    answer: BOTH,
    says: 'ANSWER: {"oslo": {oslo}, "rome": {rome}, "mean": 20}',
    names: ['it is not an object with oslo, rome alone'],
  },
  { rule: 'no reply', answer: OSLO, says: '', names: ['the reply is missing'] },
  {
    rule: 'not given in prose',
    answer: OSLO,
    says: 'It went well.',
    names: ['{oslo} is missing', OSLO_IS, 'It went well.'],
  },
  {
    rule: 'denied',
    answer: OSLO,
    says: 'It is not {oslo}',
    names: ['{oslo} is denied, or belongs', OSLO_IS],
  },
  {
    rule: 'lines exchanged',
    answer: BOTH,
    says: 'Oslo: {rome}\nRome: {oslo}',
    names: ['{oslo} is denied, or belongs to another call', OSLO_IS],
  },
  {
    rule: 'order',
    answer: [OSLO, ROME],
    says: '{rome}, {oslo}',
    names: ['{rome} is out of order in the list', "step_2's temperature_celsius {rome}"],
  },
  {
    rule: 'not given in a text',
    text: { $text: TEXT },
    says: 'Oslo has {oslo} and Rome has 3.125.',
    names: ['step_3 send_message: message', '{rome} is missing'],
  },
  {
    rule: 'another value in a template',
    text: { $template: TEMPLATE },
    says: 'Oslo: {oslo}, Rome: 3.125',
    names: ['step_3 send_message: message', '<in Rome> is "3.125", not step_2\'s temperature_celsius {rome}'],
  },
  {
    rule: 'not the template',
    text: { $template: TEMPLATE },
    says: 'Oslo has {oslo} and Rome has {rome}.',
    names: ['it does not follow the template'],
  },
]

/** The task of a case, what an agent did, and what a message about it has to name. */
export function performed({
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
  const task = taskOf(prompt, steps, {
    task_id: rule.replaceAll(/\W+/g, '_'),
    ...(answer === undefined ? {} : { expected_final_answer: answer }),
  })
  const trace = performer.trace(task.task_id, text === undefined ? filled(says) : null)
  return { task, trace, names: names.map(filled) }
}
