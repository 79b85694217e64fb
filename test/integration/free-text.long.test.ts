import { beforeAll, describe, expect, it } from 'vitest'
import { runCliHere } from '../support/cli-runs.ts'
import { createProject, type Project } from '../support/run-vitest.ts'

const ADVICE =
  'Ask for an answer line or structured output, or let a rubric count: node_modules/tracewright/docs/answers.md#free-text'
const ALL = `no task counts as solved: all 2 are free text, and a reply that mentions the values proves nothing. ${ADVICE}`

const counting = {
  level: 'L0_node',
  available_tools: ['list_memories', 'get_weather'],
  expected_trace: {
    steps: [{ step_id: 'step_1', tool_name: 'list_memories', arguments: {}, depends_on: [] }],
  },
  expected_final_answer: { $from: 'step_1', at: '/count' },
}
const written = (...lines: object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const kept = { task_id: 'kept', prompt: 'How many memories are kept?', ...counting }
const stored = { task_id: 'stored', prompt: 'How many memories are stored?', ...counting }
const lined = { task_id: 'lined', prompt: 'How many? End with ANSWER: <number>', ...counting }

/** Looks, and mentions the number; with CLERK `silent` it says nothing of it, with `idle` it does not look. */
const AGENT = `export default {
  name: 'clerk',
  async run({ tools }) {
    const { CLERK } = process.env
    if (CLERK === 'idle') return 'There are 0 of them.'
    const { count } = await tools.find(({ name }) => name === 'list_memories').invoke({})
    return CLERK === 'silent' ? 'I looked.' : 'I looked.\\nANSWER: ' + count
  },
}
`
const CHECKS = "export const named = () => process.env.CHECK !== 'no'\n"
const optionsOf = (options: object) => ({ OPTIONS: JSON.stringify(options) })
const projectOf = (...lines: object[]): Project =>
  createProject('basic', { 'agent.ts': AGENT, 'checks.ts': CHECKS, 'tasks.suite.jsonl': written(...lines) })

describe('a suite of free text alone', () => {
  let project: Project
  beforeAll(() => {
    project = projectOf(kept, stored)
  })

  it('is reported, with no share and with what to do', async () => {
    const { stdout } = await project.exits(0)
    expect(stdout).toContain(ALL)
    expect(stdout).toMatch(/free text\s+2\s+░{10}\s+–/)
    expect(stdout).not.toContain('overall')
    expect(stdout).not.toContain('NaN')
    expect(project.run()).toMatchObject({
      levels: {},
      overall: { tasks: 0, solved: null },
      free_text: { tasks: 2, solved: null },
      cases: [{ score: { solved: true, answer: 'mentioned', free_text: true } }, {}],
    })
  })

  it('ranks nobody', async () => {
    const { status, stdout, stderr } = await runCliHere(
      ['leaderboard', '.vitest/tracewright/run.json'],
      project.dir,
    )
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr.trim()).toBe(`tracewright: Failed to rank agents: ${ALL}`)
  })

  it('has a report and a summary that say so', async () => {
    const run = '.vitest/tracewright/run.json'
    expect(await runCliHere(['report', run, '--html', 'report.html'], project.dir)).toMatchObject({
      status: 0,
    })
    const { stdout } = await runCliHere(['report', run, '--github'], project.dir)
    expect(stdout).toContain(ALL)
    expect(stdout).toContain('| free text | 2 | – |')
  })

  it('is graded from traces alike', async () => {
    const traces = `.vitest/tracewright/${project.run().traces[0]}`
    const { status, stdout } = await runCliHere(['score', 'tasks.suite.jsonl', traces, '--json'], project.dir)
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      overall: { tasks: 0, solved: null },
      free_text: { tasks: 2, solved: null },
      gap: { level_drop: null },
    })
    expect((await runCliHere(['score', 'tasks.suite.jsonl', traces], project.dir)).stdout).toContain(ALL)
  })

  it('is held to its calls and mentions by mode strict', async () => {
    const strict = optionsOf({ mode: 'strict' })
    expect((await project.exits(0, ['run'], strict)).stdout).toContain(ALL)
    const silent = await project.exits(1, ['run'], { ...strict, CLERK: 'silent' })
    expect(silent.stderr).toContain('kept (tasks.suite.jsonl:1) was not solved: final answer: ')
    await project.exits(1, ['run'], { ...strict, CLERK: 'idle' })
  })

  it('is gated by its calls', async () => {
    await project.exits(0, ['run'], optionsOf({ repeats: 4 }))
    expect(await runCliHere(['baseline', 'update'], project.dir)).toMatchObject({ status: 0 })
    const { stdout } = await project.exits(1, ['run'], { CLERK: 'idle' })
    expect(stdout).toContain('gate  REGRESSED')
    expect(stdout).toContain('kept: solved 0 of')
  })
})

describe('free text beside other tasks', () => {
  it('is left out of them', async () => {
    const project = projectOf(kept, lined)
    const { stdout } = await project.exits(0)
    expect(stdout).toContain('1 task is free text and in no other row')
    expect(project.run()).toMatchObject({ overall: { tasks: 1, solved: 1 }, free_text: { tasks: 1 } })
    const ranked = await runCliHere(['leaderboard', '.vitest/tracewright/run.json', '--json'], project.dir)
    expect(JSON.parse(ranked.stdout)).toMatchObject({
      rows: [{ overall: { tasks: 1, solved: 1 } }],
      free_text: { tasks: 1 },
    })
  })

  it('does not make a run look as if it solved something', async () => {
    const weather = {
      step_id: 'step_1',
      tool_name: 'get_weather',
      arguments: { city: 'Oslo' },
      depends_on: [],
    }
    const project = projectOf(kept, {
      ...{ ...counting, task_id: 'sky', prompt: 'Look up the weather in Oslo.' },
      expected_trace: { steps: [weather] },
      expected_final_answer: undefined,
    })
    expect((await project.exits(0)).stdout).toContain('No task was solved: 0 of 1.')
  })

  it('counts where a check that counts judges it', async () => {
    const project = projectOf({ ...kept, checks: [{ name: 'named', counts: true }] })
    const options = optionsOf({ checks: ['./checks.ts'] })
    const { stdout } = await project.exits(0, ['run'], options)
    expect(stdout).not.toContain('free text')
    expect(project.run().overall).toMatchObject({ tasks: 1, solved: 1 })
    await project.exits(0, ['run'], { ...options, CHECK: 'no' })
    expect(project.run()).toMatchObject({
      overall: { tasks: 1, solved: 0 },
      cases: [{ score: { cause: 'failed-check' } }],
    })
    await project.exits(1, ['run'], {
      ...optionsOf({ checks: ['./checks.ts'], mode: 'strict' }),
      CHECK: 'no',
    })
  })
})
