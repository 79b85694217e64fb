import { afterEach, describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { chain, chainTask, failureOf, guess } from './traces.ts'

describe('toCallTool', () => {
  it('looks at the given arguments only', () => {
    expect(chain()).toCallTool('get_weather')
    expect(chain()).toCallTool('send_email', { to: 'ana@example.com' })
    expect(chain()).not.toCallTool('send_email', { to: 'ana@example.com', cc: 'bo@example.com' })
    expect(chain()).not.toCallTool('create_task')
  })

  it('compares as the scorer does, defaults included', () => {
    expect(chain()).toCallTool('get_weather', { city: ' oslo' })
    expect(chain()).not.toCallTool('send_email', { subject: 'oslo' })
    const search = { tool_name: 'web_search', arguments: { query: 'otters' } }
    expect([search]).toCallTool('web_search', { max_results: 5 })
    expect([search]).not.toCallTool('web_search', { max_results: 6 })
  })

  it('honours asymmetric matchers at any depth', () => {
    const call = { tool_name: 'plan', arguments: { items: [{ id: 'a1', n: 2 }], city: 'Oslo' } }
    expect([call]).toCallTool('plan', { items: [{ id: expect.stringMatching(/^a/), n: expect.any(Number) }] })
    expect([call]).toCallTool('plan', { items: expect.arrayContaining([{ id: 'a1', n: 2 }]) })
    expect([call]).not.toCallTool('plan', { items: [{ id: expect.any(Number), n: 2 }] })
    expect([call]).not.toCallTool('plan', { items: [{ id: 'a1' }] })
    expect([call]).toCallTool('plan', { other: undefined })
    const nested = {
      tool_name: 'batch',
      arguments: { calls: [{ name: 'get_weather', args: { city: 'Oslo' } }] },
    }
    expect([nested]).toCallTool('batch', { calls: [expect.toolCall('get_weather', { city: 'oslo' })] })
  })

  it('counts successful calls', () => {
    expect(guess()).toCallTool('get_weather', {}, { times: 2 })
    expect(guess()).not.toCallTool('get_weather', {}, { times: 3 })
    expect(guess()).toCallTool('send_email', {}, { times: 0 })
    expect(guess()).not.toCallTool('get_weather', { city: 'Rome' })
  })

  it('says why no call is like that', () => {
    expect(
      failureOf(() => expect(guess()).toCallTool('get_weather', { city: 'Rome' })),
    ).toMatchInlineSnapshot(`
      "expect(run).toCallTool("get_weather", arguments)

      Expected: a successful call of get_weather with {"city":"Rome"}
      Received: no matching call
        call_1 get_weather {"city":"Oslo"}  (city "Oslo" is not "Rome")
        call_2 get_weather {"city":"Paris"}  (city "Paris" is not "Rome")
        call_3 get_weather {"town":"Oslo"}  -> 400 invalid_argument"
    `)
    expect(
      failureOf(() => expect(guess()).toCallTool('send_email', { to: expect.any(String) })),
    ).toMatchInlineSnapshot(`
      "expect(run).toCallTool("send_email", arguments)

      Expected: a successful call of send_email with {"to": Any<String>}
      Received: no call of send_email; the calls were
        (calls of guess)"
    `)
    expect(
      failureOf(() => expect(guess()).not.toCallTool('get_weather', {}, { times: 2 })),
    ).toMatchInlineSnapshot(`
      "expect(run).not.toCallTool("get_weather")

      Expected: any number but exactly 2 successful calls of get_weather
      Received: 2 matching
        call_1 get_weather {"city":"Oslo"}
        call_2 get_weather {"city":"Paris"}
        call_3 get_weather {"town":"Oslo"}  -> 400 invalid_argument"
    `)
    expect(failureOf(() => expect(guess()).not.toCallTool('get_weather', { city: 'Oslo' }))).toContain(
      'Expected: no successful call of get_weather with {"city":"Oslo"}\nReceived: 1 matching',
    )
  })

  it('refuses wrong usage', () => {
    const usage = (...args: unknown[]) =>
      failureOf(() => expect(guess()).not.toCallTool(...(args as Parameters<typeof expect.toCallTool>)))
    expect(usage()).toContain('Failed to run toCallTool: the name of the tool is missing')
    expect(usage('get_weather', ['Oslo'])).toContain('the arguments are not an object')
    expect(usage('get_weather', {}, { time: 1 })).toContain('unknown option time')
    expect(usage('get_weather', {}, { times: -1 })).toContain('times must be a non-negative integer, got -1')
    expect(usage('get_weather', {}, { times: 1.5 })).toContain(
      'times must be a non-negative integer, got 1.5',
    )
    const run = { trace: chain(), task: chainTask }
    expect(() => expect(run).not.toCallTool('create_tasks')).toThrow('Did you mean create_task?')
  })
})

describe('toolCall', () => {
  it('stands for a successful call', () => {
    expect(chain().calls).toEqual([
      expect.toolCall('get_weather', { city: 'Oslo' }),
      expect.toolCall('unit_convert', { value: expect.any(Number) }),
      expect.toolCall('send_email'),
    ])
    expect(guess().calls).toEqual(expect.arrayContaining([expect.toolCall('get_weather', { city: 'Paris' })]))
    expect(guess().calls).not.toContainEqual(expect.toolCall('send_email'))
    expect(() =>
      expect(guess().calls).not.toContainEqual(expect.toolCall('get_weather', { town: 'Oslo' })),
    ).toThrow('get_weather has no argument town')
    expect(guess()).toMatchObject({ calls: { 0: expect.toolCall('get_weather') } })
    expect({ name: 'get_weather', args: { city: 'Oslo' } }).toEqual(
      expect.toolCall('get_weather', { city: 'Oslo' }),
    )
    expect([3, null, { tool_name: 4 }]).not.toContainEqual(expect.toolCall('get_weather'))
  })

  it('refuses a call without a name', () => {
    expect(() => expect(guess().calls).toContainEqual(expect.toolCall(''))).toThrow(
      'Failed to run toolCall: it needs the name of a tool',
    )
  })
})

describe('matchers as values within others', () => {
  it('judge what stands there', () => {
    expect({ run: chain() }).toEqual({ run: expect.toCallTool('get_weather') })
    expect({ run: chain() }).not.toEqual({ run: expect.toCallTool('create_task') })
    expect([chain(), guess()]).toEqual([
      expect.toFlow('get_weather.temperature_celsius', 'unit_convert.value'),
      expect.not.toFlow('get_weather.temperature_celsius', 'unit_convert.value'),
    ])
    for (const run of [
      expect.toSelectTools(['get_weather', 'unit_convert', 'send_email']),
      expect.toStayWithin({ calls: 3 }),
      expect.toMatchArguments(chainTask),
      expect.toMatchTrace(chainTask),
      expect.toRespectDataFlow(chainTask),
      expect.toScoreAtLeast(1, chainTask),
      expect.toSolve(chainTask),
    ])
      expect({ run: chain() }).toEqual({ run })
  })
})

describe('custom equality', () => {
  let armed = false
  afterEach(() => {
    armed = false
  })
  expect.addEqualityTesters([
    (a, b) => (armed && typeof a === 'string' && typeof b === 'string' ? a[0] === b[0] : undefined),
  ])

  it('of the user counts', () => {
    expect(chain()).not.toCallTool('send_email', { subject: 'Other' })
    armed = true
    expect(chain()).toCallTool('send_email', { subject: 'Other' })
  })
})
