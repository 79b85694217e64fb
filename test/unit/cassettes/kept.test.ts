import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cachedReply, tapedReply } from '../../../src/network/cassettes/cached-reply.ts'
import type { KeptRequest } from '../../../src/network/cassettes/canonical.ts'
import { folded, unfolded } from '../../../src/network/cassettes/cassette-file.ts'
import { isSameRequest } from '../../../src/network/cassettes/compare.ts'
import { NamedValues } from '../../../src/network/cassettes/named-values.ts'
import type { TapedReply } from '../../../src/network/tape.ts'
import type { Json } from '../../../src/shared/json.ts'
import { Redactor } from '../../../src/shared/redact/redactor.ts'

const reply = (type: string, ...chunks: string[]): TapedReply => ({
  status: 200,
  statusText: 'OK',
  headers: [
    ['content-type', type],
    ['x-request-id', 'planted'],
  ],
  chunks: chunks.map((chunk) => Buffer.from(chunk)),
  body: 'ended',
})
const none = new NamedValues(new Redactor())
const again = (taped: TapedReply, redactor = new Redactor()): string =>
  Buffer.concat(tapedReply(cachedReply(taped, redactor, none)).chunks).toString('utf8')

describe('a reply comes out as it went in', () => {
  it.each([
    ['application/json', '{"b":1,"a":[1.5,"ü"]}'],
    ['application/json', '{\n  "b": 1\n}\n'],
    ['application/json', '{ "odd":   1.0 }'],
    ['application/json', ''],
    ['text/plain', 'no json'],
    ['text/event-stream', 'event: a\r\ndata: {"x":1}\r\n\r\ndata: [DONE]\r\n\r\n'],
    ['text/event-stream', 'data: one\n\n: comment\n\n\ndata: two'],
    ['application/x-ndjson', '{"a":1}\n{"b":2}\n'],
  ])('%s %j', (type, text) => {
    const cut = Math.floor(text.length / 2)
    expect(again(reply(type, text.slice(0, cut), text.slice(cut)))).toBe(text)
  })

  it('with a letter that is cut apart, and with bytes that are no text', () => {
    const bytes = Buffer.from('data: "ü"\n\n')
    const cut = reply('text/event-stream')
    expect(again({ ...cut, chunks: [bytes.subarray(0, 8), bytes.subarray(8)] })).toBe('data: "ü"\n\n')
    const binary = { ...cut, chunks: [Uint8Array.of(0xff, 0x00, 0xfe)] }
    expect(tapedReply(cachedReply(binary, new Redactor(), none)).chunks).toEqual([
      Buffer.from([0xff, 0, 0xfe]),
    ])
  })

  it('broken where it was broken, and with no header but its type', () => {
    const kept = cachedReply({ ...reply('text/plain', 'half'), body: 'broken' }, new Redactor(), none)
    expect(tapedReply(kept)).toMatchObject({ body: 'broken', headers: [['content-type', 'text/plain']] })
  })
})

describe('secrets in a reply', () => {
  const redactor = new Redactor([], ['a-secret-of-mine'], { byName: false })

  it('are masked in JSON, in text, in events and in bytes', () => {
    const bytes = Buffer.concat([Buffer.from('a-secret-of-mine'), Buffer.from([0xff])])
    for (const taped of [
      reply('application/json', '{"a":"is a-secret-of-mine"}'),
      reply('text/plain', 'a-secret-of-mine'),
      reply('text/event-stream', 'data: {"a":"a-secret-of-mine"}\n\n'),
      reply('text/event-stream', 'data: a-secret-of-mine\n\n'),
      { ...reply('application/octet-stream'), chunks: [bytes] },
    ])
      expect(JSON.stringify(cachedReply(taped, redactor, none))).not.toMatch(/a-secret|YS1zZWNyZXQ/)
  })

  it('are masked where a stream spreads them over its events', () => {
    const pieces = ['x a-', 'sec', 'ret-of-m', 'ine y', ' a-secret', '-of-mine']
    const events = pieces.map((content) => `data: ${JSON.stringify({ index: 0, delta: { content } })}\n\n`)
    const text = again(reply('text/event-stream', ...events), redactor)
    const said = [...text.matchAll(/"content":"([^"]*)"/g)].map(([, part]) => part).join('')
    expect(said).toBe('x <redacted> y <redacted>')
  })

  it('are no secrets where the task itself says them', () => {
    const open = new Redactor([], [], { byName: false, known: 'Use the card 4111 1111 1111 1111.' })
    expect(open.text('4111 1111 1111 1111')).toBe('4111 1111 1111 1111')
    expect(open.text('4012 8888 8888 1881')).toBe('<redacted>')
    expect(open.text('{"password":"hunter2"}')).toBe('{"password":"hunter2"}')
  })
})

