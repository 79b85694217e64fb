import { describe, expect, it } from 'vitest'
import { projectOf } from '../support/run-vitest.ts'

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
    ['a missing agent module', '{"agent":"./nowhere.ts"}', 'no agent module at'],
    ['a mode that needs a ledger', '{"mode":"regression"}', 'no ledger at'],
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
      /tasks\.suite\.jsonl:3: .*"\/temperature" is not in the result of get_weather \(step_1\)/,
    )
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
