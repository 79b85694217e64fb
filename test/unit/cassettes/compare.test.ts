import { describe, expect, it } from 'vitest'
import { buildKeptRequest } from '../../../src/network/cassettes/canonical.ts'
import { isSameRequest, listDifferences } from '../../../src/network/cassettes/compare.ts'
import { isSameButForTime } from '../../../src/network/cassettes/stamps.ts'
import cases from './compare.json' with { type: 'json' }

const THEN = Date.parse('2026-03-01T12:00:00Z')
const NOW = Date.parse('2026-05-20T08:30:00Z')
const times = { recorded: THEN, now: NOW }
const URL_OF_CHAT = 'https://api.example.com/v1/chat/completions'
const kept = (body: object, url = URL_OF_CHAT) => buildKeptRequest('POST', url, JSON.stringify(body))
const asks = (system: string, more: object = {}) =>
  kept({ model: 'm', messages: [{ role: 'system', content: system }], ...more })

describe('requests mean the same', () => {
  it.each(cases.sameRequests as [string, object, object][])('%s', (_, one, other) => {
    expect(isSameRequest(kept(one), kept(other), times)).toBe(true)
  })

  it.each(cases.otherRequests as [string, object, object][])('not %s', (_, one, other) => {
    expect(isSameRequest(kept(one), kept(other), times)).toBe(false)
  })

  it('at an address without credentials, on this machine at any port', () => {
    const url = (address: string) => buildKeptRequest('POST', address, '').url
    expect(url('https://u:p@example.com/x?key=AIza&token=t&alt=sse')).toBe('https://example.com/x?alt=sse')
    expect(url('http://127.0.0.1:4001/v1/messages')).toBe(url('http://localhost:5002/v1/messages'))
    expect(url('https://example.com:8443/x')).not.toBe(url('https://example.com/x'))
  })

  it('says where they differ first', () => {
    const [first] = listDifferences(asks('You are brief.'), asks('You are long.'), times)
    expect(first).toEqual({ at: '/messages/0/content', recorded: 'You are brief.', now: 'You are long.' })
  })
})

describe('texts are the same but for their time', () => {
  const same = (recorded: string, now: string) =>
    isSameButForTime({ text: recorded, at: THEN }, { text: now, at: NOW })

  // A date that stays is a part of what is said, also where it is that of the recording.
  it.each(cases.sameTimes as [string, string][])('%s', (recorded, now) =>
    expect(same(recorded, now)).toBe(true),
  )

  it.each(cases.otherTimes as [string, string][])('not %s', (recorded, now) =>
    expect(same(recorded, now)).toBe(false),
  )
})

describe('what is masked in a recorded request may be anything', () => {
  const same = (recorded: string, now: string) =>
    isSameRequest(kept({ text: recorded }), kept({ text: now }), times)

  it.each(cases.masked as [string, string][])('%s', (recorded, now) => expect(same(recorded, now)).toBe(true))

  it.each(cases.unmasked as [string, string][])('but not the rest: %s', (recorded, now) =>
    expect(same(recorded, now)).toBe(false),
  )

  it('also in an address', () => {
    const at = (url: string) => ({ ...kept({}), url })
    const recorded = at('http://localhost/v1/of/<redacted>')
    expect(isSameRequest(recorded, at('http://localhost/v1/of/Jane'), times)).toBe(true)
    expect(isSameRequest(recorded, at('http://localhost/v2/of/Jane'), times)).toBe(false)
  })
})
