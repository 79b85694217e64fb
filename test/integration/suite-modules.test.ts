import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { traceSchema } from '../../src/schema/trace.ts'
import { projectOf } from '../support/run-vitest.ts'
import { describeWithShared, hasSharedData, sharedText } from '../support/shared-data.ts'

/** The package of the UI is only installed beside Vitest 4. */
const hasUi = (() => {
  try {
    return createRequire(import.meta.url).resolve('@vitest/ui') !== ''
  } catch {
    return false
  }
})()

const PLAIN = "import { expect, test } from 'vitest'\ntest('plain', () => expect(1).toBe(1))\n"

describe('a suite as a test module', () => {
  it('runs each line as a case, judges it and reports it', async () => {
    const project = projectOf('basic')
    const { exitCode, stdout } = await project.vitest()
    expect(exitCode, stdout).toBe(0)
    const run = project.run()
    expect(run).toMatchObject({
      mode: 'score',
      verdict: 'reported',
      complete: true,
      agents: ['oracle'],
      counts: { tasks: 7, scored: 7, skipped: 0, errored: 0 },
      overall: { solved: 1, score: 1, data_flow: 1, completion: 1 },
    })
    expect(run.cases.map(({ line, task_id }) => [line, task_id])).toEqual([
      [1, 'L0_weather'],
      [2, 'L0_email'],
      [3, 'L1_convert'],
      [4, 'L1_quote'],
      [5, 'L2_warmest'],
      [6, 'L3_report'],
      [7, 'L0_prompt'],
    ])
    expect(stdout).toContain(
      'nothing is gated yet: there is no ledger. Write one with `npx tracewright ledger update`',
    )
    expect(stdout).toMatch(/L3_dag\s+1\s+█{10} 100\.0 %/)
    const traces = project.traces().map((trace) => traceSchema.parse(trace))
    expect(traces.map(({ task_id }) => task_id).sort()).toEqual(
      run.cases
        .filter(({ outcome }) => outcome === 'scored')
        .map(({ task_id }) => task_id)
        .sort(),
    )
    const report = traces.find(({ task_id }) => task_id === 'L3_report')
    expect(report?.calls.map((call) => call.tool_name)).toEqual([
      'get_weather',
      'get_weather',
      'unit_convert',
      'send_email',
    ])
  })

  it('takes a run of all suites for whole, whatever other tests were left out', async () => {
    const project = projectOf('basic', { 'plain.test.ts': PLAIN })
    await project.vitest(['run', 'tasks'])
    expect(project.run().complete).toBe(true)
    const { stdout } = await project.vitest(['run', 'plain'])
    expect(stdout).toContain('1 passed')
    const twice = projectOf('basic', { 'more.suite.jsonl': project.read('tasks.suite.jsonl') })
    await twice.vitest(['run', 'tasks'])
    expect(twice.run().complete).toBe(false)
  })

  it('gives an idle agent nothing', async () => {
    const project = projectOf('basic')
    const { exitCode, stdout } = await project.vitest(['run'], { AGENT: 'idle' })
    expect(exitCode).toBe(0)
    expect(project.run().overall).toMatchObject({ tasks: 7, solved: 0, score: 0, completion: 0 })
    expect(stdout).toContain('7 not solved: gave-up 7')
    expect(stdout).toContain('step_1 get_weather: the agent called no tool')
  })

  it('fails unsolved cases in mode strict, at the line of the suite', async () => {
    const project = projectOf('basic')
    const { exitCode, stderr } = await project.vitest(['run'], {
      AGENT: 'idle',
      OPTIONS: '{"mode":"strict"}',
    })
    expect(exitCode).toBe(1)
    expect(stderr).toContain(
      'L1_convert (tasks.suite.jsonl:3) was not solved: step_1 get_weather: the agent called no tool',
    )
    expect(stderr).toContain('L1_convert tasks.suite.jsonl:3:1')
    expect(project.run().verdict).toBe('failed')
  })

  it('lists cases by name', async () => {
    const { stdout } = await projectOf('basic').vitest(['list'])
    expect(stdout.trim().split('\n')).toEqual(
      ['L0_weather', 'L0_email', 'L1_convert', 'L1_quote', 'L2_warmest', 'L3_report', 'L0_prompt'].map(
        (name) => `tasks.suite.jsonl > ${name}`,
      ),
    )
  })

  it.each([
    ['by name', ['run', '-t', 'L1_convert'], ['L1_convert']],
    ['by line', ['run', 'tasks.suite.jsonl:4'], ['L1_quote']],
  ])('filters %s and says that the run is not complete', async (_, args, expected) => {
    const project = projectOf('basic')
    const { exitCode, stdout } = await project.vitest(args)
    expect(exitCode, stdout).toBe(0)
    const run = project.run()
    expect(run.cases.map(({ task_id }) => task_id)).toEqual(expected)
    expect(run.complete).toBe(false)
  })

  it('leaves JUnit and JSON documents to the reporters of the user', async () => {
    const project = projectOf('basic')
    const { exitCode, stdout, stderr } = await project.vitest(['run', '--reporter=json'])
    expect(exitCode).toBe(0)
    // Vitest 5 writes the document to a file of its own, and says where.
    const file = /^JSON report written to (.*)$/m.exec(stdout)?.[1]
    const document = JSON.parse(file === undefined ? stdout : readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numPendingTests: number
    }
    expect(document).toMatchObject({ numPassedTests: 7, numPendingTests: 0 })
    expect(stdout + stderr).toContain('overall')
    await project.vitest(['run', '--reporter=junit', '--outputFile=junit.xml'])
    expect(project.read('junit.xml')).toContain('<testcase classname="tasks.suite.jsonl" name="L3_report"')
  })

  it('runs reporters of the user beside its own', async () => {
    const project = projectOf('basic', {
      'reporter.ts': `export default class { onTestCaseResult(test) { console.log('mine:' + test.name + ':' + test.result().state) } }`,
    })
    const { stdout } = await project.vitest(['run', '--reporter=./reporter.ts'])
    expect(stdout).toContain('mine:L3_report:passed')
    expect(stdout).toContain('overall')
  })

  it.runIf(hasUi)('shows every case in the UI, whose report holds what the live one shows', async () => {
    const project = projectOf('basic')
    const { exitCode, stdout, stderr } = await project.vitest(['run', '--reporter=html'])
    expect(exitCode, stdout + stderr).toBe(0)
    const data = readdirSync(project.dir, { recursive: true, encoding: 'utf8' }).find((file) =>
      file.endsWith('.json.gz'),
    )
    const report = gunzipSync(readFileSync(join(project.dir, data ?? 'no report'))).toString()
    for (const name of ['L0_weather', 'L3_report']) expect(report).toContain(name)
  })

  it('sees a changed option and a changed agent at once', async () => {
    const project = projectOf('basic')
    await project.vitest()
    expect(project.run().agents).toEqual(['oracle'])
    project.write(
      'other.ts',
      `import { oracle } from 'tracewright'\nexport default { ...oracle, name: 'other' }`,
    )
    await project.vitest(['run'], { OPTIONS: '{"agent":"./other.ts"}' })
    expect(project.run().agents).toEqual(['other'])
    await project.vitest()
    expect(project.run().agents).toEqual(['oracle'])
  })

  it('works in projects that extend the root', async () => {
    const project = projectOf('basic', {
      'vitest.config.ts': `
        import { defineConfig } from 'vitest/config'
        import { tracewright } from 'tracewright/plugin'
        export default defineConfig({
          plugins: [tracewright({ agent: './agent.ts' })],
          test: { projects: [
            { extends: true, test: { name: 'one' } },
            { extends: true, test: { name: 'two' } },
          ] },
        })`,
    })
    const { exitCode, stdout } = await project.vitest()
    expect(exitCode, stdout).toBe(0)
    const run = project.run()
    expect(run.counts).toEqual({ tasks: 14, scored: 14, skipped: 0, errored: 0 })
    expect(new Set(run.cases.map((item) => item.project))).toEqual(new Set(['one', 'two']))
    expect(run.complete).toBe(true)
    expect(stdout).toContain('oracle (one)')
    const made = project.traces().map((trace) => `${String(trace.project)} ${String(trace.task_id)}`)
    expect(new Set(made).size).toBe(14)
    expect(made).toHaveLength(14)
  })

  it('treats an agent that throws or hangs as one that failed the task', async () => {
    const agent = `
      export const agent = {
        name: 'moody',
        async run({ prompt, tools }) {
          await tools[0].invoke({ city: 'Oslo' }).catch(() => {})
          if (prompt.includes('e-mail')) throw new Error('out of coffee')
          await new Promise(() => {})
        },
      }`
    const project = projectOf('basic', { 'agent.ts': agent })
    const { exitCode, stdout } = await project.vitest(['run'], { OPTIONS: '{"timeout":500}' })
    expect(exitCode, stdout).toBe(0)
    expect(project.run().counts).toMatchObject({ scored: 7, errored: 0 })
    const traces = project.traces()
    expect(traces.find((trace) => trace.task_id === 'L0_email')).toMatchObject({ failure: 'out of coffee' })
    expect(traces.find((trace) => trace.task_id === 'L1_quote')).toMatchObject({
      failure: 'no answer within 500 ms',
    })
  })
})

