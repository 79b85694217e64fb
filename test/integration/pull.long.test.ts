import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { folderWith } from '../support/folder-with.ts'
import {
  type Answer,
  COMMIT,
  file,
  lead,
  serve,
  sha256,
  status,
  type TestServer,
} from '../support/hub-server.ts'
import { workspace } from '../support/pack.ts'

const cli = join(workspace, 'node_modules/tracewright/dist/cli.js')
const dir = folderWith({}, afterAll)
const content = readFileSync(resolve(import.meta.dirname, 'projects/basic/tasks.suite.jsonl'))
const rows = content
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { [name: string]: unknown })
const servers: TestServer[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  for (const name of readdirSync(dir)) rmSync(join(dir, name))
})

async function serving(...answers: Answer[]): Promise<TestServer> {
  const server = await serve(...answers)
  servers.push(server)
  return server
}

/** Runs the command line in the folder while the servers of this process answer. */
function tracewright(env: { [name: string]: string }, ...args: string[]) {
  return new Promise<{ status: number; stdout: string; stderr: string }>((done) => {
    const { PATH = '' } = process.env
    execFile(process.execPath, [cli, ...args], { cwd: dir, env: { PATH, ...env } }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

describe('pull', () => {
  it('fetches the published data set from the hub, and leaves it when it is there', async () => {
    const store = await serving(file(content))
    const hub = await serving(lead(`${store.origin}/blob`, content))
    const env = { HF_ENDPOINT: hub.origin, HF_TOKEN: 'hf_secret' }
    const first = await tracewright(env, 'pull', 'comptoolbench', '--json')
    expect(first).toMatchObject({ status: 0, stderr: '' })
    const path = '/datasets/mdarahmanxAI/comptoolbench/resolve/main/test.jsonl'
    const document = {
      file: 'comptoolbench.suite.jsonl',
      rows: rows.length,
      bytes: content.length,
      sha256: sha256(content),
      verified: 'sha256',
      revision: COMMIT,
      source: `${hub.origin}${path}`,
      unchanged: false,
    }
    expect(JSON.parse(first.stdout)).toEqual(document)
    expect(hub.requests[0]).toMatchObject({ path, headers: { authorization: 'Bearer hf_secret' } })
    expect(readFileSync(join(dir, 'comptoolbench.suite.jsonl'))).toEqual(content)

    const second = await tracewright(env, 'pull', 'comptoolbench')
    expect(second).toMatchObject({ status: 0, stderr: '' })
    expect(second.stdout).toBe(
      `comptoolbench.suite.jsonl: ${rows.length} tasks, ${content.length.toLocaleString('en')} bytes, unchanged\nsha256 ${sha256(content)}, as the server says (sha256)\nrevision ${COMMIT}\n`,
    )
    expect(store.requests).toHaveLength(2)
  })

  it('keeps the ending of a URL, and other commands read what came', async () => {
    const bytes = Buffer.from(JSON.stringify({ tasks: rows }))
    const server = await serving(file(bytes))
    const pulled = await tracewright(
      {},
      'pull',
      'comptoolbench',
      '--json',
      '--url',
      `${server.origin}/a/test.json?x=secret`,
    )
    expect(JSON.parse(pulled.stdout)).toMatchObject({
      file: 'comptoolbench.json',
      rows: rows.length,
      sha256: sha256(bytes),
      verified: null,
      revision: null,
      source: `${server.origin}/a/test.json`,
    })
    writeFileSync(join(dir, 'none.traces.jsonl'), JSON.stringify({ task_id: rows[0]?.task_id, calls: [] }))
    const scored = await tracewright({}, 'score', 'comptoolbench.json', 'none.traces.jsonl', '--json')
    expect(scored.status).toBe(0)
    expect(JSON.parse(scored.stdout)).toMatchObject({ overall: { tasks: rows.length } })
    writeFileSync(join(dir, 'same.csv'), 'task_id')
    expect((await tracewright({}, 'score', 'same.csv', 'none.traces.jsonl')).stderr).toBe(
      'tracewright: Failed to read suite same.csv: a suite ends in .jsonl or .ndjson (one task a line), or .json. Rename the file.\n',
    )
  })

  it('tries again and says so', async () => {
    const hub = await serving(status(503, { 'retry-after': '0' }), file(content))
    const { status: code, stderr } = await tracewright({ HF_ENDPOINT: hub.origin }, 'pull', 'comptoolbench')
    expect(code).toBe(0)
    expect(stderr).toMatch(/^tracewright: 127\.0\.0\.1:\d+ answered 503; trying again in 0 s\n$/)
  })

  it('ends with 2 and one line where it cannot', async () => {
    const gone = await serve()
    gone.close()
    const missing = await serving(status(404))
    const cases: [string[], { [name: string]: string }, RegExp][] = [
      [['nope'], {}, /unknown data set "nope": expected comptoolbench\./],
      [
        ['comptoolbench'],
        { HF_ENDPOINT: gone.origin, HTTPS_PROXY: 'x' },
        /ECONNREFUSED.*--url.*HTTPS_PROXY is set/,
      ],
      [['comptoolbench'], { HF_ENDPOINT: missing.origin }, /does not have it \(404\)\. Check --url/],
      [['comptoolbench'], { HF_ENDPOINT: 'nowhere' }, /Failed to read HF_ENDPOINT/],
      [['comptoolbench', '--url', 'ftp://x'], {}, /Failed to read --url/],
      [['comptoolbench', '--out', 'a.json'], {}, /the file is \.jsonl and kept as it is/],
      [['comptoolbench', '--out', 'a.txt'], {}, /a suite ends in \.jsonl/],
    ]
    for (const [args, env, says] of cases) {
      const { status: code, stdout, stderr } = await tracewright(env, 'pull', ...args, '--json')
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/^tracewright: Failed to [^\n]+\n$/)
      expect(stderr).toMatch(says)
    }
    expect(readdirSync(dir)).toEqual([])
  })
})
