import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/shared/json.ts'
import { performGold } from '../../support/perform.ts'
import { from, performed, score, taskOf } from './tasks.ts'

const PRICE = [['get_stock_price', { symbol: 'NVDA' }]] as Parameters<typeof taskOf>[0]
const priceTask = (prompt: string, answer: Json = from('step_1', '/price_usd')) =>
  taskOf(PRICE, { prompt, expected_final_answer: answer })
const LINE = priceTask('What does NVDA cost? ANSWER: <price>')
const reasonOf = (task: typeof LINE, final_answer: string): string =>
  String((score(task, { ...performGold(task), final_answer }) as { reason?: string }).reason)

describe('the reason of a wrong answer', () => {
  it.each([
    ['ANSWER: 545.5 GBP', 'the unit is wrong: the value is in USD'],
    ['ANSWER: 545 USD', 'it may be rounded'],
    ['ANSWER: 545.5 (or 600)', 'the words after the value are not allowed'],
    ['ANSWER: 545.5 or 600', 'there are other words next to the value'],
    ['It costs $545.5.', 'no line of the reply begins with ANSWER:'],
  ])('on a line, %j: %s', (reply, why) => expect(reasonOf(LINE, reply)).toContain(why))

  it.each([
    ['It costs €545.5.', '545.5 is in USD, and the unit next to it is another'],
    ["It isn't 545.5 any more.", '545.5 is denied'],
    ['It costs $545.5 million.', '545.5 appears only within another value'],
    ['Order545.5 is on its way.', '545.5 appears only within another value'],
    [
      'It costs $545.5, or maybe $583.69.',
      'the answer also contains 583.69, which is in no result and not in the prompt',
    ],
    ['I cannot say.', '545.5 is missing'],
  ])('in prose, %j: %s', (reply, why) =>
    expect(reasonOf(priceTask('What does NVDA cost?'), reply)).toContain(why),
  )

  it.each(['Price545.5', 'PRICE545.50 USD', 'USD545.5'])(
    '%j is right: a label or a currency touches the digits',
    (reply) => expect(reasonOf(priceTask('What does NVDA cost?'), reply)).toBe('undefined'),
  )

  it('says that there is no line where several values are asked for in other words', () => {
    const both = { price: from('step_1', '/price_usd'), change: from('step_1', '/change_percent') }
    expect(
      reasonOf(priceTask('Price and change? End with ANSWER: and both.', both), '545.5 and -1.69'),
    ).toContain('no line of the reply begins with ANSWER:')
  })
})

describe('the reason of a wrong text', () => {
  const task = taskOf([
    ['get_weather', { city: 'Oslo' }],
    ['get_weather', { city: 'Lima' }],
    [
      'send_message',
      {
        recipient: '#desk',
        message: {
          $template: ['Oslo: ', { gap: 'celsius', is: from('step_1', '/temperature_celsius') }, '.'],
        },
      },
      ['step_1', 'step_2'],
    ],
  ])
  const gold = performGold(task)
  const [oslo, lima] = gold.calls.map(
    ({ result }) => (result as { temperature_celsius?: number }).temperature_celsius,
  )
  const reason = (message: string): unknown => {
    const calls = gold.calls.map((call) =>
      call.tool_name === 'send_message' ? { ...call, arguments: { ...call.arguments, message } } : call,
    )
    return (score(task, { ...gold, calls }) as { reason?: string }).reason
  }

  it.each([
    [`Oslo: ${lima}.`, 'it is get_weather\'s temperature_celsius (city "Lima")'],
    [`Oslo: ${oslo}.\nBest regards`, 'there is text after the template'],
    [`Hello,\nOslo: ${oslo}.`, 'there is text before the template'],
    ['Windy.', 'it does not follow the template'],
  ])('%j: %s', (message, why) => expect(reason(message)).toContain(why))
})

it('an unneeded write is named with its arguments', () => {
  const extra = performed(['create_contact', { name: 'Ana', email: 'ana@example.com' }]).calls
  const gold = performGold(LINE)
  const trace = { ...gold, final_answer: 'ANSWER: 545.5', calls: [...gold.calls, ...extra] }
  expect(score(LINE, trace)).toMatchObject({
    cause: 'unneeded-write',
    reason:
      'unexpected write: the task does not need create_contact (name "Ana", email "ana@example.com"), and it changed data',
  })
})

describe('the reason of a value that the suite states', () => {
  const contact = (prompt: string, name: string) => taskOf([['web_search', { query: name }]], { prompt })
  const why = (task: ReturnType<typeof contact>, query: string): unknown =>
    (score(task, performed(['web_search', { query }])) as { reason?: string }).reason

  it.each([
    ['Find Nora Berg.', 'Berg', '; if both are right, the suite can say any or oneOf'],
    ['Find Nora Berg.', 'nora berg again', '; if both are right, the suite can say any or oneOf'],
    ['Find Nora Berg.', 'Ida Moor', ''],
    ['Find my doctor.', 'Berg', '; neither the prompt nor a result has it'],
  ])('%j, asked for as %j: %s', (prompt, query, advice) =>
    expect(why(contact(prompt, 'Nora Berg'), query)).toBe(
      `step_1 web_search: query "${query}" is not "Nora Berg"${advice}`,
    ),
  )

  it('blames no agent for a number that nothing states, and no suite for a write in other words', () => {
    const task = (prompt: string) =>
      taskOf([['unit_convert', { value: 12.5, from_unit: 'km', to_unit: 'miles' }]], { prompt })
    const convert = (prompt: string) =>
      (
        score(task(prompt), performed(['unit_convert', { value: 3, from_unit: 'km', to_unit: 'miles' }])) as {
          reason?: string
        }
      ).reason
    expect(convert('Convert it.')).toContain('value 3 is not 12.5; neither the prompt nor a result has it')
    expect(convert('Convert 12.5 km.')).toMatch(/value 3 is not 12\.5$/)
    const mail = taskOf([['create_task', { title: 'File taxes' }]], { prompt: 'Remind me: File taxes.' })
    const made = score(mail, performed(['create_task', { title: 'taxes' }])) as { reason?: string }
    expect(made.reason).toMatch(/title "taxes" is not "File taxes"$/)
  })
})
