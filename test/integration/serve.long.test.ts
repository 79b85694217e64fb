import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import pLimit from 'p-limit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AgentTool } from '../../src/schema/agent.ts'
import { buildOnlyTurn } from '../../src/schema/conversation.ts'
import type { Trace } from '../../src/schema/trace.ts'
import { stringifyStably } from '../../src/shared/json.ts'
import { createOracle, planInParallel } from '../../src/suites/calibration/oracle.ts'
import { loadSuite } from '../../src/suites/load/load.ts'
import { taskToLine } from '../../src/suites/load/task-line.ts'
import { CLI, runCli, runCliHere } from '../support/cli-runs.ts'
import { placeInWorld } from '../support/in-world.ts'
import { workspace } from '../support/pack.ts'
import { askAt, buildTokenHeaders } from '../support/served.ts'
import { generatePlainTasks } from '../support/suites.ts'

const root = resolve(import.meta.dirname, '../..')
const dir = join(workspace, 'serve')
const desk = join(dir, 'desk.suite.jsonl')
const traces = join(dir, 'a.traces.jsonl')
const hasPython = spawnSync('python3', ['--version']).status === 0

beforeEach(() => {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  const rows = readFileSync(join(root, 'test/integration/projects/basic/unsimulated.jsonl'), 'utf8')
  writeFileSync(desk, rows.split('\n').slice(0, 3).join('\n'))
})

let child: ChildProcess | undefined
let said = ''
afterEach(() => child?.kill('SIGKILL'))

/** Token of the server. */
let token = ''
const ask: typeof askAt = (url, method, path, body, headers) =>
  askAt(url, method, path, body, { ...buildTokenHeaders(token), ...headers })

/** Starts a server, and gives where it listens. */
async function serve(...args: string[]): Promise<string> {
  said = ''
  child = spawn(process.execPath, [CLI, 'serve', '--http', '0', '--json', ...args])
  child.stderr?.on('data', (data) => {
    said += data
  })
  const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line')
  const told = JSON.parse(line)
  token = told.token
  return told.url
}

async function stop(signal: NodeJS.Signals): Promise<unknown> {
  child?.kill(signal)
  const [code] = await once(child as ChildProcess, 'exit')
  return code
}

const scored = (suite: string, file: string) => {
  const { stdout, stderr } = runCli(['score', suite, file, '--json'])
  expect(stderr.replace(/^tracewright: \d of \d tasks have no trace; they count as not solved\n/, '')).toBe(
    '',
  )
  return JSON.parse(stdout)
}

