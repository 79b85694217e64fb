import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyBaseline, printBaseline } from '../../src/baseline/store.ts'
import { runCli } from '../support/cli-runs.ts'
import { createProject as copyProject, type Outcome, type Project } from '../support/run-vitest.ts'
import { describeWithShared, readSharedText } from '../support/shared-data.ts'

const PLAIN = `import { expect, test } from 'vitest'\ntest('plain', () => expect(1).toBe(1))\n`
const BASELINE = 'tracewright.baseline.json'
const SUITE = 'tasks.suite.jsonl'
const RUN = '.vitest/tracewright/run.json'

/** A mini-project whose runs are processes of their own, since their exit codes are the point. */
const createProject = (name: string, files?: Record<string, string>): Project =>
  copyProject(name, files, { isProcess: true })

/** An agent that fails as the environment tells it to. */
const AGENT = `
  import { oracle } from 'tracewright/calibration'
  export default {
    ...oracle,
    async run(request, task) {
      if (process.env.DEAD) throw new Error('connect ECONNREFUSED 127.0.0.1:9')
      if (process.env.OUT) await fetch('http://127.0.0.1:49151/v1/chat/completions', { method: 'POST', body: '{}' })
      if (process.env.BROKEN === task.task_id) return {}
      return oracle.run(request, task)
    },
  }`
const options = (given: object) => ({ OPTIONS: JSON.stringify(given) })
/** The last line of a run that says something: none that names its document, or is meant for GitHub alone. */
const lastLine = ({ stdout, stderr }: Outcome): string =>
  [...stderr.split('\n'), ...stdout.split('\n')]
    .filter((line) => line.trim() !== '' && !/run\.json|^::/.test(line))
    .at(-1)
    ?.trim() ?? ''

