import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cacheReply, restoreReply } from '../../../src/network/cassettes/cached-reply.ts'
import type { KeptRequest } from '../../../src/network/cassettes/canonical.ts'
import { foldRequest, unfoldRequest } from '../../../src/network/cassettes/cassette-file.ts'
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
const again = (taped: TapedReply, redactor = new Redactor()): string =>
  Buffer.concat(restoreReply(cacheReply(taped, redactor)).chunks).toString('utf8')

describe('a reply comes out as it went in', () => {
  it.each([
    ['application/json', '{"b":1,"a":[1.5,"ü"]}'],
    ['application/json', '{"order": 9007199254740993}'],
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
    expect(restoreReply(cacheReply(binary, new Redactor())).chunks).toEqual([Buffer.from([0xff, 0, 0xfe])])
  })

  it('but for the layout of JSON', () => {
    expect(again(reply('application/json', '{\n  "b": 1\n}\n'))).toBe('{"b":1}')
  })

  it('broken where it was broken, and with no header but its type', () => {
    const kept = cacheReply({ ...reply('text/plain', 'half'), body: 'broken' }, new Redactor())
    expect(restoreReply(kept)).toMatchObject({ body: 'broken', headers: [['content-type', 'text/plain']] })
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
      expect(JSON.stringify(cacheReply(taped, redactor))).not.toMatch(/a-secret|YS1zZWNyZXQ/)
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
      expect(unfoldRequest(foldRequest(now, before), before)).toEqual(now)
      expect(Object.keys(foldRequest(now, now).body ?? {})).toEqual([])
    }),
  )
})
