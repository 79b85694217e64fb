import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../support/cli-runs.ts'
import { startModelServer } from '../support/model-formats.ts'
import { createProject } from '../support/run-vitest.ts'
import { buildWeatherPairs } from '../support/weather-pairs.ts'

const CITIES = ['Oslo', 'Rome', 'Lima']
const suite = buildWeatherPairs(CITIES)

const MODELS = ['openai:gpt-x', 'anthropic:claude-x', 'ollama:llama3:8b']
const project = createProject('matrix', { 'tasks.suite.jsonl': suite })
const keys = { OPENAI_API_KEY: 'none', ANTHROPIC_API_KEY: 'none' }

let server: Awaited<ReturnType<typeof startModelServer>>
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const board = (...args: string[]) => {
  const run = join(project.dir, '.vitest/tracewright/run.json')
  return runCli(['leaderboard', run, ...args])
}

describe('a matrix of models', () => {
  it('runs one suite with the real clients of three providers, one project each', async () => {
    await project.exits(0, ['run'], {
      ...keys,
      MODEL_URL: server.url,
      MODELS: MODELS.join(' '),
    })
    const { cases } = project.run()
    expect(cases.map(({ project: name, score }) => `${name} ${score?.solved}`).sort()).toEqual(
      MODELS.flatMap((name) => CITIES.map(() => `${name} true`)).sort(),
    )
    // Three messages a task: reads, conversions, answer.
    expect(server.requests()).toBe(MODELS.length * CITIES.length * 3)
    for (const { attempts } of cases)
      expect(attempts?.[0]?.usage).toEqual({ input_tokens: 30, output_tokens: 6, model_calls: 3 })
  })

  it('is ranked with costs, by a table of prices', () => {
    project.write(
      'prices.json',
      JSON.stringify({
        ...{ currency: 'EUR', per: 1000 },
        models: { 'openai:gpt-x': { input: 1, output: 5 }, 'llama3:8b': { input: 0, output: 0 } },
      }),
    )
    const { status, stdout } = board('--prices', join(project.dir, 'prices.json'), '--json')
    expect(status).toBe(0)
    const { rows, costs } = JSON.parse(stdout)
    expect(rows).toHaveLength(3)
    const by = Object.fromEntries(costs.map((one: { agent: string }) => [one.agent, one]))
    expect(by['model (openai:gpt-x)']).toMatchObject({
      ...{ input_tokens: 90, output_tokens: 18, model_calls: 9, unknown: 0 },
      cost: { amount: expect.closeTo(0.18), currency: 'EUR' },
      cost_per_solved: { amount: expect.closeTo(0.06) },
    })
    expect(by['model (ollama:llama3:8b)']).toMatchObject({ cost: { amount: 0 } })
    expect(by['model (anthropic:claude-x)']).toMatchObject({ cost: null })
    const text = board('--prices', join(project.dir, 'prices.json'))
    expect(text.stdout).toContain('0.18 EUR')
  })

  it('says every key and package that is missing in one go, before any case runs', async () => {
    const models = 'openai:gpt-x anthropic:claude-x mistralai:large ollama:llama3'
    const env = { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '', MISTRAL_API_KEY: 'none' }
    const before = server.requests()
    const { stdout, stderr } = await project.exits(2, ['run'], { ...env, MODELS: models })
    for (const one of ['set OPENAI_API_KEY', 'set ANTHROPIC_API_KEY', 'npm install @langchain/mistralai'])
      expect(stdout + stderr).toContain(one)
    expect(server.requests()).toBe(before)
  })

  it('refuses what is no model with exit code 2', async () => {
    const { stdout, stderr } = await project.exits(2, ['run'], { ...keys, MODELS: 'gpt-x' })
    expect(stdout + stderr).toContain('"gpt-x" is not a model')
  })
})