describeWithShared('the published tasks over the wire', 'comptoolbench', () => {
  const files = { 'tasks.suite.jsonl': hasSharedData ? sharedText('comptoolbench/tasks.jsonl') : '' }
  const counts = { tasks: 100, scored: 100, skipped: 0, errored: 0 }

  it('are solved by the oracle, all of them', async () => {
    const project = projectOf('basic', files)
    const { exitCode, stdout } = await project.vitest(['run'], { OPTIONS: '{"mode":"strict"}' })
    expect(exitCode, stdout).toBe(0)
    expect(project.run()).toMatchObject({ verdict: 'passed', counts, overall: { solved: 1, score: 1 } })
  })

  it('give an idle agent nothing', async () => {
    const project = projectOf('basic', files)
    await project.vitest(['run'], { AGENT: 'idle' })
    expect(project.run()).toMatchObject({ counts, overall: { solved: 0, score: 0 } })
  })
})

describe('errors come before any case', () => {
  const broken = [
    {
      name: 'bad lines, all of them',
      files: { 'tasks.suite.jsonl': '{"task_id":"a"}\n\nnot json\n' },
      says: ['tasks.suite.jsonl:1: level:', 'tasks.suite.jsonl:1: prompt:', 'tasks.suite.jsonl:3: not JSON'],
    },
    {
      name: 'a suite without tasks',
      files: { 'tasks.suite.jsonl': '\n' },
      says: ['tasks.suite.jsonl:1: the suite has no tasks'],
    },
    {
      name: 'an agent entry without an agent',
      files: { 'agent.ts': 'export const other = 1' },
      says: ['it exports other', 'Export `default` or `agent`'],
    },
    {
      name: 'an agent entry that exports nothing',
      files: { 'agent.ts': 'export {}' },
      says: ['it exports nothing'],
    },
  ]
  it.each(broken)('$name', async ({ files, says }) => {
    const project = projectOf('basic', files as unknown as Record<string, string>)
    const { exitCode, stderr, stdout } = await project.vitest()
    expect(exitCode).toBe(2)
    for (const text of says) expect(stderr + stdout).toContain(text)
    expect(project.run()).toMatchObject({ verdict: 'error', complete: false, counts: { scored: 0 } })
  })

  it.each([
    ['a missing agent module', '{"agent":"./nowhere.ts"}', 'there is no agent module at'],
    ['a mode that needs a ledger', '{"mode":"regression"}', 'there is no ledger'],
    ['an unknown option', '{"agnet":"./agent.ts"}', 'Failed to read the options of tracewright()'],
  ])('%s', async (_, options, says) => {
    const { exitCode, stderr, stdout } = await projectOf('basic').vitest(['run'], { OPTIONS: options })
    expect(exitCode).toBe(2)
    expect(stderr + stdout).toContain(says)
  })

  it('a prompt that Vitest takes for a comment of its own', async () => {
    const project = projectOf('basic')
    project.write('tasks.suite.jsonl', project.read('tasks.suite.jsonl').replaceAll('\\u0040', '@'))
    const { exitCode, stderr } = await project.vitest()
    expect(exitCode).toBe(1)
    expect(stderr).toContain('tasks.suite.jsonl:7: Vitest takes "@vitest-environment" in it for a comment')
  })

  it('lines that no tool could fulfil, all at once, with their places', async () => {
    const project = projectOf('basic')
    const lines = project.read('tasks.suite.jsonl').split('\n')
    lines[0] = (lines[0] ?? '').replace('"L0_node"', '"L1_chain"')
    lines[2] = (lines[2] ?? '').replace('/temperature_celsius', '/temperature')
    project.write('tasks.suite.jsonl', lines.join('\n'))
    const { exitCode, stdout, stderr } = await project.vitest(['run'], { OPTIONS: '{"mode":"strict"}' })
    expect(exitCode, stdout + stderr).toBe(2)
    expect(stderr).toMatch(
      /tasks\.suite\.jsonl:1: level: "L1_chain" does not fit one step; did you mean "L0_node"\?/,
    )
    expect(stderr).toMatch(
      /tasks\.suite\.jsonl:3: .*"\/temperature" leads nowhere in what get_weather \(step_1\) returns/,
    )
  })

  it('tools that nothing simulates, offered or expected, with the nearest one that there is', async () => {
    const project = projectOf('basic', { 'plain.test.ts': PLAIN })
    const lines = project.read('tasks.suite.jsonl').split('\n')
    lines[1] = (lines[1] ?? '').replace(/"available_tools": ?\["/, '$&get_wether","')
    lines[3] = (lines[3] ?? '').replaceAll('get_stock_price', 'get_stok_price')
    project.write('tasks.suite.jsonl', lines.join('\n'))
    const { exitCode, stdout, stderr } = await project.vitest(['run'], { OPTIONS: '{"mode":"strict"}' })
    expect(exitCode, stdout + stderr).toBe(2)
    expect(stderr).toContain(
      'tasks.suite.jsonl:2: nothing simulates the tool "get_wether"; did you mean "get_weather"?',
    )
    expect(stderr).toContain(
      'tasks.suite.jsonl:4: nothing simulates the tool "get_stok_price"; did you mean "get_stock_price"?',
    )
    expect(project.run()).toMatchObject({ verdict: 'error', counts: { scored: 0 } })
  })
})

describe('lines that say how they are run', { timeout: 200_000 }, () => {
  const SLOW = `
    import { setTimeout as pause } from 'node:timers/promises'
    import { oracle } from 'tracewright'
    export default {
      ...oracle,
      async run(request, task) {
        if (task.task_id === 'L0_email') await pause(2_000)
        return oracle.run(request, task)
      },
    }`
  const say = (project: ReturnType<typeof projectOf>, id: string, more: object): void => {
    const lines = project.read('tasks.suite.jsonl').trim().split('\n')
    const said = lines.map((line) => {
      const task = JSON.parse(line)
      return JSON.stringify(task.task_id === id ? { ...task, ...more } : task).replaceAll('@', '\\u0040')
    })
    project.write('tasks.suite.jsonl', `${said.join('\n')}\n`)
  }

  it('skip and todo leave a case out and say why, timeout is of one line', async () => {
    const project = projectOf('basic', { 'agent.ts': SLOW })
    say(project, 'L0_weather', { skip: 'its tool is being replaced' })
    say(project, 'L1_quote', { todo: true })
    say(project, 'L0_email', { timeout: 300 })
    const { exitCode, stdout } = await project.vitest(['run'])
    expect(exitCode, stdout).toBe(0)
    const { cases } = project.run()
    const of = (id: string) => cases.find(({ task_id }) => task_id === id)
    expect(of('L0_weather')).toMatchObject({ outcome: 'skipped', note: 'its tool is being replaced' })
    expect(of('L1_quote')).toMatchObject({ outcome: 'skipped', note: 'to be done' })
    expect(of('L0_email')?.score?.solved).toBe(false)
    expect(of('L1_convert')?.score?.solved).toBe(true)
    expect(stdout).toContain('its tool is being replaced')
  })

  it('only runs its line alone, ungated, and is an error in CI', async () => {
    const project = projectOf('basic')
    say(project, 'L1_quote', { only: true })
    const here = await project.vitest(['run', '--allowOnly'])
    expect(here.exitCode, here.stdout).toBe(0)
    expect(project.run()).toMatchObject({ not_gated: 'not gated: filtered', counts: { tasks: 1 } })
    const inCi = await project.vitest(['run'])
    expect(inCi.exitCode, inCi.stdout).not.toBe(0)
    expect(inCi.stdout + inCi.stderr).toContain('.only')
  })

  it('defaults come from a first line', async () => {
    const project = projectOf('basic')
    const lines = project.read('tasks.suite.jsonl').trim().split('\n')
    const short = lines.map((line) => {
      const { available_tools: _, ...task } = JSON.parse(line)
      return JSON.stringify(task).replaceAll('@', '\\u0040')
    })
    const tools = [...new Set(lines.flatMap((line) => JSON.parse(line).available_tools as string[]))]
    project.write(
      'tasks.suite.jsonl',
      [JSON.stringify({ defaults: { available_tools: tools } }), ...short].join('\n'),
    )
    const { exitCode, stdout } = await project.vitest(['run'], { OPTIONS: '{"mode":"strict"}' })
    expect(exitCode, stdout).toBe(0)
    expect(project.run().cases.map(({ line }) => line)).toEqual(lines.map((_, i) => i + 2))
  })
})
