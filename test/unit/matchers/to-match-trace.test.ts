import { describe, expect, it } from 'vitest'
import { expandInWorld } from '../../support/in-world.ts'
import { performGold } from '../../support/perform.ts'
import { findTask, SEEDS } from '../../support/world-tasks.ts'
import '../../../matchers/index.ts'
import { Performer } from '../../support/perform.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'
import { chain, chainTask, failureOf, guess, wholeFailureOf } from './traces.ts'

describe('toMatchTrace', () => {
  it('takes a task, a trace and a list', async () => {
    expect(chain()).toMatchTrace(chainTask)
    expect(chain()).toMatchTrace(chain())
    expect(guess()).not.toMatchTrace(chainTask)
    expect(chain()).not.toMatchTrace([{ name: 'get_weather', args: { city: 'Oslo' } }])
    await expect(Promise.resolve({ trace: chain(), task: chainTask })).resolves.toMatchTrace()
    await expect(Promise.resolve(guess())).resolves.not.toMatchTrace([])
  })

  describe('expected calls', () => {
    const call = (args: unknown) => ({
      id: 'a',
      type: 'function',
      function: { name: 'refund', arguments: args },
    })
    const made = (...more: object[]) => [
      { role: 'assistant', content: null, tool_calls: [call('{"id":"o1"}'), ...more] },
      { role: 'tool', tool_call_id: 'a', content: '{"ok":true}' },
    ]
    const args = { id: 'o1' }
    it.each<[string, readonly object[]]>([
      ['input', [{ name: 'refund', input: args }]],
      ['arguments', [{ name: 'refund', arguments: args }]],
      ['arguments as text', [{ tool_name: 'refund', arguments: '{"id":"o1"}' }]],
      [
        'an item of Responses',
        [{ type: 'function_call', call_id: 'x', name: 'refund', arguments: '{"id":"o1"}' }],
      ],
      ['a tool_use block', [{ type: 'tool_use', id: 'x', name: 'refund', input: args }]],
      ['a tool call of LangChain', [{ type: 'tool_call', id: 'x', name: 'refund', args }]],
      [
        'a message',
        [{ role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'refund', input: args }] }],
      ],
      [
        'a named message',
        [{ type: 'ai', name: 'billing', content: '', tool_calls: [{ id: 'x', name: 'refund', args }] }],
      ],
    ])('reads %s with its arguments', (_, expected) => {
      expect(made()).toMatchTrace(expected)
      expect(made()).toMatchArguments(expected)
      expect(() => expect(made()).not.toMatchTrace(expected)).toThrow('anything but this')
      const other = JSON.parse(JSON.stringify(expected).replaceAll('o1', 'o2'))
      expect(made()).not.toMatchTrace(other)
    })

    it.each<[string, object, string]>([
      [
        'under another name',
        { name: 'refund', parameters: args },
        'or a list of { name, args }, { name, input } or',
      ],
      ['twice', { name: 'refund', args, input: args }, 'or a list of { name, args }, { name, input } or'],
      ['that are not JSON', { name: 'refund', arguments: '{"id"' }, 'the arguments are not JSON: {"id"'],
      [
        'that are not JSON in a message',
        { role: 'assistant', tool_calls: [call('{')] },
        'every call of the expected',
      ],
    ])('refuses arguments %s, also under .not', (_, expected, error) => {
      expect(() => expect(made()).not.toMatchTrace([expected])).toThrow(error)
    })

    it('does not take a call for a read whose effect nothing tells', () => {
      const more = { id: 'b', type: 'function', function: { name: 'delete_account', arguments: '{}' } }
      const run = [...made(more), { role: 'tool', tool_call_id: 'b', content: '{}' }]
      const list = [{ name: 'refund', args }]
      expect(() => expect(run).toMatchTrace(list)).toThrow(
        'no tool tells its effect. Register matchersFor(tools)',
      )
      expect(run).toMatchTrace(list, { extra: 'any' })
    })
  })

  it('knows its options, and under .not the names of tools and arguments', () => {
    const list = [{ name: 'get_weather', args: { city: 'Oslo' } }]
    const failing = failureOf
    // @ts-expect-error: options that nobody knows
    expect(failing(() => expect(chain()).toMatchTrace(list, { order: 'seq' }))).toMatch(
      'order cannot be "seq". Did you mean sequence?',
    )
    // @ts-expect-error: options that nobody knows
    expect(failing(() => expect(chain()).toMatchTrace(list, { ordr: 'any' }))).toMatch('unknown option ordr')
    const town = [{ name: 'get_weather', args: { citty: 'Oslo' } }]
    expect(failing(() => expect(chain()).not.toMatchTrace(town))).toMatch('Did you mean city?')
    expect(failing(() => expect(chain()).not.toCallTool('get_weather', { citty: 'Oslo' }))).toMatch(
      'no argument citty',
    )
    expect(failing(() => expect(chain()).not.toMatchArguments({ get_weather: { citty: 'Oslo' } }))).toMatch(
      'get_weather has no argument citty. Did you mean city?',
    )
    const run = { trace: chain(), task: chainTask }
    expect(failing(() => expect(run).not.toMatchTrace([{ name: 'get_wether' }]))).toMatch(
      'Did you mean get_weather?',
    )
  })

  it('takes any of the alternatives of a task', () => {
    const other = { ...chainTask, expected_trace: { steps: [step(1, 'create_task', {})] } }
    const task = {
      ...other,
      alternatives: [{ steps: [step(1, 'send_email', {})] }, chainTask.expected_trace],
    }
    expect(chain()).not.toMatchTrace(other)
    expect(chain()).toMatchTrace(task)
    expect(chain()).not.toMatchArguments(other)
    expect(chain()).toMatchArguments(task)
  })

  it('says what is wrong, and what it was', () => {
    expect(wholeFailureOf(() => expect(guess()).toMatchTrace(chainTask))).toMatchInlineSnapshot(`
      "expect(run).toMatchTrace(expected)

        step_2 unit_convert: value 21.5 is not step_1's temperature_celsius 9.333
        step_3 send_email: it was never called

      Expected (order: dag):
        step_1 get_weather {"city":"Oslo"}
        step_2 unit_convert {"value":{"$from":"step_1","at":"/temperature_celsius"},"from_unit":"celsius","to_unit":"fahrenheit"}  after step_1
        step_3 send_email {"to":"ana@example.com","subject":"Oslo","body":{"$text":["It is ",{"$from":"step_2","at":"/converted_value"}…  after step_2
      Received:
        call_1 get_weather {"city":"Oslo"}
        call_2 get_weather {"city":"Paris"}
        call_3 get_weather {"town":"Oslo"}  -> 400 invalid_argument
        call_4 unit_convert {"value":21.5,"from_unit":"celsius","to_unit":"fahrenheit"}"
    `)
    expect(
      failureOf(() =>
        expect(guess()).not.toMatchTrace(
          [{ name: 'get_weather', args: { city: 'Oslo' } }, { name: 'unit_convert' }],
          { arguments: 'ignored', extra: 'any' },
        ),
      ),
    ).toMatchInlineSnapshot(`
      "expect(run).not.toMatchTrace(expected)

      The calls match.

      Expected anything but this (order: sequence):
        step_1 get_weather {"city":"Oslo"}
        step_2 unit_convert {}
      Received:
        (calls of guess)"
    `)
  })

  describe('a read that was asked in another way', () => {
    const cities = ['Oslo', 'Lima', 'Rome']
    const task = buildTask('Tell #desk the mean temperature of Oslo, Lima and Rome.', [
      ...cities.map((city, i) => step(i + 1, 'get_weather', { city })),
      step(
        4,
        'statistical_analysis',
        { numbers: cities.map((_, i) => buildFrom(i + 1, '/temperature_celsius')), operation: 'mean' },
        ['step_1', 'step_2', 'step_3'],
      ),
      step(
        5,
        'send_message',
        { recipient: '#desk', message: { $text: ['The mean temperature is ', buildFrom(4, '/result')] } },
        ['step_4'],
      ),
    ])

    /** Reads a summary in place of the mean, and tells one of its figures. */
    function summarised(figure: 'mean' | 'median') {
      const performer = new Performer(7)
      const numbers = cities.map(
        (city) =>
          (performer.call('get_weather', { city }) as { temperature_celsius: number }).temperature_celsius,
      )
      const summary = performer.call('statistical_analysis', { numbers, operation: 'summary' }) as Record<
        string,
        number
      >
      performer.call('send_message', {
        recipient: '#desk',
        message: `The mean temperature is ${summary[figure]}.`,
      })
      return performer.trace('task')
    }

    it('counts as the one asked for, as it does in a score', () => {
      expect(summarised('mean')).toSolve(task)
      expect(summarised('mean')).toMatchTrace(task)
      expect(summarised('mean')).toMatchArguments(task)
    })

    it('does not where what was taken from it is another value', () => {
      expect(summarised('median')).not.toSolve(task)
      expect(summarised('median')).not.toMatchTrace(task)
    })
  })
})

it('toMatchTrace takes a task that depends on its world as it is in the world of the trace', () => {
  const task = findTask('if')
  const [warm, cold] = [true, false].map((isWarm) =>
    SEEDS.find((seed) => expandInWorld(task, seed).branch.includes('create_task') === isWarm),
  ) as [number, number]
  const both = (seed: number) => {
    const performer = new Performer(seed)
    performer.call('get_weather', { city: 'Oslo' })
    performer.call('create_task', { title: 'Water the garden' })
    return performer.trace(task.task_id)
  }
  expect(both(warm)).toMatchTrace(task)
  expect(both(cold)).not.toMatchTrace(task)
  expect(performGold(task, cold)).toMatchTrace(task)
})
