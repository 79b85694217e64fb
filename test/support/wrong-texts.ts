import type { Step, Task } from '../../src/schema/task.ts'
import type { Trace } from '../../src/schema/trace.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { Performer } from './perform.ts'
import { taskOf } from './task.ts'

const OSLO: JsonObject = { $from: 'step_1', at: '/temperature_celsius' }
const ROME: JsonObject = { $from: 'step_2', at: '/temperature_celsius' }
const CONDITION: JsonObject = { $from: 'step_1', at: '/condition' }
const BOTH = { oslo: OSLO, rome: ROME }
const TEXT = ['Oslo has ', OSLO, ', Rome has ', ROME]

/** An attempt whose calls are right and whose answer or text breaks one rule. */
export interface WrongText {
  rule: string
  /** What is bound: a graded answer, or the parts of a message that is sent. */
  answer?: Json
  text?: Json[]
  /** What the agent says; `{oslo}` and `{rome}` stand for the temperatures. */
  says: string
  /** What a message has to name: slot with label and source, value expected, what stood there, where that is from. */
  names: string[]
}

const slotOf = {
  oslo: "oslo (step_1's temperature_celsius) {oslo}",
  rome: "rome (step_2's temperature_celsius) {rome}",
}
const partOf = {
  oslo: "Oslo has (step_1's temperature_celsius) {oslo}",
  rome: "Rome has (step_2's temperature_celsius) {rome}",
}
const OSLO_IS = "step_1's temperature_celsius {oslo}"
const OF_ROME = `get_weather's temperature_celsius (city "Rome")`

export const WRONG_TEXTS: WrongText[] = [
  {
    rule: 'no answer at all',
    answer: OSLO,
    says: '',
    names: ['there is none', OSLO_IS],
  },
  {
    rule: 'not given, another stands there',
    answer: OSLO,
    says: 'ANSWER: {rome}',
    names: [`${OSLO_IS} is missing`, '{rome} stands there', OF_ROME],
  },
  {
    rule: 'not given, a made-up one stands there',
    answer: BOTH,
    says: 'ANSWER: {"oslo": 99.5, "rome": {rome}}',
    names: [`${slotOf.oslo} is missing`, '99.5 stands there', 'from nowhere'],
  },
  {
    rule: 'not given, nothing stands there',
    answer: OSLO,
    says: 'It went well.',
    names: [`${OSLO_IS} is missing`, 'It went well.'],
  },
  {
    rule: 'not given in a text',
    text: TEXT,
    says: 'Oslo has {oslo} and Rome has 3.125.',
    names: [`${partOf.rome} is missing`, '3.125 stands there', 'from nowhere'],
  },
  {
    rule: 'denied',
    answer: OSLO,
    says: 'ANSWER: it is not {oslo}',
    names: [`${OSLO_IS} is denied`, 'it is not {oslo}'],
  },
  {
    rule: 'a rival of the same tool',
    answer: OSLO,
    says: 'ANSWER: {oslo} and {rome}',
    names: [`{rome}, ${OF_ROME}, stands beside ${OSLO_IS}`],
  },
  {
    rule: 'a rival that lost',
    answer: { $pick: 'max', of: [OSLO, ROME], give: [OSLO, ROME] },
    says: 'ANSWER: {rome}, against {oslo}',
    names: [
      "{oslo}, the losing candidate step_1's temperature_celsius",
      "the max of step_1's temperature_celsius and",
      '{rome}',
    ],
  },
  {
    rule: 'a rival of the same list',
    answer: CONDITION,
    says: 'ANSWER: foggy sunny',
    names: ['"sunny", another value that it can have', 'step_1\'s condition "foggy"'],
  },
  {
    rule: 'strays',
    answer: OSLO,
    says: 'ANSWER: {oslo}, 17.125 and {humidity}',
    names: [
      `2 facts stand beside ${OSLO_IS}`,
      '17.125 (from nowhere)',
      `{humidity} (get_weather's humidity_percent (city "Oslo"))`,
    ],
  },
  {
    rule: 'numbers that nobody said',
    text: TEXT,
    says: 'Oslo has {oslo}, Rome has {rome}, and it was 1.125 and 2.125 before.',
    names: [partOf.oslo, partOf.rome, 'come from nowhere: 1.125, 2.125'],
  },
  {
    rule: 'a choice left open',
    answer: OSLO,
    says: 'ANSWER: maybe {oslo}',
    names: [`"maybe" beside ${OSLO_IS}`, 'maybe {oslo}'],
  },
  {
    rule: 'labels, in an answer',
    answer: BOTH,
    says: 'ANSWER: {"oslo": {rome}, "rome": {oslo}}',
    names: [`${slotOf.rome} stands beside "oslo", where ${slotOf.oslo} belongs`],
  },
  {
    rule: 'labels, in a text',
    text: TEXT,
    says: 'Oslo has {rome}, Rome has {oslo}.',
    names: [`${partOf.oslo} stands beside "Rome", where ${partOf.rome} belongs`],
  },
  {
    rule: 'order',
    answer: [OSLO, ROME],
    says: 'ANSWER: {rome}, {oslo}',
    names: ['another order', `{rome}, {oslo} in place of ${OSLO_IS}, step_2's temperature_celsius {rome}`],
  },
]

/** The task of a case, what an agent did, and what a message about it has to name. */
export function performed({ rule, answer, text, says, names }: WrongText): {
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
      arguments: { recipient: '#desk', message: { $text: text } },
      depends_on: ['step_1', 'step_2'],
    })
  }
  const task = taskOf('How warm is it in Oslo and in Rome? Tell #desk.', steps, {
    task_id: rule.replaceAll(/\W+/g, '_'),
    ...(answer === undefined ? {} : { expected_final_answer: answer }),
  })
  const trace = performer.trace(task.task_id, text === undefined ? filled(says) : null)
  return { task, trace, names: names.map(filled) }
}
