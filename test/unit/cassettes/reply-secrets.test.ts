import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { Cassette } from '../../../src/network/cassettes/cassette.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-cassette-'))
const recorder = () => {
  const file = join(mkdtempSync(join(folder, 'one-')), 'cassette.json')
  const cassette = new Cassette({
    mode: 'record',
    file,
    task: { task_id: 't', prompt: 'Say hello.' },
    of: { attempt: 0, seed: 0 },
    isFirst: true,
    mayReach: () => true,
    onProblem: (why) => expect.unreachable(why),
  })
  return { file, cassette }
}
afterEach(() => {
  vi.unstubAllGlobals()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['JSON', JSON.stringify({ access_token: 'planted-token-1', expires: 60 })],
  ['a form', 'access_token=planted-token-1&expires=60'],
])('a token that an API gives in %s is masked in the reply and in what is asked next', async (_, body) => {
  vi.stubGlobal('fetch', async (request: Request) =>
    request.url.includes('oauth') ? new Response(body) : Response.json({ ok: true }),
  )
  const { file, cassette } = recorder()
  const ask = async (path: string, sent: string) =>
    await (
      await cassette.exchange(new Request(`https://api.example.com${path}`, { method: 'POST', body: sent }))
    )?.text()
  expect(await ask('/oauth/token', '{"grant":"code","password":"planted-word-2"}')).toBe(body)
  await ask(
    '/notes/planted-token-1',
    JSON.stringify({ note: 'I was given planted-token-1 for planted-word-2.' }),
  )
  await ask(
    '/chat/completions',
    JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'planted-token-1' }] }),
  )
  await cassette.waitForReplies()
  cassette.keep()
  const kept = readFileSync(file, 'utf8')
  expect(kept).not.toContain('planted')
  expect(kept).toContain('I was given <redacted> for <redacted>.')
})

const SECRET = 'planted7/+='
const IN_PARTS = `--b\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\n${SECRET}\r\n--b--\r\n`
const parts = { 'content-type': 'multipart/form-data; boundary=b' }
const inHeader = { 'x-api-key': SECRET }
const ENCODED = encodeURIComponent(SECRET)

it.each<[string, { path?: string; headers?: Record<string, string>; body?: string }, Response?]>([
  ['a form in parts', { body: IN_PARTS, headers: parts }],
  ['a form with blanks', { body: `name=a b&password=${ENCODED}` }],
  ['a form with brackets', { body: `user[name]=a&user[password]=${ENCODED}` }],
  ['XML', { body: `<a><password>${SECRET}</password></a>` }],
  ['an address, encoded', { path: `/a/${ENCODED}?q=${ENCODED}`, headers: inHeader }],
  ['a form, encoded', { body: `q=${ENCODED}`, headers: inHeader }],
  ['a reply in XML', {}, new Response(`<a><access_token>${SECRET}</access_token></a>`)],
  ['a reply of lines', {}, new Response(`{"a":1}\n{"access_token":"${SECRET}"}\n`)],
  ['a header of a reply', {}, new Response('ok', { headers: { 'x-session-token': SECRET } })],
])('a credential in %s is masked there and in what is asked next', async (_, request, reply) => {
  vi.stubGlobal('fetch', async () => reply?.clone() ?? new Response('ok'))
  const { file, cassette } = recorder()
  const ask = async (path: string, init: RequestInit) => {
    const response = await cassette.exchange(
      new Request(`https://api.example.com${path}`, { method: 'POST', ...init }),
    )
    await response?.text()
  }
  const { path = '/first', ...init } = request
  await ask(path, init)
  await ask('/next', { body: JSON.stringify({ note: `I use ${SECRET}.` }) })
  await cassette.waitForReplies()
  cassette.keep()
  const kept = readFileSync(file, 'utf8')
  expect(kept).not.toContain('planted7')
  expect(kept).toContain('I use <redacted>.')
})
