import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pullSuite } from '../../../src/suites/load/pull-suite.ts'
import { type LocalServer, serveLocally } from '../../support/local-server.ts'
import { row } from './rows.ts'

const content = Buffer.from(`${JSON.stringify(row())}\n`)
const other = Buffer.from(`${JSON.stringify(row({ task_id: 'other' }))}\n`)

let dir: string
let out: string
let server: LocalServer
let answer: (response: ServerResponse) => unknown

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tracewright-pull-'))
  out = join(dir, 's.suite.jsonl')
  server = await serveLocally((_, response) => answer(response))
  answer = (response) => response.end(content)
})
afterEach(() => {
  server.close()
  rmSync(dir, { recursive: true })
})

const pull = (force = false) => pullSuite(new URL(`${server.origin}/set.jsonl?signature=s3cret`), out, force)

it('fetches a file and says what came, without the query', async () => {
  expect(await pull()).toEqual({
    file: out,
    rows: 1,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    source: `${server.origin}/set.jsonl`,
    unchanged: false,
  })
  expect(readFileSync(out)).toEqual(content)
  expect(readdirSync(dir)).toEqual(['s.suite.jsonl'])
})

it('leaves the same file as it is, and writes over another one only when told to', async () => {
  writeFileSync(out, content)
  const { mtimeMs, ino } = statSync(out)
  expect(await pull()).toMatchObject({ unchanged: true, rows: 1 })
  expect(statSync(out)).toMatchObject({ mtimeMs, ino })
  writeFileSync(out, other)
  await expect(pull()).rejects.toThrow(
    `${out} exists and differs. Use --force to overwrite it, or name another file by --out.`,
  )
  expect(readFileSync(out)).toEqual(other)
  expect(await pull(true)).toMatchObject({ unchanged: false })
  expect(readFileSync(out)).toEqual(content)
})

it('keeps nothing that is no suite', async () => {
  answer = (response) => response.end('<html>\n<p>Sign in to the network</p>\n</html>\n')
  await expect(pull()).rejects.toThrow(`Failed to load suite ${server.origin}/set.jsonl: 3 problems.`)
  expect(existsSync(out)).toBe(false)
})

it('says why nothing came', async () => {
  answer = (response) => response.writeHead(404).end()
  await expect(pull()).rejects.toThrow('the server answered 404. Check the network, or name another address')
  server.close()
  await expect(pull()).rejects.toThrow(/Failed to pull http.*ECONNREFUSED.*by --url\.$/)
})
