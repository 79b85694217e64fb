import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../support/cli-runs.ts'
import { type Project, projectOf } from '../support/run-vitest.ts'

const PLAIN = `import { expect, test } from 'vitest'\ntest('plain', () => expect(1).toBe(1))\n`
const LEDGER = 'tracewright.ledger.json'
const SUITE = 'tasks.suite.jsonl'

/** An agent that fails as the environment tells it to. */
const AGENT = `
  import { oracle } from 'tracewright/calibration'
  export default {
    ...oracle,
    async run(request, task) {
      if (process.env.OUT) await fetch('http://127.0.0.1:49151/v1/chat/completions', { method: 'POST', body: '{}' })
      if (process.env.BROKEN === task.task_id) return {}
      return oracle.run(request, task)
    },
  }`
const options = (given: object) => ({ OPTIONS: JSON.stringify(given) })

describe('with a ledger', { timeout: 300_000 }, () => {
  let project: Project
  beforeAll(async () => {
    project = projectOf('basic', { 'agent.ts': AGENT, 'plain.test.ts': PLAIN })
    await project.exits(0, ['run'], options({ repeats: 3 }))
    const { status, stderr } = runCli(['ledger', 'update'], project.dir)
    expect(status, stderr).toBe(0)
  }, 300_000)

  it('a suite that was renamed is missed, also where other tests pass, and the last run stays', async () => {
    const before = project.read('.vitest/tracewright/run.json')
    const suite = project.read(SUITE)
    rmSync(join(project.dir, SUITE))
    project.write('tasks.renamed.jsonl', suite)
    const { stdout } = await project.exits(2)
    expect(stdout).toMatch(/1 passed/)
    expect(stdout).toContain('Failed to run: no suite matches **/*.suite.jsonl, and there is a ledger')
    expect(project.read('.vitest/tracewright/run.json')).toBe(before)
    project.write(SUITE, suite)
    await project.exits(0, ['run', 'plain'])
    expect(project.read('.vitest/tracewright/run.json')).toBe(before)
  })

  it('a part of the run is not gated, says so, and exits by its cases', async () => {
    const { stdout } = await project.exits(0, ['run', '-t', 'L1_convert'], { BROKEN: 'L1_convert' })
    expect(stdout).toContain('not gated: filtered')
    expect(project.run()).toMatchObject({ verdict: 'reported', not_gated: 'not gated: filtered' })
  })

  it('a filter that takes every task, and one shard of one, leave the run whole: it is gated', async () => {
    const all = await project.exits(1, ['run', '-t', '^L', '--shard=1/1'], { BROKEN: 'L1_convert' })
    expect(all.stdout).not.toContain('not gated')
    expect(project.run()).toMatchObject({ verdict: 'failed', complete: true })
  })

  it('a task that a hook skips counts as gone, and the rest is gated', async () => {
    project.write(
      'skip.ts',
      `
      import { beforeEach } from 'vitest'
      beforeEach((ctx) => { if (ctx.task.name === process.env.SKIP) ctx.skip('its endpoint is being moved') })`,
    )
    project.write(
      'skip.config.ts',
      `
      import { tracewright } from 'tracewright/plugin'
      import { defineConfig } from 'vitest/config'
      export default defineConfig({
        plugins: [tracewright({ agent: './agent.ts', repeats: 3 })],
        test: { setupFiles: ['./skip.ts'] },
      })`,
    )
    const run = ['run', '--config', 'skip.config.ts']
    const green = await project.exits(0, run, { SKIP: 'L0_weather' })
    expect(project.run().gates?.[0]?.removed).toEqual(['L0_weather'])
    expect(green.stdout).toContain('its endpoint is being moved')
    await project.exits(1, run, { SKIP: 'L0_weather', BROKEN: 'L1_convert' })
  })

  it('says that there is nothing to take up', async () => {
    const { stdout, stderr } = await project.exits(0, ['run'], { TRACEWRIGHT_RESUME: '1' })
    expect(stdout + stderr).toContain('TRACEWRIGHT_RESUME starts a new one')
  })

  it('a torn ledger is found before the agent is asked', async () => {
    const ledger = project.read(LEDGER)
    project.write(LEDGER, ledger.slice(0, -20))
    const torn = await project.exits(2)
    project.write(LEDGER, ledger)
    expect(torn.stdout).toContain(`Failed to read ledger ${LEDGER}: it is not JSON`)
    expect(project.run()).toMatchObject({ verdict: 'error', counts: { scored: 0 } })
  })

  it('a gate that fails shows in JUnit and at the lines of the tasks', async () => {
    const { exitCode, stdout } = await project.vitest(
      [
        'run',
        '--reporter=default',
        '--reporter=junit',
        '--reporter=github-actions',
        '--outputFile.junit=junit.xml',
      ],
      { BROKEN: 'L1_convert', ...options({ deterministic: false, repeats: 6 }) },
    )
    const run = project.run()
    expect(exitCode, stdout).toBe({ reported: 0, passed: 0, failed: 1, error: 2 }[run.verdict])
    expect(run.verdict, stdout).toBe('failed')
    const junit = project.read('junit.xml')
    expect(junit).toMatch(/<failure message="L1_convert: solved 0 of \d+ now, /)
    expect(junit).toMatch(/<system-out>\s*gate {2}REGRESSED {2}[\s\S]*next: `npx tracewright report`/)
    expect(stdout).toMatch(/::error file=[^\n]*tasks\.suite\.jsonl,[^\n]*line=3/)
  })
})

describe('two projects', { timeout: 200_000 }, () => {
  const CONFIG = `
    import { tracewright } from 'tracewright/plugin'
    import { defineConfig } from 'vitest/config'
    export default defineConfig({
      plugins: [tracewright({ agent: './agent.ts' })],
      test: { projects: ['east', 'west'].map((name) => ({ extends: true, test: { name } })) },
    })`
  const ledger = (project: Project, command: 'update' | 'check', name: string) =>
    runCli(['ledger', command, '--project', name], project.dir)
  const update = (project: Project, name: string) => ledger(project, 'update', name)

  it('are gated both or not at all', async () => {
    const project = projectOf('basic', { 'agent.ts': AGENT, 'vitest.config.ts': CONFIG })
    await project.exits(0)
    expect(update(project, 'east').status).toBe(0)
    const half = await project.exits(2)
    expect(half.stdout).toContain(
      'Failed to gate project "west": its ledger tracewright.west.ledger.json is missing, and other projects of this run are gated',
    )
    // What the line advises can be done with this very run.
    const second = update(project, 'west')
    expect(second.status, second.stderr).toBe(0)
    await project.exits(0)
  })

  it('with suites of their own are gated each by its own ledger', async () => {
    const project = projectOf('basic', {
      'agent.ts': AGENT,
      'other.suite.jsonl': '',
      'vitest.config.ts': `
        import { tracewright } from 'tracewright/plugin'
        import { defineConfig } from 'vitest/config'
        const named = (name, include, ledger) =>
          ({ test: { name }, plugins: [tracewright({ agent: './agent.ts', include: [include], repeats: 6, ...ledger })] })
        export default defineConfig({
          test: { projects: [
            named('east', 'tasks.suite.jsonl'),
            named('west', 'other.suite.jsonl', JSON.parse(process.env.WEST ?? '{}')),
          ] },
        })`,
    })
    project.write('other.suite.jsonl', project.read(SUITE).replaceAll('"L1_convert"', '"L1_other"'))
    const first = await project.exits(0)
    expect(first.stdout).toContain(
      'Write one for each of them by `npx tracewright ledger update --project NAME`',
    )
    expect(project.run()).toMatchObject({
      suites: 'tasks.suite.jsonl other.suite.jsonl',
      project_suites: { east: 'tasks.suite.jsonl', west: 'other.suite.jsonl' },
    })
    for (const name of ['east', 'west']) {
      const { status, stdout, stderr } = update(project, name)
      expect(status, stderr).toBe(0)
      expect(stdout).toMatch(/Taken from \.vitest\/tracewright\/run\.json, which was written \d+ s ago\./)
    }
    expect(JSON.parse(project.read('tracewright.west.ledger.json'))).toMatchObject({
      suite: 'other.suite.jsonl',
    })
    await project.exits(0)
    expect(project.run().gates?.map(({ project: name, verdict }) => [name, verdict])).toEqual([
      ['east', expect.stringMatching(/^(ok|inconclusive)$/)],
      ['west', expect.stringMatching(/^(ok|inconclusive)$/)],
    ])
    const red = await project.exits(1, ['run'], { BROKEN: 'L1_other' })
    expect(red.stdout).toContain('gate  REGRESSED  oracle (west) against tracewright.west.ledger.json')
    expect(red.stdout).not.toContain('REGRESSED  oracle (east)')
    expect(ledger(project, 'check', 'west').status).toBe(1)
    expect(ledger(project, 'check', 'east').status).toBe(0)
    const moved = await project.exits(2, ['run'], { WEST: JSON.stringify({ include: [SUITE] }) })
    const own =
      'Failed to gate project "west": the ledger tracewright.west.ledger.json was written for the files other.suite.jsonl, and project "west" has the files tasks.suite.jsonl.'
    expect(project.run().errors).toEqual([expect.stringContaining(own)])
    const blocks = moved.stderr.split(/FAIL {2}\|/)
    const blockOf = (name: string) => blocks.find((block) => block.startsWith(`${name}|`))
    expect(blockOf('east')).toMatch(/^east\|[^\n]*\n[^\n]*Not run: project "west" cannot be gated/)
    expect(blockOf('west')).toContain(own)
  })
})

describe('without one', { timeout: 200_000 }, () => {
  it('an outage in every attempt gives no verdict, also in mode `strict`', async () => {
    const project = projectOf('basic', { 'agent.ts': AGENT })
    await project.exits(2, ['run'], { OUT: '1', ...options({ mode: 'strict' }) })
    expect(project.run()).toMatchObject({ verdict: 'error', counts: { tasks: 7, scored: 0, errored: 7 } })
  })

  it('a mode that needs a suite misses it, also where nothing else runs', async () => {
    const project = projectOf('basic', { 'agent.ts': AGENT })
    rmSync(join(project.dir, SUITE))
    const strict = await project.exits(2, ['run', '--passWithNoTests'], options({ mode: 'strict' }))
    expect(strict.stdout).toContain('no suite matches **/*.suite.jsonl, and the mode is "strict"')
  })
})
