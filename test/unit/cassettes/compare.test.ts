import { describe, expect, it } from 'vitest'
import { keptRequest } from '../../../src/network/cassettes/canonical.ts'
import { isSameRequest, requestDifferences } from '../../../src/network/cassettes/compare.ts'
import { sameButForTime } from '../../../src/network/cassettes/stamps.ts'

const THEN = Date.parse('2026-03-01T12:00:00Z')
const NOW = Date.parse('2026-05-20T08:30:00Z')
const times = { recorded: THEN, now: NOW }
const URL_OF_CHAT = 'https://api.example.com/v1/chat/completions'
const kept = (body: object, url = URL_OF_CHAT) => keptRequest('POST', url, JSON.stringify(body))
const asks = (system: string, more: object = {}) =>
  kept({ model: 'm', messages: [{ role: 'system', content: system }], ...more })

describe('requests mean the same', () => {
  it.each([
    ['in another order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['from another user', { a: 1, user: 'x', metadata: { run: '1' } }, { a: 1, user: 'y' }],
    [
      'with other ids',
      { messages: [{ tool_calls: [{ id: 'call_abc' }] }, { tool_call_id: 'call_abc' }] },
      { messages: [{ tool_calls: [{ id: 'made-here-1' }] }, { tool_call_id: 'made-here-1' }] },
    ],
    [
      'with arguments spelt otherwise',
      { messages: [{ tool_calls: [{ function: { arguments: '{"a":1,"b":2}' } }] }] },
      { messages: [{ tool_calls: [{ function: { arguments: '{ "b": 2, "a": 1 }' } }] }] },
    ],
  ])('%s', (_, one, other) => {
    expect(isSameRequest(kept(one), kept(other), times)).toBe(true)
  })

  it.each([
    [
      'with results under each other’s ids',
      { messages: [{ id: 'a' }, { id: 'b' }, { tool_call_id: 'a' }] },
      { messages: [{ id: 'a' }, { id: 'b' }, { tool_call_id: 'b' }] },
    ],
    [
      'with another id as an argument',
      { messages: [{ type: 'tool_use', input: { id: 'o1' } }] },
      { messages: [{ type: 'tool_use', input: { id: 'o2' } }] },
    ],
    [
      'with another id in a result',
      { messages: [{ content: '{"id":"o1"}' }] },
      { messages: [{ content: '{"id":"o2"}' }] },
    ],
    ['with null in place of nothing', { a: null }, {}],
    ['with another tool', { tools: [{ name: 'a', id: 'x' }] }, { tools: [{ name: 'a', id: 'y' }] }],
  ])('not %s', (_, one, other) => {
    expect(isSameRequest(kept(one), kept(other), times)).toBe(false)
  })

  it.each(['{"order":9007199254740993}', '{"text":"{\\"order\\":9007199254740993}"}'])(
    'not with another whole number than doubles hold, %s',
    (body) => {
      const one = keptRequest('POST', URL_OF_CHAT, body)
      const other = keptRequest('POST', URL_OF_CHAT, body.replace('993', '992'))
      expect(isSameRequest(one, one, times)).toBe(true)
      expect(isSameRequest(one, other, times)).toBe(false)
      expect(JSON.stringify(one)).toContain('9007199254740993')
    },
  )

  it('at an address without credentials, on this machine at any port', () => {
    const url = (address: string) => keptRequest('POST', address, '').url
    expect(url('https://u:p@example.com/x?key=AIza&token=t&alt=sse')).toBe('https://example.com/x?alt=sse')
    expect(url('http://127.0.0.1:4001/v1/messages')).toBe(url('http://localhost:5002/v1/messages'))
    expect(url('https://example.com:8443/x')).not.toBe(url('https://example.com/x'))
  })

  it('says where they differ first', () => {
    const [first] = requestDifferences(asks('You are brief.'), asks('You are long.'), times)
    expect(first).toEqual({ at: '/messages/0/content', recorded: 'You are brief.', now: 'You are long.' })
  })
})

describe('texts are the same but for their time', () => {
  const same = (recorded: string, now: string) =>
    sameButForTime({ text: recorded, at: THEN }, { text: now, at: NOW })

  it.each([
    ['It is 2026-03-01T11:59:58.123Z.', 'It is 2026-05-20T08:29:00.000Z.'],
    ['Today is 2026-03-01', 'Today is 2026-05-19'],
    ['Sun Mar 01 2026, 11:59', 'Wed May 20 2026, 8:30'],
    ['Sunday, March 1, 2026', 'Wednesday, May 20, 2026'],
    ['1 March 2026', '20 May 2026'],
    ['3/1/2026, 11:59:00 AM', '5/20/2026, 8:30:00 AM'],
    ['at 1772366400', 'at 1779265800'],
    ['at 1772366400123', 'at 1779265800456'],
    ['It is 2026-03-01; fly on 2027-01-01.', 'It is 2026-05-20; fly on 2027-01-01.'],
    // A date that stays is a part of what is said, also where it is that of the recording.
    ['Book for 2026-03-01.', 'Book for 2026-03-01.'],
  ])('%s', (recorded, now) => expect(same(recorded, now)).toBe(true))

  it.each([
    ['Book for 2027-01-01.', 'Book for 2027-01-02.'],
    ['Book for 2026-03-01.', 'Book for 2027-01-02.'],
    ['Wake me at 7:30.', 'Wake me at 8:30.'],
    ['It is 2026-03-01, say A.', 'It is 2026-05-20, say B.'],
    ['order 1234567890', 'order 1234567891'],
  ])('not %s', (recorded, now) => expect(same(recorded, now)).toBe(false))
})

describe('what is masked in a recorded request may be anything', () => {
  const same = (recorded: string, now: string, known = new Map<string, string>()) =>
    isSameRequest(kept({ text: recorded }), kept({ text: now }), times, known)

  it.each([
    ['key <redacted> of <redacted>.', 'key abc of Jane.'],
    ['<redacted 1> and <redacted 2>, <redacted 1> again', 'a and b, a again'],
    ['at 2026-03-01T11:59:58Z for <redacted 1>', 'at 2026-05-20T08:29:00Z for Jane'],
    ['for <redacted 1> at 2026-03-01T11:59:58Z.', 'for Jane at 2026-05-20T08:29:00Z.'],
    ['{"to":"<redacted 1>"}', '{"to":"Jane"}'],
    ['<redacted 1>', 'Jane'],
  ])('%s', (recorded, now) => expect(same(recorded, now)).toBe(true))

  it.each([
    ['key <redacted> of Jane.', 'key abc of John.'],
    ['<redacted 1> and <redacted 1>', 'a and b'],
    ['be <redacted 1>', 'Be x'],
    ['<redacted 1> is told', 'Jane is told!'],
    ['to <redacted 1>', 'to '],
    ['<redacted> is told', ' is told'],
    ['at 2026-03-01T11:59:58Z for <redacted 1>', 'at 2019-05-20T08:29:00Z for Jane'],
  ])('but not the rest: %s', (recorded, now) => expect(same(recorded, now)).toBe(false))

  it('and a number is the same value in every request', () => {
    const known = new Map<string, string>()
    expect(same('to <redacted 1>', 'to Jane', known)).toBe(true)
    expect(same('from <redacted 1>', 'from John', known)).toBe(false)
    expect(same('from <redacted 1>', 'from Jane', known)).toBe(true)
    expect([...known]).toEqual([['1', 'Jane']])
    const one = kept({ order: 5 })
    expect(isSameRequest({ ...one, body: { order: '<redacted 2>' } }, one, times, known)).toBe(true)
    expect(known.get('2')).toBe('5')
  })

  it('also in an address', () => {
    const at = (url: string) => ({ ...kept({}), url })
    const recorded = at('http://localhost/v1/of/<redacted 1>')
    expect(isSameRequest(recorded, at('http://localhost/v1/of/Jane'), times)).toBe(true)
    expect(isSameRequest(recorded, at('http://localhost/v2/of/Jane'), times)).toBe(false)
  })
})
