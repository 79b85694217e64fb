import { describe, expect, it } from 'vitest'
import { createProject } from '../support/run-vitest.ts'

const PLAIN = "import { expect, test } from 'vitest'\ntest('plain', () => expect(1).toBe(1))\n"

describe('errors come before any case', () => {
  it('of lines, all of them and of all suites, with their places', async () => {
    const project = createProject('basic', {
      'bad.suite.jsonl': '{"task_id":"a"}\n\nnot json\n',
      'empty.suite.jsonl': '\n',
      'plain.test.ts': PLAIN,
    })
    const lines = project.read('tasks.suite.jsonl').split('\n')
    lines[0] = (lines[0] ?? '').replace('"L0_node"', '"L1_chain"')
    lines[1] = (lines[1] ?? '').replace(/"available_tools": ?\["/, '$&get_wether","')
    lines[2] = (lines[2] ?? '').replace('/temperature_celsius', '/temperature')
    lines[3] = (lines[3] ?? '').replaceAll('get_stock_price', 'get_stok_price')
    project.write('tasks.suite.jsonl', lines.join('\n'))
    const { stderr } = await project.exits(2, ['run', '--no-isolate'], {
      OPTIONS: '{"mode":"strict"}',
    })
    for (const said of [
      'bad.suite.jsonl:1: level:',
      'bad.suite.jsonl:1: prompt:',
      'bad.suite.jsonl:3: not JSON',
      'empty.suite.jsonl:1: the suite has no tasks',
      'tasks.suite.jsonl:1: level: "L1_chain" does not fit one step; did you mean "L0_node"?',
      'tasks.suite.jsonl:2: the tool "get_wether" has no simulator; did you mean "get_weather"?',
      'tasks.suite.jsonl:4: the tool "get_stok_price" has no simulator; did you mean "get_stock_price"?',
    ])
      expect(stderr).toContain(said)
    expect(stderr).toMatch(
      /tasks\.suite\.jsonl:3: .*"\/temperature" is not in the result of get_weather \(step_1\)/,
    )
    expect(project.run()).toMatchObject({ verdict: 'error', complete: false, counts: { scored: 0 } })
  })

  it('of an agent entry without an agent', async () => {
    const project = createProject('basic', { 'agent.ts': 'export const other = 1' })
    const { stderr, stdout } = await project.exits(2)
    for (const text of ['it exports other', 'Export `default` or `agent`'])
      expect(stderr + stdout).toContain(text)
    expect(project.run()).toMatchObject({ verdict: 'error', complete: false, counts: { scored: 0 } })
  })

  it('of a missing agent module', async () => {
    const env = { OPTIONS: '{"agent":"./nowhere.ts"}' }
    const { stderr, stdout } = await createProject('basic').exits(2, ['run'], env)
    expect(stderr + stdout).toContain('Invalid option of tracewright(): agent: no file ./nowhere.ts.')
  })

  it('a prompt that Vitest takes for a comment of its own', async () => {
    const project = createProject('basic')
    project.write('tasks.suite.jsonl', project.read('tasks.suite.jsonl').replaceAll('\\u0040', '@'))
    const { stderr } = await project.exits(2)
    expect(stderr).toContain('tasks.suite.jsonl:7: Vitest takes "@vitest-environment" in it for a comment')
  })
})

describe('lines that say how they are run', { timeout: 200_000 }, () => {
  const SLOW = `
    import { setTimeout as pause } from 'node:timers/promises'
    import { oracle } from 'tracewright/calibration'
    export default {
      ...oracle,
      async run(request, task) {
        if (task.task_id === 'L0_email') await pause(2_000)
        return oracle.run(request, task)
      },
    }`
  const say = (project: ReturnType<typeof createProject>, id: string, more: object): void => {
    const lines = project.read('tasks.suite.jsonl').trim().split('\n')
    const said = lines.map((line) => {
      const task = JSON.parse(line)
      return JSON.stringify(task.task_id === id ? { ...task, ...more } : task).replaceAll('@', '\\u0040')
    })
    project.write('tasks.suite.jsonl', `${said.join('\n')}\n`)
  }

  it('skip and todo leave a case out and say why, timeout is of one line', async () => {
    const project = createProject('basic', { 'agent.ts': SLOW })
    say(project, 'L0_weather', { skip: 'its tool is being replaced' })
    say(project, 'L1_quote', { todo: true })
    say(project, 'L0_email', { timeout: 300 })
    const { stdout } = await project.exits(0, ['run'])
    const { cases } = project.run()
    const of = (id: string) => cases.find(({ task_id }) => task_id === id)
    expect(of('L0_weather')).toMatchObject({ outcome: 'skipped', note: 'its tool is being replaced' })
    expect(of('L1_quote')).toMatchObject({ outcome: 'skipped', note: 'to be done' })
    expect(of('L0_email')?.score?.solved).toBe(false)
    expect(of('L1_convert')?.score?.solved).toBe(true)
    expect(stdout).toContain('its tool is being replaced')
  })

  it('only runs its line alone, ungated, and is an error in CI', async () => {
    const project = createProject('basic')
    say(project, 'L1_quote', { only: true })
    await project.exits(0, ['run', '--allowOnly'])
    expect(project.run()).toMatchObject({
      not_gated: expect.stringMatching(/^not gated: filtered by the command line or `task.only`;/),
      counts: { tasks: 1 },
    })
    const inCi = await project.vitest(['run'])
    expect(inCi.exitCode, inCi.stdout).not.toBe(0)
    expect(inCi.stdout + inCi.stderr).toContain('.only')
  })
})
