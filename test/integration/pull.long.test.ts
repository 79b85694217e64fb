import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createFolder } from '../support/folder-with.ts'
import { serveLocally } from '../support/local-server.ts'
import { workspace } from '../support/pack.ts'

const cli = join(workspace, 'node_modules/tracewright/dist/cli.js')
const dir = createFolder({}, afterAll)
const content = readFileSync(resolve(import.meta.dirname, 'projects/basic/tasks.suite.jsonl'))
const count = content.toString().trim().split('\n').length

/** Runs the command line in the folder while a server of this process answers. */
function pull(...args: string[]) {
  return new Promise<{ status: number; stdout: string; stderr: string }>((done) => {
    execFile(process.execPath, [cli, 'pull', ...args], { cwd: dir }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

describe('pull', () => {
  it.each([
    [['nope'], /unknown data set "nope": expected comptoolbench\./],
    [['comptoolbench', '--url', 'ftp://x'], /Invalid --url ftp:\/\/x/],
    [['comptoolbench', '--url', 'http://127.0.0.1:9'], /Failed to pull http:\/\/127\.0\.0\.1:9\//],
  ])('ends with 2 and one line: %j', async (args, says) => {
    const { status, stdout, stderr } = await pull(...args, '--json')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^tracewright: [^\n]+\n$/)
    expect(stderr).toMatch(says)
    expect(readdirSync(dir)).toEqual([])
  })

  it('fetches a data set, and leaves it when it is there', async () => {
    const server = await serveLocally((_, response) => response.end(content))
    const args = ['comptoolbench', '--url', `${server.origin}/test.jsonl`]
    const first = await pull(...args, '--json')
    expect(first).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(first.stdout)).toMatchObject({
      file: 'comptoolbench.suite.jsonl',
      rows: count,
      unchanged: false,
      licence: 'CC-BY-4.0',
    })
    expect(readFileSync(join(dir, 'comptoolbench.suite.jsonl'))).toEqual(content)
    const { stdout } = await pull(...args)
    expect(stdout).toMatch(
      /^comptoolbench\.suite\.jsonl: \d+ tasks, [\d,]+ bytes, unchanged\nsha256 \w{64}\nlicence CC-BY-4\.0; cite: CompToolBench .+\n$/,
    )
    server.close()
  })
})