describe('serve --http', () => {
  it('serves 200 tasks, 32 at a time, without a call to the wrong run', async () => {
    const suite = join(dir, 'all.suite.jsonl')
    writeFileSync(
      suite,
      generatePlainTasks()
        .map((task) => `${taskToLine(task)}\n`)
        .join(''),
    )
    const tasks = loadSuite(suite).map(({ task }) => task)
    expect(tasks).toHaveLength(200)
    const url = await serve('--suite', suite, '--out', traces, '--limit', 'maxRuns=32')
    const agent = createOracle({
      name: 'oracle',
      note: 'as parallel as dependencies allow',
      plan: planInParallel,
    })
    const limit = pLimit(32)
    let open = 0
    let most = 0
    const runs = await Promise.all(
      tasks.map((task) =>
        limit(async () => {
          most = Math.max(most, ++open)
          const { body: run } = await ask(url, 'POST', '/runs', { task_id: task.task_id, agent: 'oracle' })
          const made: { tool_name: string; arguments: unknown; result: unknown }[] = []
          const tools = run.tools.map(
            (tool: AgentTool): AgentTool => ({
              ...tool,
              async invoke(args, { turn } = {}) {
                const { pathname } = new URL(tool.url)
                const { status, body } = await ask(url, 'POST', pathname, args, {
                  'x-tracewright-turn': String(turn),
                })
                if (status >= 400) throw new Error(JSON.stringify(body))
                made.push({ tool_name: tool.name, arguments: args, result: body })
                return body
              },
            }),
          )
          const { signal } = new AbortController()
          const reply = await agent.run(
            { prompt: run.prompt, ...buildOnlyTurn(run.prompt), tools, signal, attempt: 0 },
            placeInWorld(task, run.seed).task,
          )
          const answer = typeof reply === 'object' ? (reply.answer ?? null) : null
          const { body } = await ask(url, 'POST', `/runs/${run.run}/end`, { answer })
          open--
          return { task, made, trace: body.trace as Trace, verdict: body.verdict }
        }),
      ),
    )
    expect(most).toBe(32)
    const texts = (calls: readonly object[]) => calls.map((call) => stringifyStably(call as never)).sort()
    for (const { task, made, trace, verdict } of runs) {
      expect(trace.task_id).toBe(task.task_id)
      const kept = trace.calls.map(({ tool_name, result }) => ({ tool_name, result }))
      expect(texts(kept), task.task_id).toEqual(
        texts(made.map(({ tool_name, result }) => ({ tool_name, result }))),
      )
      expect(verdict.solved, `${task.task_id}: ${verdict.reason}`).toBe(true)
    }
    expect(runs.reduce((sum, { trace }) => sum + trace.calls.length, 0)).toBeGreaterThan(400)
    expect(await stop('SIGINT')).toBe(0)
    expect(said).toBe('')
    const { overall, tasks: again } = scored(suite, traces)
    expect(overall).toMatchObject({ score: 1, solved: 1 })
    const verdicts = new Map(runs.map(({ verdict }) => [verdict.task_id, verdict]))
    for (const score of again) expect(score).toEqual(verdicts.get(score.task_id))
  })

  it.skipIf(!hasPython)('drives an agent in Python (skipped where there is no python3)', async () => {
    const [, client = ''] =
      /^```python\n(.*?)^```$/ms.exec(readFileSync(join(root, 'docs/serve.md'), 'utf8')) ?? []
    writeFileSync(join(dir, 'client.py'), client)
    copyFileSync(join(root, 'test/integration/projects/serve/agent.py'), join(dir, 'agent.py'))
    const url = await serve('--suite', desk, '--out', traces)
    const { http_proxy: _, HTTP_PROXY: __, ...env } = process.env
    const { stdout } = await promisify(execFile)('python3', [join(dir, 'agent.py'), url, token], { env })
    expect(JSON.parse(stdout)).toMatchObject({
      solved: { L0_weather: true, L0_email: true, L1_convert: true },
      guessed: { solved: false, cause: 'fabricated' },
      broken: {
        trace: { failure: expect.stringContaining('TypeError'), calls: [] },
        verdict: { solved: false },
      },
    })
    // A run that nobody ended is neither judged nor written down.
    await ask(url, 'POST', '/runs', { task_id: 'L0_weather' })
    expect(await stop('SIGTERM')).toBe(0)
    expect(said).toBe('tracewright: 1 open runs were dropped without a verdict\n')
    const { tasks } = scored(desk, traces)
    const solved = tasks.map(({ task_id, solved }: { task_id: string; solved: boolean }) => [task_id, solved])
    expect(solved).toEqual([
      ['L0_weather', true],
      ['L0_weather', false],
      ['L0_email', true],
      ['L1_convert', true],
      ['L1_convert', false],
    ])
  })

  it('writes no secret that an agent sends', async () => {
    const url = await serve('--suite', desk, '--out', traces, '--redact', '/hunter\\d/')
    const { body: run } = await ask(url, 'POST', '/runs', { task_id: 'L0_email' })
    const key = `sk-${'abcdEFGH1234'.repeat(4)}`
    const mail = { to: 'kim@example.com', subject: 'hunter2', body: key }
    await ask(
      url,
      'POST',
      new URL(run.tools.find(({ name }: { name: string }) => name === 'send_email').url).pathname,
      mail,
    )
    const { body } = await ask(url, 'POST', `/runs/${run.run}/end`, { answer: key })
    for (const text of [JSON.stringify(body), readFileSync(traces, 'utf8')]) {
      expect(text).not.toContain(key)
      expect(text).not.toContain('hunter2')
    }
  })

  it('takes its token from a file, which it does not print', async () => {
    const file = join(dir, 'token')
    writeFileSync(file, 'a-token-of-mine-1234\n')
    const url = await serve('--suite', desk, '--token-file', file)
    expect(token).toBe(undefined)
    expect(await askAt(url, 'POST', '/runs', {})).toMatchObject({ status: 401 })
    token = 'a-token-of-mine-1234'
    const { body: run } = await ask(url, 'POST', '/runs', {})
    const { body } = await ask(url, 'POST', `/runs/${run.run}/end`, { answer: `It is ${token}.` })
    expect(body.trace.final_answer).toBe('It is <redacted>.')
  })

  it('adds to traces that are there, and stops with 2 where one could not be written', async () => {
    if (!existsSync('/dev/full')) return
    const url = await serve('--suite', desk, '--out', '/dev/full')
    const { body: run } = await ask(url, 'POST', '/runs', { task_id: 'L0_email' })
    expect(await ask(url, 'POST', `/runs/${run.run}/end`)).toMatchObject({ status: 500 })
    expect(await stop('SIGINT')).toBe(2)
    expect(said).toContain('Failed to write traces to /dev/full')
  })
})

