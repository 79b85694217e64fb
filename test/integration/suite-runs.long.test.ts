import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProject } from '../support/run-vitest.ts'
import { describeWithShared, hasSharedData, readSharedText } from '../support/shared-data.ts'

/** The package of the UI is only installed beside Vitest 4. */
const hasUi = (() => {
  try {
    return createRequire(import.meta.url).resolve('@vitest/ui') !== ''
  } catch {
    return false
  }
})()

const PLAIN = "import { expect, test } from 'vitest'\ntest('plain', () => expect(1).toBe(1))\n"

describe('runs of suite modules', () => {
  it('takes a run of all suites for whole, whatever other tests were left out', async () => {
    const project = createProject('basic', { 'plain.test.ts': PLAIN })
    await project.vitest(['run', 'tasks'])
    expect(project.run().complete).toBe(true)
    const { stdout } = await project.vitest(['run', 'plain'])
    expect(stdout).toContain('1 passed')
    const twice = createProject('basic', { 'more.suite.jsonl': project.read('tasks.suite.jsonl') })
    await twice.vitest(['run', 'tasks'])
    expect(twice.run().complete).toBe(false)
  })

  it('refuses the pools of virtual machines by name', async () => {
    const { stderr } = await createProject('basic').exits(2, ['run', '--pool=vmForks'])
    expect(stderr).toContain(`Invalid pool "vmForks": tracewright runs in "forks" and "threads".`)
  })

  it('gives an idle agent nothing, and says so in its last line', async () => {
    const project = createProject('basic')
    const { stdout } = await project.exits(0, ['run'], { AGENT: 'idle' })
    expect(project.run().overall).toMatchObject({ tasks: 7, solved: 0, score: 0, completion: 0 })
    expect(stdout).toContain('7 not solved: gave-up 7')
    expect(stdout).toContain('step_1 get_weather: the agent called no tool')
    expect(stdout).toMatch(/Tests {2}7 passed/)
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^ No task was solved: 0 of 7\./)
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
    const project = createProject('basic', { 'agent.ts': agent })
    await project.exits(0, ['run'], { OPTIONS: '{"timeout":500}' })
    expect(project.run().counts).toMatchObject({ scored: 7, errored: 0 })
    const traces = project.traces()
    expect(traces.find((trace) => trace.task_id === 'L0_email')).toMatchObject({ failure: 'out of coffee' })
    expect(traces.find((trace) => trace.task_id === 'L1_quote')).toMatchObject({
      failure: 'no answer within 500 ms (`timeout`)',
    })
  })

  it('lists cases by name', async () => {
    const { stdout } = await createProject('basic').vitest(['list'])
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
    const project = createProject('basic')
    await project.exits(0, args)
    const run = project.run()
    expect(run.cases.map(({ task_id }) => task_id)).toEqual(expected)
    expect(run.complete).toBe(false)
  })

  it('leaves a JSON document to the reporter of the user', async () => {
    const project = createProject('basic')
    const { stdout, stderr } = await project.exits(0, ['run', '--reporter=json'])
    // Vitest 5 writes the document to a file of its own, and says where.
    const file = /^JSON report written to (.*)$/m.exec(stdout)?.[1]
    const document = JSON.parse(file === undefined ? stdout : readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numPendingTests: number
    }
    expect(document).toMatchObject({ numPassedTests: 7, numPendingTests: 0 })
    expect(stdout + stderr).toContain('overall')
  })

  describe('with reporters of the user', () => {
    const project = createProject('basic', {
      'reporter.ts': `export default class { onTestCaseResult(test) { console.log('mine:' + test.name + ':' + test.result().state) } }`,
    })
    let stdout: string
    beforeAll(async () => {
      const reporters = ['./reporter.ts', 'junit', ...(hasUi ? ['html'] : [])]
      const args = reporters.map((name) => `--reporter=${name}`)
      ;({ stdout } = await project.exits(0, ['run', ...args, '--outputFile.junit=junit.xml']))
    })

    it('runs them beside its own', () => {
      expect(stdout).toContain('mine:L3_report:passed')
      expect(stdout).toContain('overall')
      expect(stdout).not.toContain('No task was solved')
      expect(project.read('junit.xml')).toContain('<testcase classname="tasks.suite.jsonl" name="L3_report"')
    })

    it.runIf(hasUi)('shows every case in the UI, whose report holds what the live one shows', () => {
      const data = readdirSync(project.dir, { recursive: true, encoding: 'utf8' }).find((file) =>
        file.endsWith('.json.gz'),
      )
      const report = gunzipSync(readFileSync(join(project.dir, data ?? 'no report'))).toString()
      for (const name of ['L0_weather', 'L3_report']) expect(report).toContain(name)
    })
  })

  it('works in projects that extend the root', async () => {
    const project = createProject('basic', {
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
    const { stdout } = await project.exits(0)
    const run = project.run()
    expect(run.counts).toEqual({ tasks: 14, scored: 14, skipped: 0, errored: 0 })
    expect(new Set(run.cases.map((item) => item.project))).toEqual(new Set(['one', 'two']))
    expect(run.complete).toBe(true)
    expect(stdout).toContain('oracle (one)')
    const made = project.traces().map((trace) => `${String(trace.project)} ${String(trace.task_id)}`)
    expect(new Set(made).size).toBe(14)
    expect(made).toHaveLength(14)
  })
})

describeWithShared('the published tasks over the wire', 'comptoolbench', () => {
  const files = { 'tasks.suite.jsonl': hasSharedData ? readSharedText('comptoolbench/tasks.jsonl') : '' }
  const counts = { tasks: 100, scored: 100, skipped: 0, errored: 0 }

  it('are solved by the oracle, all of them', async () => {
    const project = createProject('basic', files)
    await project.exits(0, ['run'], { OPTIONS: '{"mode":"strict"}' })
    expect(project.run()).toMatchObject({ verdict: 'passed', counts, overall: { solved: 1, score: 1 } })
  })
})

it('runs in one process read the modules of their project anew, and leave nothing to the next', async () => {
  const config = `import { version } from 'versioned'
    import { tracewright } from 'tracewright/plugin'
    const code = Number(process.env.CODE)
    console.error('version', version, code, globalThis[Symbol.for('tracewright.left')])
    process.on('exit', () => { process.exitCode = Math.max(process.exitCode ?? 0, code) })
    globalThis[Symbol.for('tracewright.left')] = 'left'
    export default { plugins: [tracewright({ agent: './agent.ts' })] }`
  const project = createProject('basic', { 'vitest.config.ts': config })
  const folder = 'node_modules/versioned'
  mkdirSync(join(project.dir, folder), { recursive: true })
  project.write(`${folder}/package.json`, '{ "type": "module", "exports": "./index.js" }')
  for (const code of [3, 0, 4]) {
    project.write(`${folder}/index.js`, `export const version = ${code + 10}`)
    const { stderr } = await project.exits(code, ['run', '-t', 'L0'], { CODE: String(code) })
    expect(stderr).toContain(`version ${code + 10} ${code} undefined\n`)
  }
})
