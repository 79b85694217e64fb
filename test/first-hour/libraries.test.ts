/** The blocks of the guide for libraries that are too large to be dependencies here, with the real libraries on Node 24. */
import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildPlainEnvironment } from '../support/cli-runs.ts'
import { createProject, type Project } from '../support/run-vitest.ts'
import { startScriptedModelServer } from '../support/scripted-model-server.ts'

const PACKAGES = [
  'node@24.21.0',
  '@mastra/core@1.71.0',
  '@google/genai@3.3.0',
  'llamaindex@0.12.1',
  '@llamaindex/workflow@1.1.25',
  '@llamaindex/openai@0.4.23',
]
const LIBRARIES = ['mastra', 'genai', 'llamaindex']
const GUIDE = resolve(import.meta.dirname, '../../docs/guides/connect-an-agent.md')
/** Names that the blocks take from the text around them. */
const GIVEN = `
import { createOpenAI } from '@ai-sdk/openai'
const name = process.env.MODEL ?? ''
const instructions = 'Help.'
`
const MODELS: Record<string, string> = {
  mastra: `const model = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL, apiKey: 'none' }).chat(name)`,
}

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const started = promisify(execFile)
let project: Project

async function runOf(plan: string) {
  const server = await startScriptedModelServer(join(project.dir, 'plans.json'))
  onTestFinished(() => server.close())
  const env = {
    ...buildPlainEnvironment(),
    NO_COLOR: '1',
    MODEL: plan,
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: 'none',
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: server.url.replace('/v1', ''),
  }
  const node = join(project.dir, 'node_modules/.bin/node')
  const output = await started(node, [vitest, 'run'], { cwd: project.dir, env }).catch((error) => error)
  expect(project.run().cases, output.stdout + output.stderr).toHaveLength(4 * LIBRARIES.length)
  return project.run().cases
}

beforeAll(async () => {
  const blocks = [...readFileSync(GUIDE, 'utf8').matchAll(/^```ts no-run\n(.*?)^```$/gms)].map(
    ([, code]) => code,
  )
  project = createProject('adapters')
  for (const [i, name] of LIBRARIES.entries())
    project.write(`agents/${name}.ts`, `${GIVEN}${MODELS[name] ?? 'const model = name'}\n${blocks[i]}`)
  const config = project.read('vitest.config.ts')
  project.write(
    'vitest.config.ts',
    config.replace(/AGENTS = \[.*?\]/s, `AGENTS = ${JSON.stringify(LIBRARIES)}`),
  )
  await started('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], { cwd: project.dir })
})

it('each solves what its model solves', async () => {
  for (const { score, project: name } of await runOf('right')) expect(score?.reason, name).toBeUndefined()
})

it('a value that the model makes up is found through each', async () => {
  for (const { score, project: name } of await runOf('invents'))
    expect(score?.reason, name).toMatch(
      /^step_4 unit_convert: value 17\.3 is not step_2's temperature_celsius/,
    )
})

it('a refusal of a tool comes back to the model through each', async () => {
  await runOf('corrects')
  for (const { agent, final_answer } of project.traces())
    expect(final_answer, String(agent)).toBe('invalid_argument')
})

/** An agent of Mastra that keeps its tools, as the other agents of the project do. */
const MASTRA = `import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { fromAiSdk } from 'tracewright/ai-sdk'
import { z } from 'zod'
import { findOrder, refundOrder } from '../brain.ts'
import { model } from './ai-sdk-model.ts'

export { reset, state, worlds } from '../shop-data.ts'
const tools = {
  find_order: createTool({
    id: 'find',
    description: 'Finds an order.',
    inputSchema: z.object({ reference: z.string() }),
    execute: (input) => findOrder(input),
  }),
  refund_order: createTool({
    id: 'refund',
    description: 'Pays back.',
    inputSchema: z.object({ id: z.string(), amount: z.number() }),
    execute: (input) => refundOrder(input),
  }),
}
const agent = new Agent({ id: 'desk', name: 'Desk', instructions: 'Help.', model, tools: OWN })

export default fromAiSdk({ name: 'mastra' }, ({ messages, signal }) =>
  agent.generate(messages, { maxSteps: 9, abortSignal: signal }),
)
`

describe.each([
  ['tools', undefined],
  ['tools', 'true'],
  ['() => tools', 'find_order'],
])('tools of an agent of Mastra, given as %s (live: %s)', (own, LIVE) => {
  it('are answered and judged', async () => {
    const desk = createProject('own-tools')
    desk.write('agents/mastra.ts', MASTRA.replace('OWN', own))
    symlinkSync(join(project.dir, 'node_modules'), join(desk.dir, 'node_modules'))
    const env = { ...buildPlainEnvironment(), NO_COLOR: '1', AGENTS: 'mastra', ...(LIVE && { LIVE }) }
    const node = join(project.dir, 'node_modules/.bin/node')
    const output = await started(node, [vitest, 'run'], { cwd: desk.dir, env }).catch((error) => error)
    const told = desk.run().cases.map(({ task_id, score }) => [task_id, score?.solved])
    expect(Object.fromEntries(told), output.stdout + output.stderr).toEqual({
      right: true,
      clumsy: true,
      invents: false,
    })
    expect(desk.traces()).toHaveLength(3)
    const clumsy = desk.traces().find(({ task_id }) => task_id === 'clumsy')
    expect(clumsy?.calls).toMatchObject([{ arguments: { ref: 'A-1' } }, {}, {}, {}, {}])
  })
})
