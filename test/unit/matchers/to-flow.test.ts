import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { TracewrightError } from '../../../src/shared/errors.ts'
import { Performer } from '../../support/perform.ts'
import { buildTrace } from '../../support/traces.ts'
import { chain, chainTask, failureOf, guess } from './traces.ts'

describe('toFlow', () => {
  it('passes for a value, whatever the form of the path', () => {
    expect(chain()).toFlow('get_weather.temperature_celsius', 'unit_convert.value')
    expect(chain()).toFlow('get_weather/temperature_celsius', 'unit_convert/value')
    expect(chain()).toFlow(
      { tool: 'get_weather', at: '/temperature_celsius' },
      { tool: 'unit_convert', at: 'value', call: 1 },
    )
    expect(chain()).not.toFlow('get_weather.feels_like_celsius', 'unit_convert.value')
  })

  it('passes for a text that carries the value as a whole token', () => {
    expect(chain()).toFlow('unit_convert.converted_value', 'send_email.body')
    expect(chain()).not.toFlow('unit_convert.converted_value', 'send_email.subject')
    const trace = buildTrace([
      { tool_name: 'count', arguments: {}, result: { n: 12 } },
      { tool_name: 'tell', arguments: { text: 'There are 120 of them.' } },
    ])
    expect(trace).not.toFlow('count.n', 'tell.text')
  })

  it('takes anything that the tool gave where the source has no path', () => {
    const trace = buildTrace([
      { tool_name: 'find', arguments: {}, result: { docks: [{ id: 'dock-1' }] } },
      { tool_name: 'go', arguments: { to: 'dock-1', from: 'dock-2' } },
    ])
    expect(trace).toFlow('find', 'go.to')
    expect(trace).not.toFlow('find', 'go.from')
  })

  it.each([
    ['9007199254740993', true],
    ['9007199254740992', false],
  ])('tells ids beyond 2^53 from their neighbours: %s', (id, flows) => {
    const call = (tool: string, args: string) => ({ id: tool, function: { name: tool, arguments: args } })
    const run = [
      { role: 'assistant', tool_calls: [call('find', '{}')] },
      { role: 'tool', tool_call_id: 'find', content: '{"id":9007199254740993}' },
      { role: 'assistant', tool_calls: [call('get', `{"id":${id}}`)] },
    ]
    if (flows) expect(run).toFlow('find.id', 'get.id')
    else expect(run).not.toFlow('find.id', 'get.id')
  })

  it('takes any item of a list for *', () => {
    const trace = buildTrace([
      { tool_name: 'search', arguments: {}, result: { hits: [{ url: 'a' }, { url: 'b' }] } },
      { tool_name: 'open', arguments: { urls: ['b'] } },
    ])
    expect(trace).toFlow('search.hits.*.url', 'open.urls.*')
    expect(trace).not.toFlow('search.hits.0.url', 'open.urls.*')
  })

  it('takes whole lists and objects, and their JSON text', () => {
    const rows = [{ a: 1, b: 2 }]
    const trace = buildTrace([
      { tool_name: 'read', arguments: {}, result: { rows } },
      { tool_name: 'sort', arguments: { rows: [{ b: 2, a: 1 }] } },
      { tool_name: 'save', arguments: { text: '[{"b": 2, "a": 1}]' } },
      { tool_name: 'cut', arguments: { rows: [{ a: 1 }] } },
    ])
    expect(trace).toFlow('read.rows', 'sort.rows')
    expect(trace).toFlow('read.rows', 'save.text')
    expect(trace).not.toFlow('read.rows', 'cut.rows')
  })

  it('compares as the schema of the receiving tool says', () => {
    const performer = new Performer(7)
    const weather = performer.call('get_weather', { city: 'Oslo' }) as { temperature_celsius: number }
    performer.call('unit_convert', {
      value: String(weather.temperature_celsius),
      from_unit: 'celsius',
      to_unit: 'kelvin',
    })
    expect(performer.calls[1]?.status).toBe(400)
    expect(performer.trace('text')).not.toFlow('get_weather.temperature_celsius', 'unit_convert.value')
  })

  it('counts neither a value from a call of the same turn nor one that is stale', () => {
    const read = { tool_name: 'read', arguments: { id: 1 } }
    const write = (value: number) => ({ tool_name: 'write', arguments: { value } })
    const parallel = buildTrace([
      { ...read, result: { value: 5 }, turn: 0, started: 0, ended: 2 },
      { ...write(5), turn: 0, started: 1, ended: 3 },
    ])
    expect(failureOf(() => expect(parallel).toFlow('read.value', 'write.value'))).toContain(
      'call_2 write.value was 5  (call_1 returned it, but it was called in the same turn)',
    )
    const stale = buildTrace([{ ...read, result: { value: 5 } }, { ...read, result: { value: 6 } }, write(5)])
    expect(failureOf(() => expect(stale).toFlow('read.value', 'write.value'))).toContain(
      'stale: call_1 returned it, but a later call with the same arguments returned something else',
    )
    expect(stale).toFlow({ tool: 'read', at: 'value', call: 1 }, 'write.value')
    const late = buildTrace([write(5), { ...read, result: { value: 5 } }])
    expect(failureOf(() => expect(late).toFlow('read.value', 'write.value'))).toContain(
      'call_2 returned it, but it had not ended yet',
    )
  })

  it('counts no failed call', () => {
    const trace = buildTrace([
      { tool_name: 'read', arguments: {}, result: { value: 5 } },
      { tool_name: 'write', arguments: { value: 5 }, status: 500 },
    ])
    expect(failureOf(() => expect(trace).toFlow('read.value', 'write.value'))).toContain(
      'Received: no call of write succeeded',
    )
  })

  it('says what was received and what was given', () => {
    expect(
      failureOf(() => expect(guess()).toFlow('get_weather.temperature_celsius', 'unit_convert.value')),
    ).toMatchInlineSnapshot(`
      "expect(run).toFlow("get_weather.temperature_celsius", "unit_convert.value")

      Expected: unit_convert.value to come from get_weather.temperature_celsius
        call_1 get_weather {"city":"Oslo"}  gave 9.333
        call_2 get_weather {"city":"Paris"}  gave 2.916
      Received:
        call_4 unit_convert.value was 21.5  (no earlier result holds it)"
    `)
    expect(
      failureOf(() => expect(chain()).toFlow('get_weather.humidity_percent', 'unit_convert.value')),
    ).toMatchInlineSnapshot(`
      "expect(run).toFlow("get_weather.humidity_percent", "unit_convert.value")

      Expected: unit_convert.value to come from get_weather.humidity_percent
        call_1 get_weather {"city":"Oslo"}  gave 73.462
      Received:
        call_2 unit_convert.value was 9.333  (it is get_weather's temperature_celsius (city "Oslo"))"
    `)
    expect(
      failureOf(() => expect(chain()).not.toFlow('unit_convert.converted_value', 'send_email.body')),
    ).toMatchInlineSnapshot(`
      "expect(run).not.toFlow("unit_convert.converted_value", "send_email.body")

      Expected: send_email.body not to come from unit_convert.converted_value
        call_2 unit_convert {"value":9.333,"from_unit":"celsius","to_unit":"f…  gave 48.7994
      Received:
        call_3 send_email.body was "Hello Ana, it is 48.7994 degrees now. Bye."  (from call_2)"
    `)
  })

  it('says that a tool was never called; .not passes then', () => {
    expect(
      failureOf(() => expect(guess()).toFlow('get_stock_price.price_usd', 'send_email.body')),
    ).toMatchInlineSnapshot(`
      "expect(run).toFlow("get_stock_price.price_usd", "send_email.body")

      Expected: send_email.body to come from get_stock_price.price_usd
      Received: get_stock_price was never called, and send_email was never called

      All calls:
        (calls of guess)"
    `)
    expect(guess()).not.toFlow('get_stock_price.price_usd', 'send_email.body')
    expect(
      failureOf(() =>
        expect(guess()).toFlow({ tool: 'get_weather', at: 'city', call: 3 }, 'unit_convert.value'),
      ),
    ).toContain('Received: 2 calls of get_weather succeeded, so call 3 does not exist')
  })

  it('refuses a misspelt path, also under .not', () => {
    const wrong = (from: string, to: string) => failureOf(() => expect(chain()).not.toFlow(from, to))
    expect(wrong('get_weather.temperature', 'unit_convert.value')).toMatchInlineSnapshot(
      `"Failed to run toFlow: get_weather gives no temperature. Did you mean temperature_celsius? It gives city, temperature_celsius, humidity_percent, wind_speed_kmh, condition, feels_like_celsius."`,
    )
    expect(wrong('get_weather.temperature_celsius', 'unit_convert.valu')).toMatchInlineSnapshot(
      `"Failed to run toFlow: unit_convert takes no valu. Did you mean value? It takes value, from_unit, to_unit."`,
    )
    expect(wrong('get_stock_price.price', 'unit_convert.value')).toContain('Did you mean price_usd?')
    expect(wrong('web_search.results.0.link', 'unit_convert.value')).toContain(
      'web_search gives no results.0.link.',
    )
    const own = buildTrace([{ tool_name: 'own', arguments: { a: 1 }, result: { value: 5 } }])
    expect(() => expect(own).not.toFlow('own.valeu', 'own.a')).toThrow(
      'own gives no valeu. Did you mean value? It gives value.',
    )
    expect(own).not.toFlow('other.anything', 'own.a')
  })

  it('refuses a tool that was not offered, where the task says what was', () => {
    const run = { trace: chain(), task: chainTask }
    expect(() => expect(run).not.toFlow('get_wether.temperature_celsius', 'unit_convert.value')).toThrow(
      'unknown tool get_wether. Did you mean get_weather? The agent was offered',
    )
  })

  it('refuses what it cannot read or judge', () => {
    const usage = (from: unknown, to: unknown = 'unit_convert.value') =>
      failureOf(() => expect(chain()).toFlow(from as string, to as string))
    expect(usage(undefined)).toContain('an end of the flow is missing')
    expect(usage('')).toContain('the name of the tool is missing')
    expect(usage({ tool: 'get_weather' })).toContain('"at" is missing')
    expect(usage('get_weather..city')).toContain('has an empty part')
    expect(usage({ tool: 'get_weather', at: 'city', call: 0 })).toContain(
      '0 is not the number of a call of get_weather',
    )
    const silent = buildTrace([
      { tool_name: 'own', arguments: {} },
      { tool_name: 'write', arguments: { value: 5 } },
    ])
    expect(() => expect(silent).not.toFlow('own', 'write.value')).toThrow(TracewrightError)
    expect(() => expect(silent).not.toFlow('own', 'write.value')).toThrow(
      'the result of call_1 own was not recorded',
    )
  })

  it('takes a promise of a run', async () => {
    await expect(Promise.resolve(chain())).resolves.toFlow(
      'get_weather.temperature_celsius',
      'unit_convert.value',
    )
    await expect(Promise.resolve(chain())).resolves.not.toFlow('get_weather.city', 'send_email.to')
  })
})
