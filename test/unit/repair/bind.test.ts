import { describe, expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { bindSuite, bindTask } from '../../../src/suites/repair/bind/bind-suite.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { runReference } from '../../support/in-world.ts'
import { buildTask, step } from '../../support/task.ts'

const weather = step(1, 'get_weather', { city: 'Oslo' })
const resultOf = (task: Task, id: string): JsonObject =>
  runReference(task, registry).outputOf(id) as JsonObject
/** What `get_weather` says of Oslo in the world of `taskOf`. */
const oslo = resultOf(buildTask('', [weather]), 'step_1') as {
  temperature_celsius: number
  condition: string
}

const argumentsOf = ({ task }: { task: Task }, place: number): JsonObject =>
  task.expected_trace.steps[place - 1]?.arguments ?? {}
/** The arguments of a second step, bound. */
const second = (prompt: string, tool: string, args: JsonObject): JsonObject =>
  argumentsOf(bindTask(buildTask(prompt, [weather, step(2, tool, args, ['step_1'])]), registry), 2)

describe('binding values', () => {
  test('binds a value that an earlier step returned and the prompt does not state', () => {
    const args = { value: oslo.temperature_celsius, from_unit: 'celsius', to_unit: 'fahrenheit' }
    expect(second('Weather in Oslo, from celsius to fahrenheit.', 'unit_convert', args)).toEqual({
      ...args,
      value: { $from: 'step_1', at: '/temperature_celsius' },
    })
  })

  test('binds the part of a text that came from a result, rounded too', () => {
    const rounded = Number(oslo.temperature_celsius.toFixed(1))
    const text = (figure: number): JsonObject => ({
      to: 'ann@example.com',
      subject: 'Oslo',
      body: `Now ${figure} outside.`,
    })
    const ask = 'Mail ann@example.com the weather in Oslo, subject "Oslo".'
    expect(second(ask, 'send_email', text(oslo.temperature_celsius)).body).toEqual({
      $text: ['Now ', { $from: 'step_1', at: '/temperature_celsius' }, ' outside.'],
    })
    expect(second(ask, 'send_email', text(rounded)).body).toEqual({
      $text: ['Now ', { $from: 'step_1', at: '/temperature_celsius', via: [{ round: 1 }] }, ' outside.'],
    })
  })

  test('binds a text that follows the quoted text of the prompt as a template', () => {
    const mail = (body: string) => ({ to: 'ann@example.com', subject: 'Oslo', body })
    const bodyOf = (ask: string, body: string) => second(ask, 'send_email', mail(body)).body
    const ask = 'Mail ann@example.com about Oslo, subject "Oslo", body "Now: <temperature> degrees."'
    const text = `Now: ${oslo.temperature_celsius} degrees`
    const is = { $from: 'step_1', at: '/temperature_celsius' }
    expect(bodyOf(ask, text)).toEqual({
      $template: ['Now: ', { gap: 'temperature', is }, ' degrees.'],
    })
    expect(bodyOf(ask, `${text} and windy`)).toEqual({ $text: ['Now: ', is, ' degrees and windy'] })
    expect(bodyOf('Mail ann@example.com about Oslo, subject "Oslo".', text)).toHaveProperty('$text')
  })

  test('binds a text that is a number as that number, and not as prose about it', () => {
    const stored = (value: string) =>
      second('Store the temperature of Oslo under "oslo".', 'store_memory', { key: 'oslo', value }).value
    const binding = { $from: 'step_1', at: '/temperature_celsius' }
    expect(stored(String(oslo.temperature_celsius))).toEqual({ ...binding, via: ['text'] })
    expect(stored(oslo.temperature_celsius.toFixed(1))).toEqual({ ...binding, via: [{ round: 1 }, 'text'] })
  })

  test('leaves what the prompt states, and bindings that are there', () => {
    const stated = { key: 'oslo', value: String(oslo.temperature_celsius) }
    expect(second(`Store "${stated.value}" under "oslo".`, 'store_memory', stated).key).toBe('oslo')
    const bound: Json = { $from: 'step_1', at: '/condition' }
    expect(second('Store it under "oslo".', 'store_memory', { key: 'oslo', value: bound }).value).toEqual(
      bound,
    )
  })

  test('takes the selection rather than the value that won it', () => {
    const cities = ['Oslo', 'Rome'].map((city, i) => step(i + 1, 'get_weather', { city }))
    const task = buildTask('Put the higher temperature of Oslo and Rome from celsius into kelvin.', cities)
    const figures = ['step_1', 'step_2'].map((id) => resultOf(task, id).temperature_celsius as number)
    const args = { value: Math.max(...figures), from_unit: 'celsius', to_unit: 'kelvin' }
    const steps = [...cities, step(3, 'unit_convert', args, ['step_1', 'step_2'])]
    const { task: done } = bindTask({ ...task, expected_trace: { steps } }, registry)
    expect(argumentsOf({ task: done }, 3).value).toEqual({
      $calc: 'max',
      of: ['step_1', 'step_2'].map((id) => ({ $from: id, at: '/temperature_celsius' })),
    })
  })

  describe('of extremes', () => {
    const cities = ['Oslo', 'Rome', 'Lima'].map((city, i) => step(i + 1, 'get_weather', { city }))
    const ids = cities.map(({ step_id }) => step_id)
    const weathers = ids.map(
      (id) =>
        resultOf(buildTask('', cities), id) as {
          temperature_celsius: number
          condition: string
          city: string
        },
    )
    const coldest = weathers.reduce((a, b) => (a.temperature_celsius < b.temperature_celsius ? a : b))
    const listFroms = (at: string) => ids.map((id) => ({ $from: id, at }))
    const temperatures = listFroms('/temperature_celsius')
    const ask = 'Which of Oslo, Rome and Lima is the coldest?'

    test('binds an answer of one of several calls as the extreme of all', () => {
      const task = buildTask(ask, cities, { expected_final_answer: coldest.temperature_celsius })
      expect(bindTask(task, registry, { answers: true }).task.expected_final_answer).toEqual({
        $calc: 'min',
        of: temperatures,
      })
    })

    test('binds each value of an answer that has all of them as itself', () => {
      const answer = Object.fromEntries(
        weathers.map((one) => [one.city.toLowerCase(), one.temperature_celsius]),
      )
      const task = buildTask(ask, cities, { expected_final_answer: answer })
      expect(
        Object.values(bindTask(task, registry, { answers: true }).task.expected_final_answer as JsonObject),
      ).toEqual(temperatures)
    })

    test('leaves a number frozen beside the written name of the winner, and names it', () => {
      const args = { key: coldest.city, value: String(coldest.temperature_celsius) }
      const task = buildTask(`${ask} Store its temperature under its name.`, [
        ...cities,
        step(4, 'store_memory', args, ids),
      ])
      const { task: bound, untraced } = bindTask(task, registry)
      expect(argumentsOf({ task: bound }, 4)).toEqual(args)
      expect(untraced).toContainEqual(
        expect.objectContaining({
          step_id: 'step_4',
          pointer: '/value',
          reason: expect.stringMatching(/^it comes from step_\d of 3 calls, which has the least .*function/),
        }),
      )
    })

    test('leaves the cheapest item of a list frozen, and names it', () => {
      const search = step(1, 'search_products', { query: 'desk lamp' })
      const { results } = resultOf(buildTask('', [search]), 'step_1') as {
        results: { name: string; price_usd: number }[]
      }
      const cheapest = results.reduce((a, b) => (a.price_usd < b.price_usd ? a : b))
      const task = buildTask('Put the cheapest "desk lamp" on my list.', [
        search,
        step(2, 'create_task', { title: cheapest.name }, ['step_1']),
      ])
      const { task: bound, untraced } = bindTask(task, registry)
      expect(results.indexOf(cheapest)).toBeGreaterThan(0)
      expect(argumentsOf({ task: bound }, 2)).toEqual({ title: cheapest.name })
      expect(untraced.map(({ reason }) => reason).join()).toMatch(
        /of \d+ items, which has the least \/price_usd\. If/,
      )
    })
  })

  test('adds the dependency that a bound value shows', () => {
    const args = { value: oslo.temperature_celsius, from_unit: 'celsius', to_unit: 'kelvin' }
    const task = buildTask('Oslo, from celsius to kelvin.', [weather, step(2, 'unit_convert', args)])
    expect(bindTask(task, registry).task.expected_trace.steps[1]?.depends_on).toEqual(['step_1'])
  })

  test('says of each value that it cannot trace why', () => {
    const one = (prompt: string, tool: string, given: JsonObject) =>
      bindSuite([buildTask(prompt, [step(1, tool, given)])], registry).untraced.map(
        ({ pointer, reason }) => `${pointer}: ${reason}`,
      )
    expect(one('Hash "tea".', 'hash_text', { text: 'tea', algorithm: 'md5' })).toEqual([
      '/algorithm: a text without a source',
    ])
    expect(
      one('Translate "tea" (en) to French.', 'translate_text', {
        text: 'tea',
        from_language: 'en',
        to_language: 'fr',
      }),
    ).toEqual([])
    expect(one('Search for "tea".', 'web_search', { query: 'tea', max_results: 4 })).toEqual([
      '/max_results: a number without a source',
    ])
    expect(one('Search.', 'web_search', { query: 'tea' })).toEqual(['/query: a text without a source'])
  })

  test('leaves a task whose expected trace does not execute as it is, and says why', () => {
    const task = buildTask('Fly.', [step(1, 'fly', {})])
    const { tasks, bound, untraced } = bindSuite([task], registry)
    expect(tasks).toEqual([task])
    expect(bound).toBe(0)
    expect(untraced).toEqual([
      expect.objectContaining({ pointer: '', reason: expect.stringContaining('fly') }),
    ])
  })

  test('names an amount that the prompt states and a step gives by chance, and leaves every place of it frozen', () => {
    const value = oslo.temperature_celsius
    const args = { value, from_unit: 'celsius', to_unit: 'fahrenheit' }
    const task = buildTask(`Weather in Oslo; convert ${value} from celsius to fahrenheit.`, [
      weather,
      step(2, 'unit_convert', args, ['step_1']),
    ])
    const { task: bound, untraced } = bindTask(task, registry)
    expect(argumentsOf({ task: bound }, 2)).toEqual(args)
    expect(untraced).toEqual([
      expect.objectContaining({
        step_id: 'step_2',
        pointer: '/value',
        reason: expect.stringMatching(/^both the prompt and a step/),
      }),
    ])
  })

  test('binds an answer that the results give in full, and names one that they do not', () => {
    const { temperature_celsius, condition } = oslo
    const answered = (answer: Json): Task =>
      buildTask('Weather in Oslo?', [weather], { expected_final_answer: answer })
    const whole = bindSuite([answered({ now: temperature_celsius, sky: condition })], registry)
    expect(whole.tasks[0]?.expected_final_answer).toEqual({
      now: { $from: 'step_1', at: '/temperature_celsius' },
      sky: { $from: 'step_1', at: '/condition' },
    })
    const other = answered({ now: temperature_celsius, mood: 'fine' })
    const { tasks, untraced } = bindSuite([other], registry)
    expect(tasks[0]?.expected_final_answer).toEqual(other.expected_final_answer)
    expect(untraced.map(({ reason }) => reason)).toEqual(['an answer with values that no result returned'])
  })
})
