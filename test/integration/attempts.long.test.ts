import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createProject, listFiles, type Project } from '../support/run-vitest.ts'

const OUTPUT = '.vitest/tracewright'
const options = (given: object) => ({ OPTIONS: JSON.stringify(given) })
const journalsOf = (project: Project): string[] =>
  listFiles(join(project.dir, OUTPUT)).filter((name) => name.startsWith('journal-'))
/** An agent around the oracle, that leaves a line for each attempt. */
const agent = (before: string, head = ''): string => `
  import { appendFileSync, existsSync } from 'node:fs'
  import { setTimeout as pause } from 'node:timers/promises'
  import { oracle } from 'tracewright/calibration'
  ${head}
  export default {
    ...oracle,
    name: process.env.NAME ?? 'worker',
    async run(request, task) {
      appendFileSync('attempts.log', task.task_id + ' ' + request.attempt + '\\n')
      ${before}
      return oracle.run(request, task)
    },
  }`
const attemptsOf = (project: Project): string[] => project.read('attempts.log').trim().split('\n')

it('attempts of a repeated case: one called late, one remembered, one failed, each named', {
  timeout: 200_000,
}, async () => {
  const head = `
    const answered = new Map()
    const memory = new Map()
    const late = async (task, tool) => {
      const { status } = await fetch(tool.url, { method: 'POST', body: '{}' })
      answered.get(task).resolve(status)
    }
    const deferred = () => {
      let resolve
      const promise = new Promise((done) => { resolve = done })
      return { promise, resolve }
    }
    const remembering = async (request, task) => {
      const known = memory.get(task.task_id)
      if (known !== undefined) {
        for (const { name, args } of known.calls)
          await request.tools.find((tool) => tool.name === name).invoke(args)
        return known.reply
      }
      const calls = []
      const tools = request.tools.map((tool) => ({
        ...tool,
        invoke(args, options) {
          calls.push({ name: tool.name, args })
          return tool.invoke(args, options)
        },
      }))
      const reply = await oracle.run({ ...request, tools }, task)
      memory.set(task.task_id, { calls, reply })
      return reply
    }`
  const before = `
      if (task.task_id === 'L1_quote') return remembering(request, task)
      if (task.task_id === 'L3_report' && request.attempt === 0)
        throw new Error('no rate for HUF', { cause: new TypeError('rates is undefined') })
      if (['L0_weather', 'L1_convert'].includes(task.task_id)) {
        const [tool] = request.tools
        if (request.attempt === 0) {
          answered.set(task.task_id, deferred())
          if (task.task_id === 'L0_weather') {
            const reply = await oracle.run(request, task)
            setTimeout(late, 1_000, task.task_id, tool)
            return reply
          }
          await new Promise((over) => request.signal.addEventListener('abort', over))
          setTimeout(late, 1_000, task.task_id, tool)
          await new Promise(() => {})
        }
        // The run goes on until the call has come.
        else await answered.get(task.task_id).promise
      }`
  const project = createProject('basic', { 'agent.ts': agent(before, head) })
  const { stdout, stderr } = await project.exits(
    1,
    ['run'],
    options({ repeats: 2, timeout: 5_000, mode: 'strict' }),
  )
  const warning = 'get_weather was called after the attempt was over; the call was refused'
  const cases = new Map(project.run().cases.map((item) => [item.task_id, item]))
  for (const id of ['L0_weather', 'L1_convert']) {
    const [first, second] = cases.get(id)?.attempts ?? []
    expect(first).toMatchObject({ attempt: 0, late: ['get_weather'] })
    expect(first?.score?.warnings).toContain(warning)
    expect(cases.get(id)?.score?.warnings).toContain(warning)
    expect(second?.late).toBeUndefined()
    expect(stdout).toContain(`! ${id}, attempt 1: ${warning}`)
  }
  const late = project.traces().filter((trace) => trace.late !== undefined)
  expect(late.map(({ task_id, attempt }) => `${task_id} ${attempt}`).sort()).toEqual([
    'L0_weather 0',
    'L1_convert 0',
  ])
  // What was right once is wrong in the next attempt, which is in another world.
  expect(cases.get('L1_quote')?.attempts).toMatchObject([
    { seed: 7, score: { solved: true } },
    { seed: 8, score: { solved: false } },
  ])
  expect(stdout + stderr).toMatch(/L3_report .* was not solved, attempt 1 of 2/)
  for (const text of ['no rate for HUF', 'rates is undefined']) expect(stdout + stderr).toContain(text)
})