describe('with a baseline', { timeout: 300_000 }, () => {
  let project: Project
  beforeAll(async () => {
    project = createProject('basic', { 'agent.ts': AGENT, 'plain.test.ts': PLAIN, '.gitignore': '*' })
    execFileSync('git', ['init', '--quiet'], { cwd: project.dir })
    await project.exits(0, ['run'], options({ repeats: 3 }))
    const { status, stderr } = runCli(['baseline', 'update'], project.dir)
    expect(status, stderr).toBe(0)
  }, 300_000)

  it('a suite that was renamed is missed, also where other tests pass, and the last run goes', async () => {
    const before = project.read(RUN)
    await project.exits(0, ['run', 'plain'])
    expect(project.read(RUN)).toBe(before)
    const suite = project.read(SUITE)
    rmSync(join(project.dir, SUITE))
    project.write('tasks.renamed.jsonl', suite)
    for (const filter of [['-t', 'plain'], ['nosuch'], ['plain']]) await project.exits(2, ['run', ...filter])
    expect(project.read(RUN)).toBe(before)
    const { stdout } = await project.exits(2)
    expect(stdout).toMatch(/1 passed/)
    expect(stdout).toContain('Failed to run: no suite matches **/*.suite.{ts,jsonl}, and there is a baseline')
    expect(existsSync(join(project.dir, RUN))).toBe(false)
    const check = runCli(['baseline', 'check'], project.dir)
    expect([check.status, check.stderr]).toEqual([2, expect.stringContaining('Failed to read the run')])
    project.write(SUITE, suite)
  })

  it.each([
    ['-t that matches nothing', ['-t', 'nothing'], {}, 2, /^✗ Failed to run: no test matches -t "nothing"/],
    ['the same of some files', ['plain', '-t', 'nothing'], {}, 2, /no test matches -t "nothing"/],
    [
      'the same, with nothing to hold to',
      ['-t', 'nothing'],
      options({ mode: 'score' }),
      0,
      /^not gated: filt/,
    ],
    ['-t that matches another test', ['-t', 'plain'], {}, 0, /^not gated: filtered by the command line/],
    ['another file', ['plain'], {}, 0, /^tracewright {2}not gated: filtered by the command line/],
    [
      '--changed without a change',
      ['--changed'],
      {},
      0,
      /^tracewright {2}not gated: filtered by the command line/,
    ],
    ['a shard without a task', ['plain', '--shard=1/2'], {}, 0, /not gated: /],
    [
      'mode score beside it',
      [],
      options({ mode: 'score' }),
      0,
      /^not gated: mode `score`, and a baseline exists/,
    ],
    [
      'every attempt threw',
      [],
      { DEAD: '1', ...options({ mode: 'score' }) },
      2,
      /^No verdict: every .*ECONNREF/,
    ],
  ] as const)('%s', async (_, args, env, code, last) => {
    const outcome = await project.exits(code, ['run', ...args], { ...env, GITHUB_ACTIONS: 'true' })
    if ([...args].join().includes('nothing')) expect(outcome.stdout).not.toMatch(/\d cases,/)
    expect(lastLine(outcome)).toMatch(last)
    const annotations = outcome.stdout.split('\n').filter((line) => /^::\w+ title=tracewright::/.test(line))
    const isScore = 'OPTIONS' in env && args.length === 0
    expect(annotations.map((line) => line.split(' ')[0])).toEqual([
      ...(code === 2 ? ['::error'] : []),
      ...(isScore ? ['::warning'] : []),
    ])
  })

  it('a part of the run is not gated, says so, and exits by its cases', async () => {
    const { stdout } = await project.exits(0, ['run', '-t', 'L1_convert'], { BROKEN: 'L1_convert' })
    expect(stdout).toContain('not gated: filtered by the command line')
    expect(project.run()).toMatchObject({
      verdict: 'reported',
      not_gated: expect.stringMatching(/^not gated: filtered by/),
    })
  })

  it('a filter that takes every task, and one shard of one, leave the run whole: it is gated', async () => {
    const all = await project.exits(1, ['run', '-t', '^L', '--shard=1/1'], {
      BROKEN: 'L1_convert',
      TRACEWRIGHT_RESUME: '1',
    })
    expect(all.stdout).not.toContain('not gated')
    // There is nothing to resume.
    expect(all.stdout + all.stderr).toContain('TRACEWRIGHT_RESUME starts a new one')
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

  it('a torn baseline is found before the agent is asked', async () => {
    const baseline = project.read(BASELINE)
    project.write(BASELINE, baseline.slice(0, -20))
    const torn = await project.exits(2)
    project.write(BASELINE, baseline)
    expect(torn.stdout).toContain(`Failed to read baseline ${BASELINE}: it is not JSON`)
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
  const baseline = (project: Project, command: 'update' | 'check', name: string) =>
    runCli(['baseline', command, '--project', name], project.dir)
  const update = (project: Project, name: string) => baseline(project, 'update', name)

  it('are gated both or not at all', async () => {
    const project = createProject('basic', { 'agent.ts': AGENT, 'vitest.config.ts': CONFIG })
    await project.exits(0)
    expect(update(project, 'east').status).toBe(0)
    const half = await project.exits(2)
    expect(half.stdout).toContain(
      'Failed to gate project "west": its baseline tracewright.west.baseline.json is missing, and other projects of this run are gated',
    )
    // What the line advises can be done with this very run.
    const second = update(project, 'west')
    expect(second.status, second.stderr).toBe(0)
    await project.exits(0)
  })

  it('with suites of their own are gated each by its own baseline', async () => {
    const project = createProject('basic', {
      'agent.ts': AGENT,
      'other.suite.jsonl': '',
      'vitest.config.ts': `
        import { tracewright } from 'tracewright/plugin'
        import { defineConfig } from 'vitest/config'
        const named = (name, include, baseline) =>
          ({ test: { name }, plugins: [tracewright({ agent: './agent.ts', include: [include], repeats: 6, ...baseline })] })
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
      'Write one for each of them by `npx tracewright baseline update --project NAME`',
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
    expect(JSON.parse(project.read('tracewright.west.baseline.json'))).toMatchObject({
      suite: 'other.suite.jsonl',
    })
    await project.exits(0)
    expect(project.run().gates?.map(({ project: name, verdict }) => [name, verdict])).toEqual([
      ['east', expect.stringMatching(/^(ok|inconclusive)$/)],
      ['west', expect.stringMatching(/^(ok|inconclusive)$/)],
    ])
    const red = await project.exits(1, ['run'], { BROKEN: 'L1_other' })
    expect(project.run().gates?.map(({ project: name, exit }) => [name, exit])).toEqual([
      ['east', 0],
      ['west', 1],
    ])
    expect(red.stdout).toContain('gate  REGRESSED  oracle (west) against tracewright.west.baseline.json')
    expect(red.stdout).not.toContain('REGRESSED  oracle (east)')
    expect(baseline(project, 'check', 'west').status).toBe(1)
    expect(baseline(project, 'check', 'east').status).toBe(0)
    const moved = await project.exits(2, ['run'], { WEST: JSON.stringify({ include: [SUITE] }) })
    const own =
      'Failed to gate project "west": the baseline tracewright.west.baseline.json was written for the files other.suite.jsonl, and project "west" has the files tasks.suite.jsonl.'
    expect(project.run().errors).toEqual([expect.stringContaining(own)])
    const blocks = moved.stderr.split(/FAIL {2}\|/)
    const blockOf = (name: string) => blocks.find((block) => block.startsWith(`${name}|`))
    expect(blockOf('east')).toMatch(/^east\|[^\n]*\n[^\n]*Not run: project "west" cannot be gated/)
    expect(blockOf('west')).toContain(own)
  })
})

describe('without one', { timeout: 200_000 }, () => {
  it('an outage in every attempt gives no verdict, also in mode `strict`', async () => {
    const project = createProject('basic', { 'agent.ts': AGENT })
    await project.exits(2, ['run'], { OUT: '1', ...options({ mode: 'strict' }) })
    expect(project.run()).toMatchObject({ verdict: 'error', counts: { tasks: 7, scored: 0, errored: 7 } })
  })

  it('a mode that needs a suite misses it, also where nothing else runs', async () => {
    const project = createProject('basic', { 'agent.ts': AGENT })
    rmSync(join(project.dir, SUITE))
    const score = await project.exits(1, ['run'])
    expect(score.stdout).toContain('tracewright  no suite yet: write one such as test/first.suite.ts')
    const strict = await project.exits(2, ['run', '--passWithNoTests'], options({ mode: 'strict' }))
    expect(strict.stdout).toContain('no suite matches **/*.suite.{ts,jsonl}, and the mode is "strict"')
  })
})

describe('the plugin in a root config with projects', { timeout: 300_000 }, () => {
  const ROOT = (projects: string) => `
    import { tracewright } from 'tracewright/plugin'
    import { defineConfig } from 'vitest/config'
    export default defineConfig({
      plugins: [tracewright({ agent: './agent.ts' })],
      test: { projects: [${projects}] },
    })`
  const UNIT = `{ extends: false, test: { name: 'unit', include: ['plain.test.ts'] } }`
  const AGENTS = `{ extends: true, test: { name: 'agents' } }`
  const NONE =
    /^tracewright: Failed to run: the root config has test\.projects, and none of them takes its plugins\./m

  it.each([
    ['that takes it not', UNIT, ['run'], 2, NONE],
    ['that is a folder', `'./packages/*'`, ['run'], 2, NONE],
    ['that is a config file', `'./unit.config.ts'`, ['run'], 2, NONE],
    ['of which none is left', UNIT, ['run', '--project=unit'], 0, /1 passed/],
    [
      'of which the one that takes it is left out',
      `${UNIT}, ${AGENTS}`,
      ['run', '--project=unit'],
      0,
      /1 passed/,
    ],
    ['of which one takes it', `${UNIT}, ${AGENTS}`, ['run', 'plain'], 0, /3 passed/],
    [
      'with one of its own',
      `{ extends: true, plugins: [tracewright()] }`,
      ['run'],
      2,
      /tracewright\(\) twice/,
    ],
    [
      'of which one takes it, and another one has a baseline',
      `${UNIT}, ${AGENTS}, { extends: false, root: './two', test: { name: 'two' } }`,
      ['run'],
      2,
      /Failed to run: project "two" does not take tracewright\(\), and its folder holds two\/tracewright\.baseline\.json\. Add `extends: true`/,
    ],
    [
      'of which one takes it without a suite, and another one has a suite',
      `{ extends: true, root: './packages/one', test: { name: 'one' } }, { extends: false, test: { name: 'two' } }`,
      ['run'],
      2,
      /Failed to run: project "two" does not take tracewright\(\), and its folder holds tasks\.suite\.jsonl\./,
    ],
    [
      'of which the one with a baseline is left out',
      `${UNIT}, ${AGENTS}, { extends: false, root: './two', test: { name: 'two' } }`,
      ['run', '--project=agents', '--project=unit'],
      0,
      /10 passed/,
    ],
  ])('%s', async (_, projects, args, code, said) => {
    const project = createProject('basic', { 'plain.test.ts': PLAIN, 'vitest.config.ts': ROOT(projects) })
    mkdirSync(join(project.dir, 'two'), { recursive: true })
    project.write(`two/${BASELINE}`, printBaseline(emptyBaseline({ suite: '*', agent: 'oracle' })))
    project.write('unit.config.ts', `export default { test: { include: ['plain.test.ts'] } }`)
    mkdirSync(join(project.dir, 'packages/one'), { recursive: true })
    project.write('packages/one/plain.test.ts', PLAIN)
    const { stdout, stderr } = await project.exits(code, args)
    expect(stdout + stderr).toMatch(said)
  })
})

describeWithShared('the configs of bug reports', 'reports', () => {
  const LINES = /none of them takes its plugins|its baseline would be/
  it.each([
    // Projects of Vitest 5 extend the root by default: there the baseline needs the name of the project.
    ['projects-without-extends', 2, LINES],
    ['projects-plugin-twice', 2, /Failed to start: project "agents" has the plugin tracewright\(\) twice/],
    ['require-assertions', 0, /Tests {2}8 passed/],
  ])('%s', { timeout: 120_000 }, async (name, code, said) => {
    const config = readSharedText(`reports/${name}.config.ts`).replaceAll(/src\/(?:\*\*\/)?/g, '')
    const project = createProject('basic', { 'plain.test.ts': PLAIN, 'vitest.config.ts': config })
    if (name === 'projects-without-extends')
      project.write(BASELINE, printBaseline(emptyBaseline({ suite: '**/*.suite.jsonl', agent: 'oracle' })))
    const { stdout, stderr } = await project.exits(code)
    expect(stdout + stderr).toMatch(said)
  })
})

it('an invalid option exits with 2, and prints why with the line of the config, without a stack', async () => {
  const { stderr } = await createProject('basic').exits(2, ['run'], options({ agnet: 1 }))
  expect(stderr).toMatch(
    /TracewrightError: Invalid option of tracewright\(\): "agnet" is unknown; did you mean "agent"\. Correct it in the Vitest config\.\n +at vitest\.config\.ts:5:13\n/,
  )
  expect(stderr).not.toContain('node_modules')
})
