import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject } from '../support/run-vitest.ts'
import { startScriptedModelServer } from '../support/scripted-model-server.ts'

let server: Awaited<ReturnType<typeof startScriptedModelServer>>
beforeAll(async () => {
  server = await startScriptedModelServer(join(import.meta.dirname, 'projects/adapters/plans.json'))
})
afterAll(() => server.close())

/** Each with its real library. */
const AGENTS = [
  'ai-sdk',
  'ai-sdk-stream',
  'mcp',
  'openai-agents',
  'openai-agents-stream',
  'openai-chat',
  'openai-responses',
  'openai-runner',
]

interface Recorded {
  agent: string
  final_answer: string
  usage: object
  models?: string[]
  calls: { tool_name: string; turn?: number; status: number }[]
}

async function runOf(MODEL: string) {
  const project = createProject('adapters')
  const outcome = await project.vitest(['run'], { MODEL, MODEL_URL: server.url })
  const traces = project.traces() as unknown as Recorded[]
  return { outcome, run: project.run(), traces }
}

it('every adapter solves what its model solves, with the turns and tokens that its library tells', async () => {
  const { outcome, run, traces } = await runOf('right')
  expect(outcome.exitCode, outcome.stdout + outcome.stderr).toBe(0)
  expect(run).toMatchObject({ verdict: 'passed', counts: { tasks: 32, scored: 32 } })
  expect([...new Set(traces.map(({ agent }) => agent))].sort()).toEqual(AGENTS)
  for (const { agent, calls, usage, models, final_answer } of traces) {
    expect(usage, agent).toEqual({ input_tokens: 30, output_tokens: 6, model_calls: 3 })
    expect(final_answer, agent).toMatch(/^ANSWER: -?[\d.]+ and -?[\d.]+$/)
    const turns = calls.map(({ turn }) => turn)
    // MCP does not say which turn a call is of.
    expect(turns, agent).toEqual(agent === 'mcp' ? Array(4).fill(undefined) : [0, 0, 1, 1])
    // The Agents SDK does not say which model a streamed completion is from.
    expect(models, agent).toEqual(agent === 'openai-agents-stream' ? undefined : ['right'])
  }
})

it('a value that the model makes up is found through every adapter', async () => {
  const { outcome, run } = await runOf('invents')
  expect(outcome.exitCode, outcome.stdout + outcome.stderr).toBe(1)
  expect(run.cases).toHaveLength(32)
  for (const { score, agent } of run.cases) {
    expect(score?.solved, agent).toBe(false)
    expect(score?.reason, agent).toMatch(
      /^step_4 unit_convert: value 17\.3 is not step_2's temperature_celsius/,
    )
  }
})

it('a refusal of a tool comes back to the model through every adapter', async () => {
  const { traces } = await runOf('corrects')
  expect(traces).toHaveLength(32)
  for (const { agent, final_answer, calls } of traces) {
    expect(
      calls.map(({ status }) => status),
      agent,
    ).toEqual([400, 200])
    expect(final_answer, agent).toBe('invalid_argument')
  }
})
