import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import type { Json } from '../../../src/shared/json.ts'
import { buildTrace } from '../../support/traces.ts'
import { chain, chainTask, failureOf } from './traces.ts'

const MAIL = { to: 'ana@example.com', subject: 'Hi', body: 'Noon.' }
const lost = {
  tool_name: 'send_email',
  arguments: MAIL,
  status: 500,
  error: { code: 'fault', message: 'x' },
  committed: true,
}
const refused = {
  tool_name: 'send_email',
  arguments: MAIL,
  status: 400,
  error: { code: 'invalid_argument', message: 'x' },
  committed: false,
}
const sent = { tool_name: 'send_email', arguments: MAIL, result: { id: 1 }, committed: true }
const LISTED = { name: 'send_email', args: MAIL }

describe('a reply that was lost', () => {
  it('does not undo the call', () => {
    expect(buildTrace([lost])).toCallTool('send_email')
    expect(() => expect(buildTrace([lost])).not.toCallTool('send_email')).toThrow()
    expect(buildTrace([refused])).not.toCallTool('send_email')
  })
})

describe("extra: 'none'", () => {
  it('counts a refused call, but for one before its own success', () => {
    expect(buildTrace([refused, sent])).toMatchTrace([LISTED], { extra: 'none' })
    const other = { ...refused, arguments: { ...MAIL, subject: 'The minutes of Monday', body: 'See below.' } }
    expect(buildTrace([other, sent])).not.toMatchTrace([LISTED], { extra: 'none' })
    expect(buildTrace([sent, refused])).not.toMatchTrace([LISTED], { extra: 'none' })
  })
})

describe('what flowed', () => {
  it.each([
    [21.4836, 'It is 21.5 degrees.', true],
    [21.5, 'USD 21.50', true],
    [21.5, 'USD21.5', true],
    ['21.5', 'USD21.5', true],
    ['21.50', 'It costs USD21.50.', true],
    ['USD21.5', 21.5, true],
    ['USD21.5', 'USD 21.5', true],
    [21.5, 'USD22.5', false],
    ['21', 'Order AB21', false],
    ['Dock-Seven', 'to dock-seven', true],
    [21.5, 'It is 22.5 degrees.', false],
  ] as [Json, Json, boolean][])('%j into %j', (value, text, flows) => {
    const trace = buildTrace([
      { tool_name: 'find', arguments: {}, result: { value } },
      { tool_name: 'tell', arguments: { text } },
    ])
    if (flows) expect(trace).toFlow('find.value', 'tell.text')
    else expect(trace).not.toFlow('find.value', 'tell.text')
  })
})

describe('a list of calls in one message', () => {
  const said = (...names: string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: names.map((name, i) => ({
      id: `${name}${i}`,
      type: 'function',
      function: { name, arguments: '{}' },
    })),
  })
  it('is no sequence among them', () => {
    const trace = buildTrace([
      { tool_name: 'b', arguments: {}, result: 1 },
      { tool_name: 'a', arguments: {}, result: 1 },
    ])
    expect(trace).toMatchTrace([{ role: 'user', content: 'Go.' }, said('a', 'b')] as never, { extra: 'any' })
    expect(trace).not.toMatchTrace([{ role: 'user', content: 'Go.' }, said('a'), said('b')] as never, {
      extra: 'any',
    })
  })
})

describe('messages without results', () => {
  it('say that no result is recorded', () => {
    const { calls } = chain(7)
    const trace = calls.map(({ tool_name, arguments: args }) => ({ name: tool_name, args }))
    expect(
      failureOf(() => expect(trace).toFlow('get_weather.temperature_celsius', 'unit_convert.value')),
    ).toMatch(/the result of call_1 get_weather was not recorded/)
    // The task names a world, and nobody knows whether the agent saw it.
    expect(chainTask.world?.seed).toBeDefined()
    expect(failureOf(() => expect(trace).toMatchTrace(chainTask))).toContain(
      'no result of its source is recorded',
    )
  })
})