it('a case that Vitest tries again keeps the attempt that failed, and is not solved in mode `strict`', async () => {
  const before = `if (task.task_id === 'L1_quote' && request.attempt === 0) return {}`
  const project = createProject('basic', { 'agent.ts': agent(before) })
  const { stderr } = await project.exits(1, ['run', '--retry=1'], options({ mode: 'strict' }))
  expect(stderr).toContain('L1_quote (tasks.suite.jsonl:')
  const item = project.run().cases.find(({ task_id }) => task_id === 'L1_quote')
  expect(item?.attempts).toMatchObject([
    { attempt: 0, seed: 7, score: { solved: false } },
    { attempt: 1, seed: 8, score: { solved: true } },
  ])
  expect(project.traces()).toHaveLength(8)
})

describe('a run that broke off', { timeout: 300_000 }, () => {
  it('is refused to an agent that was changed since, and goes on where it is told to', async () => {
    const code = agent(
      `if (process.env.DIE && task.task_id === 'L3_report') process.kill(process.pid, 'SIGKILL')`,
    )
    const project = createProject('basic', { 'agent.ts': code })
    project.write('system.md', 'Be brief.')
    const env = {
      ...options({ concurrent: false, inputs: ['system.md'] }),
      GIT_DIR: join(project.dir, 'none'),
    }
    await project.exits(2, ['run'], { ...env, DIE: '1' })
    const written = attemptsOf(project).length
    const resume = { ...env, TRACEWRIGHT_RESUME: '1' }
    project.write('system.md', 'Be verbose.')
    const read = await project.exits(2, ['run'], resume)
    expect(read.stdout).toMatch(
      /Failed to resume run \w+: option inputs: system\.md was "\w+" and is "\w+"\./,
    )
    project.write('system.md', 'Be brief.')
    project.write('agent.ts', `${code}\n// changed\n`)
    const { stdout } = await project.exits(2, ['run'], resume)
    expect(stdout).toMatch(/Failed to resume run \w+: .*modules of the agent was "\w+" and is "\w+"/)
    expect(attemptsOf(project)).toHaveLength(written)
    await project.exits(0, ['run'], { ...resume, TRACEWRIGHT_FORCE: '1' })
    expect(project.run()).toMatchObject({ complete: true, resumed: true, counts: { tasks: 7, scored: 7 } })
    expect(attemptsOf(project)).toHaveLength(7 + 1)
    expect(journalsOf(project)).toEqual([])
  })

  it('for a disk that is full exits with 2 and one line, and goes on where it stopped', async () => {
    // The disk is the process's own: after three attempts it takes no more of the journal.
    const head = `
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      if (process.env.FULL) {
        const write = fs.writeSync
        let room = 3
        fs.writeSync = (file, bytes, ...rest) => {
          if (Buffer.from(bytes).includes('"kind":"attempt"') && room-- <= 0)
            throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
          return write(file, bytes, ...rest)
        }
        syncBuiltinESMExports()
      }`
    const project = createProject('basic', { 'agent.ts': agent('', head) })
    const env = { ...options({ concurrent: false }), GIT_DIR: join(project.dir, 'none') }
    const { stdout } = await project.exits(2, ['run'], { ...env, FULL: '1' })
    expect(stdout.match(/✗ Failed to write .*the disk is full\. Free some space/g)).toHaveLength(1)
    expect(attemptsOf(project)).toHaveLength(4)
    expect(journalsOf(project)).toHaveLength(1)
    const resumed = await project.exits(0, ['run'], { ...env, TRACEWRIGHT_RESUME: '1' })
    expect(resumed.stdout).toContain('not compared: files that the agent reads at run time')
    expect(project.run()).toMatchObject({ complete: true, resumed: true, counts: { tasks: 7, scored: 7 } })
    expect(attemptsOf(project)).toHaveLength(4 + 4)
  })
})

it('two runs in one folder leave each other alone', { timeout: 200_000 }, async () => {
  const wait = `while (process.env.WAIT && !existsSync('go')) await pause(20)`
  const project = createProject('basic', { 'agent.ts': agent(wait) })
  const slow = project.vitest(['run'], {
    WAIT: '1',
    ...options({ repeats: 2, timeout: 150_000 }),
  })
  while (!existsSync(join(project.dir, 'attempts.log'))) await pause(50)
  await project.exits(0, ['run'])
  const { id } = project.run()
  expect(project.run()).toMatchObject({ complete: true, counts: { tasks: 7, scored: 7 } })
  expect(project.traces()).toHaveLength(7)
  project.write('go', '')
  const { exitCode, stdout } = await slow
  expect(exitCode, stdout).toBe(0)
  expect(project.run().id).not.toBe(id)
  expect(project.run()).toMatchObject({ complete: true, counts: { tasks: 7, scored: 7 } })
  expect(project.traces()).toHaveLength(14)
  expect(journalsOf(project)).toEqual([])
})
