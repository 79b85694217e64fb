import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { drawToken, readToken } from '../../../src/serve/http/token.ts'
import { loadSuite } from '../../../src/suites/load/load.ts'
import { createFolder } from '../../support/folder-with.ts'
import { askAt, buildTokenHeaders, type Served, serveTasks, TOKEN } from '../../support/served.ts'

const tasks = loadSuite(resolve(import.meta.dirname, '../../integration/projects/basic/unsimulated.jsonl'))
  .map(({ task }) => task)
  .filter(({ task_id }) => task_id === 'L1_convert')

let server: Served
afterEach(() => server?.close())

/** What a verdict says of the world and nothing else does: an expected value, tool or step. */
const TOLD = /expected|step_|temperature|celsius|verdict|reason/

it('an agent that has the address of a tool learns nothing that its task expects, whatever it asks', async () => {
  server = await serveTasks(tasks)
  const { body: run } = await server.ask('POST', '/runs', { task_id: 'L1_convert' })
  const { pathname } = new URL(run.tools[0].url)
  const [, , key] = pathname.split('/')
  const ask = (method: string, path: string, body?: unknown, headers = {}) =>
    askAt(server.url, method, path, body, headers)
  const said = [
    // A shadow run in the same world, ended to read its verdict.
    await ask('POST', '/runs', { task_id: 'L1_convert' }),
    await ask('POST', '/runs', { task_id: 'L1_convert' }, buildTokenHeaders('x'.repeat(TOKEN.length))),
    await ask('POST', '/runs', { task_id: 'L1_convert' }, buildTokenHeaders(key ?? '')),
    await ask('POST', '/runs', { task_id: 'L1_convert' }, { authorization: TOKEN }),
    await ask('POST', '/runs', { tools: ['get_weather'], seed: run.seed }),
    // The run itself, by what the address holds.
    ...(await Promise.all(['', '/trace', '/verdict'].map((path) => ask('GET', `/runs/${key}${path}`)))),
    ...(await Promise.all(
      ['/end', '/reply', '/approve', '/tools/get_weather'].map((path) =>
        ask('POST', `/runs/${key}${path}`, {}),
      ),
    )),
    await ask('DELETE', `/runs/${key}`),
    await ask('POST', `/calls/${key}/end`, {}),
    await ask('POST', `/calls/${key}/..%2F..%2Fruns`, { task_id: 'L1_convert' }),
  ]
  for (const { status, body } of said) {
    expect([401, 404]).toContain(status)
    expect(JSON.stringify(body)).not.toMatch(TOLD)
  }
  expect((await server.ask('GET', `/runs/${run.run}`)).body.state).toBe('open')
})

describe('whoever has the address of a run and no token', () => {
  it('ends it, and is told whether it was solved', async () => {
    server = await serveTasks(tasks)
    const { body: run } = await server.ask('POST', '/runs', { task_id: 'L1_convert' })
    const at = `/runs/${run.run}`
    expect(await askAt(server.url, 'DELETE', at)).toMatchObject({ status: 401 })
    const wrong = await askAt(server.url, 'POST', `${at}/end`, {}, buildTokenHeaders('another-token-here'))
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
    const ended = await askAt(server.url, 'POST', `${at}/end`, { answer: 'x' })
    expect(ended).toEqual({ status: 200, body: { solved: false } })
    for (const path of ['/trace', '/verdict'])
      expect(await askAt(server.url, 'GET', `${at}${path}`)).toMatchObject({ status: 401 })
    expect(server.ended[0]?.verdict?.solved).toBe(false)
    expect((await server.ask('GET', `${at}/verdict`)).body.reason).toMatch(/./)
  })

  it('is told all of a run that expects nothing', async () => {
    server = await serveTasks()
    const { body: run } = await server.ask('POST', '/runs', { tools: ['get_weather'] })
    const { body } = await askAt(server.url, 'POST', `/runs/${run.run}/end`)
    expect(body).toMatchObject({ solved: null, verdict: null, trace: { calls: [] } })
  })
})

it('addresses of a run are in no trace', async () => {
  server = await serveTasks(tasks)
  const { body: run } = await server.ask('POST', '/runs', { task_id: 'L1_convert' })
  const answer = `${run.url} ${run.tools[0].url}`
  const { body } = await server.ask('POST', `/runs/${run.run}/end`, { answer })
  const [, , key] = new URL(run.tools[0].url).pathname.split('/')
  expect(JSON.stringify(body)).not.toContain(run.run)
  expect(JSON.stringify(body)).not.toContain(key)
})

it('a token is drawn anew, or read from a file', () => {
  expect(drawToken()).toMatch(/^[\w-]{22}$/)
  expect(drawToken()).not.toBe(drawToken())
  const file = join(createFolder(), 'token')
  const read = (text: string) => {
    writeFileSync(file, text)
    return readToken(file)
  }
  expect(read('  a-token-of-mine-1234\n')).toBe('a-token-of-mine-1234')
  for (const text of ['', 'short', 'two words that are long', 'ünicode-token-12345'])
    expect(() => read(text)).toThrow('expected one word of at least 16 ASCII characters')
  rmSync(file)
  expect(() => readToken(file)).toThrow('Failed to read the token')
})
