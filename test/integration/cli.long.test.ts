import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/shared/json.ts'
import { RULES } from '../../src/suites/audit/rule.ts'
import { loadSuite } from '../../src/suites/load/load.ts'
import { taskToLine } from '../../src/suites/load/task-line.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { runCliHere } from '../support/cli-runs.ts'
import { createFolder } from '../support/folder-with.ts'
import { readPageData } from '../support/page-lines.ts'
import { performGold } from '../support/perform.ts'
import { buildTask, step } from '../support/task.ts'

const dir = createFolder({}, afterAll)
const SUITE = resolve(import.meta.dirname, 'projects/basic/unsimulated.jsonl')

const tracewright = (...args: string[]) => runCliHere(args, process.cwd())

const json = (text: string): unknown => JSON.parse(text)
const lines = (text: string): unknown[] => text.trim().split('\n').map(json)

function file(name: string, text: string): string {
  const path = join(dir, name)
  writeFileSync(path, text)
  return path
}

const jsonl = (name: string, rows: readonly unknown[]): string =>
  file(name, rows.map((row) => JSON.stringify(row)).join('\n'))

describe('tools', () => {
  it('prints one document of all tools, or one tool', async () => {
    const { status, stdout } = await tracewright('tools', '--json')
    expect(status).toBe(0)
    const { tools } = json(stdout) as { tools: { name: string }[] }
    expect(tools).toHaveLength(registry.size)
    expect(Object.keys(tools[0] ?? {})).toEqual(
      expect.arrayContaining(['name', 'category', 'effect', 'inputSchema', 'outputSchema']),
    )
    expect(json((await tracewright('tools', '--json', '--name', 'get_weather')).stdout)).toMatchObject({
      tools: [{ name: 'get_weather', effect: 'read', inputSchema: { required: ['city'] } }],
    })
  })

  it('prints a table for people and an OpenAPI document', async () => {
    expect((await tracewright('tools')).stdout).toContain('get_weather')
    expect(json((await tracewright('tools', '--openapi')).stdout)).toMatchObject({
      openapi: '3.1.0',
      paths: { '/get_weather': { post: { operationId: 'get_weather' } } },
    })
  })
})

