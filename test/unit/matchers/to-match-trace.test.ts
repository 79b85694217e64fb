import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { chain, chainTask, failureOf, guess } from './traces.ts'

const step = (tool_name: string) => ({ step_id: 'step_1', tool_name, arguments: {}, depends_on: [] })

describe('toMatchTrace', () => {
  it('takes a task, a trace and a list', async () => {
    expect(chain()).toMatchTrace(chainTask)
    expect(chain()).toMatchTrace(chain())
    expect(guess()).not.toMatchTrace(chainTask)
    expect(chain()).not.toMatchTrace([{ name: 'get_weather', args: { city: 'Oslo' } }])
    await expect(Promise.resolve({ trace: chain(), task: chainTask })).resolves.toMatchTrace()
    await expect(Promise.resolve(guess())).resolves.not.toMatchTrace([])
  })

  it('knows its options, and under .not the names of tools and arguments', () => {
    const list = [{ name: 'get_weather', args: { city: 'Oslo' } }]
    const failing = failureOf
    // @ts-expect-error: options that nobody knows
    expect(failing(() => expect(chain()).toMatchTrace(list, { order: 'seq' }))).toMatch(
      'order cannot be "seq". Did you mean sequence?',
    )
    // @ts-expect-error: options that nobody knows
    expect(failing(() => expect(chain()).toMatchTrace(list, { ordr: 'any' }))).toMatch(
      'there is no option ordr',
    )
    const town = [{ name: 'get_weather', args: { citty: 'Oslo' } }]
    expect(failing(() => expect(chain()).not.toMatchTrace(town))).toMatch('Did you mean city?')
    expect(failing(() => expect(chain()).not.toCallTool('get_weather', { citty: 'Oslo' }))).toMatch(
      'no argument citty',
    )
    const run = { trace: chain(), task: chainTask }
    expect(failing(() => expect(run).not.toMatchTrace([{ name: 'get_wether' }]))).toMatch(
      'Did you mean get_weather?',
    )
  })

  it('takes any of the alternatives of a task', () => {
    const other = { ...chainTask, expected_trace: { steps: [step('create_task')] } }
    const task = { ...other, alternatives: [{ steps: [step('send_email')] }, chainTask.expected_trace] }
    expect(chain()).not.toMatchTrace(other)
    expect(chain()).toMatchTrace(task)
    expect(chain()).not.toMatchArguments(other)
    expect(chain()).toMatchArguments(task)
  })

  it('says what is wrong, and what it was', () => {
    expect(failureOf(() => expect(guess()).toMatchTrace(chainTask))).toMatchInlineSnapshot(`
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
        call_1 get_weather {"city":"Oslo"}
        call_2 get_weather {"city":"Paris"}
        call_3 get_weather {"town":"Oslo"}  -> 400 invalid_argument
        call_4 unit_convert {"value":21.5,"from_unit":"celsius","to_unit":"fahrenheit"}"
    `)
  })
})