it('a conversation that is folded turn by turn unfolds to itself', () => {
  const value = fc.jsonValue({ maxDepth: 2 }).map((one) => JSON.parse(JSON.stringify(one)) as Json)
  const body = fc.dictionary(
    fc.constantFrom('messages', 'model', 'tools', 'x'),
    fc.oneof(fc.array(value), value),
  )
  fc.assert(
    fc.property(body, body, (one, other) => {
      const sorted = (fields: Record<string, Json>): KeptRequest => ({
        method: 'POST',
        url: 'u',
        body: Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))),
      })
      const [before, now] = [sorted(one), sorted(other)]
      expect(unfolded(folded(now, before), before)).toEqual(now)
      expect(Object.keys(folded(now, now).body ?? {})).toEqual([])
    }),
  )
})

describe('values of names that are redacted', () => {
  const named = new NamedValues(new Redactor(['owner', 'order'], [], { byName: false }))
  named.gather({ content: '{"owner":"Jane \\"J\\" Roe","order":81234567}', other: 'x' })
  const known = new Map([
    ['1', 'John "Q" Doe'],
    ['2', '99'],
  ])
  const redactor = new Redactor([], [], { byName: false })
  const replayed = (taped: TapedReply): string =>
    Buffer.concat(tapedReply(cachedReply(taped, redactor, named), known).chunks).toString('utf8')

  it('are masked wherever they stand, as texts, numbers and JSON in a text', () => {
    const value = { a: 'of Jane "J" Roe', b: [81234567], c: '{"to":"Jane \\"J\\" Roe"}', d: 8123 }
    expect(named.value(value)).toEqual({
      a: 'of <redacted 1>',
      b: ['<redacted 2>'],
      c: '{"to":"<redacted 1>"}',
      d: 8123,
    })
  })

  it.each([
    ['application/json', JSON.stringify({ a: 'Jane "J" Roe has 81234567.' }), { a: 'John "Q" Doe has 99.' }],
    ['text/plain', 'Jane "J" Roe has 81234567.', 'John "Q" Doe has 99.'],
  ])('are those of the replay in a reply, %s', (type, text, expected) => {
    const got = replayed(reply(type, text))
    expect(typeof expected === 'string' ? got : JSON.parse(got)).toEqual(expected)
    expect(JSON.stringify(cachedReply(reply(type, text), redactor, named))).not.toMatch(/Jane|81234567/)
  })

  it('are those of the replay where a stream spreads them over its events', () => {
    const events = ['to Ja', 'ne "J" R', 'oe: 8123', '4567'].map(
      (content) => `data: ${JSON.stringify({ delta: { content } })}\n\n`,
    )
    const kept = cachedReply(reply('text/event-stream', ...events), redactor, named)
    expect(kept.events?.join('')).toContain('<redacted 1>')
    const text = replayed(reply('text/event-stream', ...events))
    const said = [...text.matchAll(/data: (.*)\n/g)].map(([, event = '']) => JSON.parse(event).delta.content)
    expect(said.join('')).toBe('to John "Q" Doe: 99')
  })

  describe('that stand within a date by chance', () => {
    const ofClock = new NamedValues(new Redactor(['temperature'], [], { byName: false }))
    ofClock.gather({ content: '{"temperature":13.132,"city":"x"}', temperature: 'from 2026-11-23 on' })
    const asked = (text: string): KeptRequest => ({
      method: 'POST',
      url: 'u',
      body: { text: `It is ${text}. It has 13.132 degrees.` },
    })
    const [then, now] = ['2026-11-23T10:16:13.132Z', '2026-11-24T08:01:20.062Z']
    const times = { recorded: Date.parse('2026-11-23'), now: Date.parse(now) }

    it('mask the date whole, and are no number of the clock in the replay', () => {
      const recorded = { ...asked(then), body: ofClock.value(asked(then).body as Json) }
      expect(recorded.body).toEqual({ text: 'It is <redacted>. It has <redacted 1> degrees.' })
      const met = new Map<string, string>()
      expect(isSameRequest(recorded, asked(now), times, met)).toBe(true)
      expect([...met]).toEqual([['1', '13.132']])
    })

    it('leave a date that is one of them its number, and a text around a date whole', () => {
      expect(ofClock.value('is from 2026-11-23 on')).toBe('is <redacted 2>')
      const born = new NamedValues(new Redactor(['born'], [], { byName: false }))
      born.gather({ born: '1990-04-01' })
      expect(born.value('1990-04-01, at 1990-04-01T08:00:00Z')).toBe('<redacted 1>, at <redacted>')
    })
  })
})