describe('simulate', () => {
  it('runs one tool', async () => {
    const { status, stdout } = await tracewright(
      'simulate',
      'get_weather',
      '--args',
      '{"city":"Tokyo"}',
      '--json',
    )
    expect(status).toBe(0)
    expect(json(stdout)).toEqual({
      tool: 'get_weather',
      ok: true,
      output: expect.objectContaining({ temperature_celsius: 4, condition: 'rainy' }),
      error: null,
    })
    expect(
      json((await tracewright('simulate', 'get_weather', '--args', '{}', '--json')).stdout),
    ).toMatchObject({
      ok: false,
      output: null,
      error: { code: 'invalid_argument', parameter: 'city' },
    })
  })

  it('runs the calls of a file, each in a fresh world, a sequence in one', async () => {
    const write = { tool: 'write_file', args: { path: '/a.txt', content: 'x' } }
    const nope = { tool: 'nope', args: {} }
    const calls = jsonl('calls.jsonl', [write, write, { sequence: [write, write] }, nope])
    const { status, stdout } = await tracewright('simulate', '--calls', calls, '--json')
    expect(status).toBe(0)
    const [fresh, again] = [false, true].map((overwrote_existing) => ({ output: { overwrote_existing } }))
    expect(lines(stdout)).toMatchObject([
      ...[fresh, fresh, { sequence: [fresh, again] }],
      { tool: 'nope', ok: false, error: { code: 'not_found' } },
    ])
  })

  it('keeps the difference between 150 and 150.0, which published ids depend on', async () => {
    const invoice = (price: string) =>
      `{"client_name":"Acme","items":[{"description":"Web Development","quantity":40,"unit_price":${price}}]}`
    const id = async (price: string) =>
      json((await tracewright('simulate', 'create_invoice', '--args', invoice(price), '--json')).stdout)
    expect(await id('150.0')).toMatchObject({ output: { invoice_id: 'inv_9a7542910f3e' } })
    expect(await id('150')).not.toMatchObject({ output: { invoice_id: 'inv_9a7542910f3e' } })
  })

  it.each([
    [['simulate', 'nope'], 'unknown tool'],
    [['simulate', 'get_weather', '--args', '{'], 'Failed to read --args: it is not JSON'],
    [['frobnicate'], 'unknown command'],
    [['tools', '--frob'], 'unknown option'],
    [['score', SUITE, 'x', '--scorer', 'paper'], 'Invalid --scorer paper'],
    [
      ['calibrate', SUITE],
      'L1_unsimulated: play_song has no simulator. Commands do not run your tools. Add --simulators FILE',
    ],
  ])('exits with 2 in one line: %j', async (args, says) => {
    const { status, stdout, stderr } = await tracewright(...args)
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(says)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})

describe('score', () => {
  const tasks = loadSuite(SUITE)
    .map(({ task }) => task)
    .filter(({ task_id }) => task_id !== 'L1_unsimulated')
  const suite = file('some.suite.jsonl', tasks.map(taskToLine).join('\n'))
  const gold = tasks.map((task) => performGold(task))

  it('grades stored traces', async () => {
    const traces = jsonl('gold.traces.jsonl', gold)
    const { status, stdout } = await tracewright('score', suite, traces, '--json')
    expect(status).toBe(0)
    const document = json(stdout) as { tasks: { task_id: string; score: number; solved: boolean }[] }
    expect(document).toMatchObject({
      scorer: 'causal',
      overall: { solved: 1, score: 1 },
      levels: { L1_chain: { tasks: 2, solved: 1 }, L3_dag: { tasks: 1, solved: 1 } },
      gap: { level_drop: 0 },
    })
    expect(document.tasks.map(({ task_id, score, solved }) => [task_id, score, solved])).toEqual(
      tasks.map(({ task_id }) => [task_id, 1, true]),
    )
    expect((await tracewright('score', suite, traces)).stdout).toMatch(/overall\s+7/)
  })

  it('grades bare lists of calls, making them again to see what they gave', async () => {
    const bare = gold.map(({ task_id, calls, final_answer }) => ({
      task_id,
      calls: calls.map(({ tool_name, arguments: args }) => ({ tool_name, arguments: args })),
      final_answer,
    }))
    // The seed is the task's own where the trace names none.
    const traces = jsonl('bare.traces.jsonl', bare)
    const { status, stdout, stderr } = await tracewright('score', suite, traces, '--json')
    expect(status).toBe(0)
    expect(json(stdout)).toMatchObject({ overall: { solved: 1 } })
    expect(stderr).toContain('each call counts as a separate turn')
  })

  it('counts tasks without a trace as not solved, and says so', async () => {
    const traces = jsonl('few.traces.jsonl', gold.slice(0, 1))
    const { stdout, stderr } = await tracewright('score', suite, traces, '--json')
    expect(json(stdout)).toMatchObject({ overall: { tasks: 7, solved: 1 / 7 } })
    expect(stderr).toContain('6 of 7 tasks have no trace')
    const [first, second] = ['one', 'two'].map((agent, i) =>
      gold.slice(0, 7 - 6 * i).map((trace) => ({ ...trace, agent })),
    )
    const both = await tracewright(
      'score',
      suite,
      jsonl('both.traces.jsonl', [...(first ?? []), ...(second ?? [])]),
    )
    expect(both.stderr).toContain('6 of 14 tasks have no trace')
    expect(both.stdout).toMatch(/tracewright {2}two.*?overall +7 [^\n]*14\.3 %/s)
  })

  it('grades by the published scorer, alone or beside ours', async () => {
    const traces = jsonl('gold.traces.jsonl', gold)
    const alone = json((await tracewright('score', suite, traces, '--scorer', 'published', '--json')).stdout)
    expect(alone).toMatchObject({ scorer: 'published', overall: { score: 1 }, gap: { level_drop: 0 } })
    const both = json(
      (await tracewright('score', suite, traces, '--scorer', 'causal,published', '--json')).stdout,
    )
    expect(both).toMatchObject({ scorers: [{ scorer: 'causal', overall: { solved: 1 } }, alone] })
    const { stdout } = await tracewright('score', suite, traces, '--scorer', 'published')
    expect(stdout).toMatch(
      /^tool selection 100\.0 %, arguments 100\.0 %, data flow .* early termination 0\.0 %$/m,
    )
    expect(stdout).toContain('tool selection is 100.0 % by construction')
    expect(stdout).toMatch(
      /^weakest-tool gap .* \(published as composition gap; a tool without a single-call task counts as 0\), L0 - L1 .*, selection gap /m,
    )
  })
})

describe('calibrate', () => {
  it('shows what agents that are right and agents that guess earn', async () => {
    const simulated = loadSuite(SUITE).filter(({ task }) => task.task_id !== 'L1_unsimulated')
    const suite = file('calibrated.suite.jsonl', simulated.map(({ task }) => taskToLine(task)).join('\n'))
    const { status, stdout, stderr } = await tracewright('calibrate', suite, '--json')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const { agents } = json(stdout) as {
      agents: { name: string; scorer: string; solved: number | null; overall: number }[]
    }
    const of = (name: string, scorer: string) =>
      agents.find((row) => row.name === name && row.scorer === scorer)
    expect(of('oracle', 'causal')).toMatchObject({ solved: 1, overall: 1 })
    expect(of('random', 'causal')).toMatchObject({ solved: 0, overall: 0 })
    expect(of('random', 'published')?.overall).toBeGreaterThan(0.2)
  })

  it('exits with 1 where guessing solves a task, and names the task whose reference call fails', async () => {
    const calling = (tool: string, args: JsonObject) =>
      jsonl('called.suite.jsonl', [buildTask('Call it.', [step(1, tool, args)], { available_tools: [tool] })])
    expect(await tracewright('calibrate', calling('get_session_context', {}))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('everything: task: it is solved by guessing'),
    })
    expect(await tracewright('calibrate', calling('calculator', { expression: '2 /' }))).toMatchObject({
      status: 2,
      stderr:
        'tracewright: Failed to run task: invalid syntax: the expression ends too early. Correct the suite.\n',
    })
  })
})

describe('generate, audit and bind', () => {
  const suite = join(dir, 'generated.suite.jsonl')
  const few = ['--l0', '3', '--l1', '3', '--l2', '2', '--l3', '2']

  it('writes no suite without tasks, and tells the tools and what each lacks', async () => {
    const header = { name: 'X-Desk', in: 'header', required: true, schema: { type: 'string' } }
    const get = { operationId: 'listDesks', summary: 'List desks', parameters: [header] }
    const paths = { '/desks': { get: { ...get, responses: { 200: { description: 'ok' } } } } }
    const document = file(
      'desk.json',
      JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths }),
    )
    const tools = join(dir, 'desk.toolkit.json')
    const out = join(dir, 'desk.suite.jsonl')
    const types = join(dir, 'desk.toolkit.d.ts')
    const bring = ['import', 'openapi', document, '--out', tools]
    expect(json((await tracewright(...bring, '--json')).stdout)).toMatchObject({ file: tools, types })
    expect(readFileSync(types, 'utf8')).toContain('    listDesks: [')
    writeFileSync(types, 'export {}\n')
    expect(await tracewright(...bring)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(`${types} stays as it is: tracewright did not write it.`),
    })
    expect(readFileSync(types, 'utf8')).toBe('export {}\n')
    const given = ['generate', '--plain', '--tools', tools, '--seed', '1', '--out', out]
    const shown = await tracewright(...given)
    expect(shown).toMatchObject({ status: 1, stdout: expect.stringContaining('"X-Desk"') })
    expect(shown.stdout).toContain(`${out} is not written: no task was found`)
    const { stdout } = await tracewright(...given, '--json')
    expect(json(stdout)).toMatchObject({ file: null, tasks: 0, lacks: [{ tool: 'listDesks' }] })
    expect(existsSync(out)).toBe(false)
  })

  it('writes a suite, the same for the same seed, that the audit finds nothing wrong with', async () => {
    const { status, stdout } = await tracewright(
      'generate',
      '--plain',
      '--seed',
      '3',
      ...few,
      '--out',
      suite,
      '--json',
    )
    expect(status).toBe(0)
    expect(json(stdout)).toEqual({
      file: suite,
      seed: 3,
      tasks: 10,
      short: [],
      lacks: [],
      levels: { L0_node: 3, L1_chain: 3, L2_parallel: 2, L3_dag: 2 },
      deciding: 0,
    })
    const again = join(dir, 'again.suite.jsonl')
    expect(
      (await tracewright('generate', '--plain', '--seed', '3', ...few, '--out', again)).stdout,
    ).toContain('10 tasks')
    expect(readFileSync(again, 'utf8')).toBe(readFileSync(suite, 'utf8'))
    expect(loadSuite(suite)).toHaveLength(10)

    const audited = await tracewright('audit', suite, '--json')
    expect(audited.status).toBe(0)
    const report = json(audited.stdout) as { tasks: number; valid: number; findings: []; rules: object }
    expect(report).toMatchObject({ tasks: 10, valid: 10, findings: [] })
    expect(Object.keys(report.rules)).toEqual([...RULES])
  }, 120_000)

  it('refuses an empty suite and an unknown rule', async () => {
    const none = ['--l0', '0', '--l1', '0', '--l2', '0', '--l3', '0']
    expect(
      await tracewright(
        'generate',
        '--plain',
        '--seed',
        '3',
        ...none,
        '--out',
        join(dir, 'none.suite.jsonl'),
      ),
    ).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('every count is 0'),
    })
    expect(await tracewright('audit', suite, '--rules', 'beauty')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Unknown rule "beauty"'),
    })
  })

  const frozen = (): string => {
    const searching = step(1, 'web_search', { query: 'tea', max_results: 4 })
    const task = buildTask('Search for "tea".', [searching], {
      ...{ task_id: 'frozen', available_tools: ['web_search', 'slugify'], world: { seed: 0 } },
    })
    return jsonl('frozen.suite.jsonl', [task])
  }

  it('says where an invalid task stands, exits with 1, and marks as todo what it cannot repair', async () => {
    const path = frozen()
    const out = join(dir, 'repaired.suite.jsonl')
    const { status, stdout } = await tracewright('audit', path, '--fix-out', out)
    expect(status).toBe(1)
    expect(stdout).toContain(`${path}:1: frozen [provenance] step_1 expects /max_results = 4`)
    expect(stdout).toContain('0 of 1 tasks are valid.')
    expect(stdout).toContain(`${out}: 0 changes`)
    expect(await tracewright('audit', out)).toMatchObject({ status: 1 })
    expect(await tracewright('audit', path, '--fix-out', path)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the file is an input. Name another file.'),
    })
    const [task] = loadSuite(out).map((line) => line.task)
    expect(task?.prompt).toBe('Search for "tea".')
    expect(task?.todo).toContain(
      '[provenance] step_1 expects /max_results = 4, which the prompt does not state',
    )
  }, 60_000)

  it('lets rules be switched', async () => {
    const path = frozen()
    const { status, stdout } = await tracewright('audit', path, '--rules', 'oracle,duplicates', '--json')
    expect(status).toBe(0)
    expect(Object.keys((json(stdout) as { rules: object }).rules)).toEqual(['duplicates', 'oracle'])
    expect(await tracewright('audit', path, '--rules', 'provenance,-provenance')).toMatchObject({ status: 2 })
  })

  it('exits with 1 for a valid task that a run refuses, and says that it does not look at faults', async () => {
    const task = buildTask('Search for "tea".', [step(1, 'web_search', { query: 'tea' })], {
      ...{ available_tools: ['web_search'], faults: [{ tool: 'web_serch', fault: 'server-error' }] },
    })
    const { status, stdout, stderr } = await tracewright(
      ...['audit', jsonl('faulty.suite.jsonl', [task]), '--rules', 'oracle'],
    )
    expect(status).toBe(1)
    expect(stdout).toContain('1 of 1 tasks are valid.')
    expect(stdout).toContain('Not checked: faults and attacks, in 1 of 1 tasks.')
    expect(stderr).toContain(
      'faulty.suite.jsonl:1: the tool "web_serch" has no simulator; did you mean "web_search"?',
    )
  })

  it('binds, and says what it could not trace', async () => {
    const out = join(dir, 'bound.suite.jsonl')
    const { status, stdout } = await tracewright('bind', frozen(), '--out', out, '--json')
    expect(status).toBe(0)
    expect(json(stdout)).toMatchObject({
      tasks: 1,
      bound: 0,
      untraced: [{ task_id: 'frozen', pointer: '/max_results', reason: 'a number without a source' }],
    })
    expect(loadSuite(out)).toHaveLength(1)
  })
})

describe('report', () => {
  it('draws the page of a suite that has not been run', async () => {
    const html = join(dir, 'suite.html')
    const { status, stdout } = await tracewright('report', SUITE, '--html', html, '--json')
    expect(status).toBe(0)
    expect(json(stdout)).toEqual({ html, tasks: loadSuite(SUITE).length, agents: 0 })
    expect(readPageData(readFileSync(html, 'utf8')).tasks.map(({ task_id }) => task_id)).toContain(
      'L1_convert',
    )
  })
})
