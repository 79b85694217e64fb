import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readCassette } from '../../../src/network/cassettes/cassette-file.ts'
import { buildCassettePath } from '../../../src/network/cassettes/files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-hostile-cassette-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const withType = (type: string): string => {
  const file = join(folder, 'cassette.json')
  const request = { method: 'POST', url: 'https://api.example.com/' }
  const exchanges = [{ request, reply: { status: 200, type, text: 'ok' } }]
  const attempts = [{ attempt: 0, seed: 0, recorded: '2026-01-31', exchanges }]
  writeFileSync(file, JSON.stringify({ version: 1, task: 't', prompt: 'p', attempts }))
  return file
}

it.each(['text/plain\r\nset-cookie: a=b', 'text/\u2028'])(
  'a content type that is no header is refused: %j',
  (type) => {
    expect(readCassette(withType('text/plain; charset=utf-8'))?.attempts).toHaveLength(1)
    expect(() => readCassette(withType(type))).toThrow(/^Failed to read the cassette .*Delete it and record/s)
  },
)

it.each(['../../../../etc/passwd', '..', '/etc/passwd', 'a\0b', 'C:\\x', 'a/../../b'])(
  'a task named %j has its cassette below the folder of cassettes',
  (name) => {
    const file = buildCassettePath(join(folder, 'some.suite.jsonl'), { task_id: name, project: name })
    expect(file.startsWith(join(folder, '__cassettes__', 'some'))).toBe(true)
    expect(file).not.toMatch(/[\0\\]|\/\.\.?\//)
  },
)
