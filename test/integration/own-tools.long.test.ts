import { beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Outcome } from '../support/run-vitest.ts'

interface Recorded {
  agent: string
  task_id: string
  calls: { tool_name: string; arguments: object; status: number; started: number; ended: number }[]
}

const AGENTS = [
  'ai-sdk',
  'ai-sdk-agent',
  'anthropic',
  'functions',
  'langchain',
  'langgraph',
  'mcp',
  'openai',
  'openai-agents',
]

describe('tools of the agent, in every library', () => {
  const project = createProject('own-tools')
  let outcome: Outcome
  let traces: Recorded[]
  beforeAll(async () => {
    outcome = await project.vitest(['run'], { AGENTS: AGENTS.join() })
    traces = project.traces() as unknown as Recorded[]
  })
  const tracesOf = (task: string) => traces.filter(({ task_id }) => task_id === task)

  it('are answered by the simulators of their names, and judged', () => {
    const solved = project
      .run()
      .cases.map(({ agent, task_id, score }) => `${agent} ${task_id} ${score?.solved}`)
    const due = (task: string, verdict: boolean) => AGENTS.map((agent) => `${agent} ${task} ${verdict}`)
    expect(solved.sort(), outcome.stdout + outcome.stderr).toEqual(
      [...due('right', true), ...due('clumsy', true), ...due('invents', false)].sort(),
    )
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stderr.match(/amount 12\.34 is not .*step_1's total/g)).toHaveLength(AGENTS.length)
  })

  it('are called once each, those that a model asks for together at the same time', () => {
    expect(
      tracesOf('right')
        .map(({ agent }) => agent)
        .sort(),
    ).toEqual(AGENTS)
    for (const { agent, calls } of tracesOf('right')) {
      const told = calls.map(({ tool_name, status }) => `${tool_name} ${status}`)
      expect(told, agent).toEqual([
        'find_order 200',
        'find_order 200',
        'refund_order 200',
        'refund_order 200',
      ])
      expect(calls[1]?.started, agent).toBeLessThan(calls[0]?.ended ?? 0)
    }
  })

  it('have refused arguments recorded as the model gave them', () => {
    expect(tracesOf('clumsy')).toHaveLength(AGENTS.length)
    for (const { agent, calls } of tracesOf('clumsy'))
      expect(calls[0], agent).toMatchObject({
        tool_name: 'find_order',
        // A function is given no argument where the model names another one.
        arguments: agent === 'functions' ? {} : { ref: 'A-1' },
        status: 400,
      })
  })
})

it('a simulator that takes other parameters than the tool is refused by name', async () => {
  const project = createProject('own-tools')
  for (const file of ['simulators.ts', 'shop.suite.ts'])
    project.write(file, project.read(file).replaceAll('amount: ', 'sum: '))
  const { stderr } = await project.exits(1, ['run', '-t', 'right'], { AGENTS: 'langchain,ai-sdk' })
  const said =
    /the simulator of "refund_order" has other parameters than the agent's own tool: it lacks amount; the tool has no sum/g
  expect(stderr.match(said)).toHaveLength(2)
})

it.each([
  ["{ './orders.ts': ['findOrdr'] }", './orders.ts has no function "findOrdr"; did you mean "findOrder"?'],
  ["{ './orders.ts': ['steps'] }", 'steps of ./orders.ts is a generator, and nothing can answer for one'],
])('ownTools %s is refused', async (option, why) => {
  const project = createProject('own-tools')
  project.write('orders.ts', `${project.read('orders.ts')}export function* steps() {}\n`)
  project.write(
    'vitest.config.ts',
    project.read('vitest.config.ts').replace(/ownTools: .*/, `ownTools: ${option},`),
  )
  const { stderr } = await project.exits(2, ['run'], { AGENTS: 'functions' })
  expect(stderr).toContain(why)
})