/** Wrong calls, and what is said in one line. */
const WRONG: [string[], string][] = [
  [[], 'name --http <port>, --mcp'],
  [['--http', '70000'], 'invalid --http 70000'],
  [['--http', '0', '--out', 'x.jsonl'], 'Name their suite with --suite'],
  [['--http', '0', '--task', 'x'], '--task, --attempt and --seed are for --mcp without --http'],
  [['--http', '0', '--suite', desk, '--out', '/none/x.jsonl'], 'Failed to write traces to /none/x.jsonl'],
  [['--http', '0', '--token-file', '/none/token'], 'Failed to read the token from /none/token'],
  [['--mcp', '--token-file', 'x'], '--token-file is for --http'],
  [['--mcp', '--suite', desk], 'name the task of the suite with --task'],
  [['--mcp', '--suite', desk, '--task', 'x'], 'has no runnable task "x"'],
]

describe('a wrong call', () => {
  it.each(WRONG)('serve %j exits with 2 and says: %s', async (args, message) => {
    const { status, stdout, stderr } = await runCliHere(['serve', ...args], root)
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})

describe('serve --mcp', () => {
  const connect = async (...args: string[]) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'serve', '--mcp', ...args],
    })
    const client = new Client({ name: 'desk', version: '1' })
    await client.connect(transport as Transport)
    return client
  }
  const textOf = (result: unknown): string => (result as { content: [{ text: string }] }).content[0].text
  const ended = z.looseObject({ solved: z.boolean() })

  it('serves one run of a task over standard input and output, which its client ends', async () => {
    const client = await connect('--suite', desk, '--task', 'L0_weather', '--out', traces)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['get_weather', 'send_email'])
    const { messages } = await client.getPrompt({ name: 'task' })
    expect(messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('How warm') } }])
    const weather = JSON.parse(
      textOf(await client.callTool({ name: 'get_weather', arguments: { city: 'Oslo' } })),
    )
    const wrong = client.request({ method: 'tracewright/end', params: { answers: 'x' } }, ended)
    await expect(wrong).rejects.toThrow('"answers": unknown field')
    const params = { answer: `ANSWER: ${weather.temperature_celsius}` }
    expect(await client.request({ method: 'tracewright/end', params }, ended)).toEqual({ solved: true })
    await client.close()
    expect(JSON.parse(readFileSync(traces, 'utf8'))).toMatchObject({
      agent: 'served',
      calls: [{ tool_name: 'get_weather' }],
    })
    expect(scored(desk, traces).tasks[0]).toMatchObject({ task_id: 'L0_weather', solved: true })
  })

  it('judges a run whose client just goes', async () => {
    const client = await connect('--suite', desk, '--task', 'L0_email', '--out', traces)
    const mail = { to: 'kim@example.com', subject: 'Lunch', body: 'See you at noon.' }
    await client.callTool({ name: 'send_email', arguments: mail })
    await client.close()
    expect(scored(desk, traces).tasks).toContainEqual(
      expect.objectContaining({ task_id: 'L0_email', solved: true }),
    )
  })
})
