import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { Performer } from '../../support/perform.ts'
import { chain, chainTask, failureOf, guess } from './traces.ts'

describe('toMatchArguments', () => {
  it('wants every graded argument right', () => {
    expect({ trace: chain(), task: chainTask }).toMatchArguments()
    expect(chain()).toMatchArguments(chainTask)
    expect(guess()).not.toMatchArguments(chainTask)
    expect(guess()).toMatchArguments({ get_weather: [{ city: 'Paris' }, { city: 'oslo' }] })
    expect(guess()).not.toMatchArguments({ get_weather: [{ city: 'Paris' }, { city: 'Paris' }] })
    expect(chain()).not.toMatchArguments({ send_email: { to: 'ana@example.com' } })
    expect(chain()).toMatchArguments([{ name: 'get_weather', args: { city: 'Oslo' } }])
  })

  it('lets no misspelt name of a tool pass under .not, in either form', () => {
    const run = { trace: chain(), task: chainTask }
    expect(() => expect(run).not.toMatchArguments([{ name: 'get_wether', args: { city: 'Oslo' } }])).toThrow(
      'unknown tool get_wether. Did you mean get_weather?',
    )
    expect(() => expect(run).not.toMatchArguments({ get_wether: { city: 'Oslo' } })).toThrow(
      'unknown tool get_wether. Did you mean get_weather?',
    )
  })

  it('does not mind the order, nor other calls', () => {
    const performer = new Performer(7)
    performer.call('create_task', { title: 'x' })
    performer.call('unit_convert', { value: 3, from_unit: 'km', to_unit: 'miles' })
    performer.call('get_weather', { city: 'Oslo' })
    const trace = performer.trace('reversed')
    const args = {
      get_weather: { city: 'Oslo' },
      unit_convert: { value: 3, from_unit: 'km', to_unit: 'miles' },
    }
    expect(trace).toMatchArguments(args)
    expect(trace).not.toMatchArguments({ ...args, unit_convert: { ...args.unit_convert, value: 4 } })
  })

  it('says which argument is wrong', () => {
    expect(
      failureOf(() => expect(guess()).toMatchArguments({ get_weather: { city: 'Rome' }, send_email: {} })),
    ).toMatchInlineSnapshot(`
      "expect(run).toMatchArguments(expected)

        step_1 get_weather: city "Oslo" is not "Rome"
        step_2 send_email: it was never called

      Expected (in any order):
        step_1 get_weather {"city":"Rome"}
        step_2 send_email {}
      Received:
        (calls of guess)"
    `)
    expect(
      failureOf(() => expect(chain()).not.toMatchArguments({ get_weather: { city: 'Oslo' } })),
    ).toMatchInlineSnapshot(`
      "expect(run).not.toMatchArguments(expected)

      Every expected call was made with right arguments.

      Expected anything but this (in any order):
        step_1 get_weather {"city":"Oslo"}
      Received:
        (calls of chain)"
    `)
  })

  it('refuses wrong usage', () => {
    const usage = (expected?: unknown) =>
      failureOf(() => expect(chain()).not.toMatchArguments(expected as typeof chainTask))
    expect(usage()).toContain('the expected trace is missing')
    expect(usage({})).toContain('no arguments are given')
    expect(usage({ get_weather: 'Oslo' })).toContain('the arguments of get_weather are not an object')
    expect(usage({ get_weather: { city: expect.any(String) } })).toContain('Use toCallTool for that')
  })
})
