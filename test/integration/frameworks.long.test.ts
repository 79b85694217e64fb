import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frameworks, projectOf } from '../support/run-vitest.ts'
import { scriptedModelServer } from '../support/scripted-model-server.ts'

/** What is wrong with an agent, and the cause that has to be named. */
const SABOTAGE: [string, RegExp][] = [
  ['swaps-tools', /^step_2 unit_convert: it was called before what it depends on had ended$/],
  ['drops-dependency', /^step_2 unit_convert: it was never called$/],
  [
    'invents-value',
    /^step_3 send_email: body "Temperature: 17\.3" is wrong: Temperature \(step_2's converted_value\) \S+ is missing; 17\.3 stands there, from nowhere$/,
  ],
]

describe.each([
  ['ai-sdk', 'tracewright-tools'],
  ['plain-fetch', 'own-tools'],
  ['mcp', 'own-tools'],
])('the example of %s', (name, plans) => {
  let server: Awaited<ReturnType<typeof scriptedModelServer>>
  beforeAll(async () => {
    server = await scriptedModelServer(join(frameworks, 'plans', `${plans}.json`))
  })
  afterAll(() => server.close())

  async function runOf(MODEL: string) {
    const project = projectOf(name, {}, frameworks)
    const outcome = await project.vitest(['run'], { MODEL, OPENAI_BASE_URL: server.url })
    return { outcome, run: project.run() }
  }

  it('passes as it is', async () => {
    const { outcome, run } = await runOf('right')
    expect(outcome.exitCode, outcome.stdout + outcome.stderr).toBe(0)
    expect(run).toMatchObject({ verdict: 'passed', counts: { tasks: 4, scored: 4 } })
  })

  it.each(SABOTAGE)('that %s fails, with its cause', async (model, cause) => {
    const { outcome, run } = await runOf(model)
    expect(outcome.exitCode, outcome.stdout + outcome.stderr).toBe(1)
    expect(run.cases).toHaveLength(4)
    for (const { score } of run.cases) {
      expect(score?.solved).toBe(false)
      expect(score?.reason).toMatch(cause)
      expect(outcome.stdout).toContain(score?.reason)
    }
  })
})
