import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAnsweringServer } from '../support/answering-server.ts'
import { createProject } from '../support/run-vitest.ts'

const text = (name: string, required = true) => ({ name, type: 'string', description: name, required })
const tool = (name: string, parameters: string[], outputs: string[], effect: string) => ({
  ...{ id: name, name, description: `${name}.`, usage: '', failureModes: [], rules: [], effect },
  parameters: parameters.map((one) => text(one)),
  outputs: outputs.map((one) => ({ name: one, type: 'string', description: one })),
})
const toolkit = {
  ...{ version: 1, name: 'school', state: {}, known: [] },
  tools: [
    tool('Advise', ['topic'], ['advice'], 'read'),
    tool('Book Course', ['course'], ['confirmation'], 'write'),
  ],
}
const line = {
  ...{ difficulty: 'simple', valid: true },
  task: {
    ...{ task_id: 'book', level: 'L0_node', prompt: 'Book the course on raku.' },
    available_tools: ['Advise', 'Book_Course'],
    expected_trace: {
      steps: [{ step_id: 'step_1', tool_name: 'Book_Course', arguments: { course: 'raku' }, depends_on: [] }],
    },
  },
}
const test = `
import { ChatOllama } from '@langchain/ollama'
import { environmentCases } from 'tracewright/environment'
import { expect, test } from 'tracewright/fixtures'

const model = new ChatOllama({ model: 'x', baseUrl: process.env.MODEL_URL })
const live = { model, cache: 'school.answers.jsonl' }
const call = (tools, name, args) => tools.find((tool) => tool.name === name).invoke(args)
const agent = {
  name: 'booker',
  async run({ tools }) {
    const [{ advice }] = await Promise.all([
      call(tools, 'Advise', { topic: 'raku' }),
      call(tools, 'Advise', { topic: 'glazes' }),
    ])
    await call(tools, 'submit_attempt', { calls: [{ tool: 'Book_Course', args: { course: 'raku' } }] })
    return advice
  },
}
environmentCases('school.tasks.jsonl', agent, { live })

test('by the fixture', async ({ environment }) => {
  const task = ${JSON.stringify(line)}
  const run = await environment(agent, { toolkit: 'school.toolkit.json', task, live: { ...live, maxCalls: 0 } })
  expect(run).toSolveEnvironment()
  expect(run.result.message).toBe('On raku: slowly.')
})
`

const project = createProject('shop', {
  'school.toolkit.json': JSON.stringify(toolkit),
  'school.tasks.jsonl': `${JSON.stringify(line)}\n`,
  'live.test.js': test,
  'vitest.config.ts': `
    import { tracewright } from 'tracewright/plugin'
    export default { plugins: [tracewright({ agent: './agent.ts' })] }`,
})

let server: Awaited<ReturnType<typeof startAnsweringServer>>
beforeAll(async () => {
  server = await startAnsweringServer(({ body }) => {
    const messages = body.messages as { content: string }[]
    const asked = messages.at(-1)?.content ?? ''
    if (!asked.includes('\nrefusal: ')) {
      return { text: JSON.stringify({ judgment: 'correct', confidence: 0.9, reasoning: 'As it says.' }) }
    }
    const { topic } = JSON.parse(/^Call: (.*)$/m.exec(asked)?.[1] ?? '{}')
    const output = topic === undefined ? { confirmation: 'Booked.' } : { advice: `On ${topic}: slowly.` }
    return { text: JSON.stringify({ refusal: null, output }) }
  })
})
afterAll(() => server.close())

describe('a chat model that answers for synthetic tools, in Vitest', () => {
  it('is asked over the closed network by its real client, once for each answer', async () => {
    const { stdout } = await project.exits(0, ['run', 'live.test.js'], {
      MODEL_URL: server.url,
    })
    expect(stdout).toMatch(/Tests {2}2 passed/)
    // Two calls while it explored, one for the attempt; the golden call is the same. Each answer is judged.
    expect(server.seen).toHaveLength(6)
    expect(project.read('school.answers.jsonl').trim().split('\n')).toHaveLength(6)
  })

  it('replays without the server', async () => {
    await project.exits(0, ['run', 'live.test.js'], {
      MODEL_URL: 'http://127.0.0.1:9',
    })
    expect(server.seen).toHaveLength(6)
  })

  it('is no verdict where the model cannot be reached, and the case says so', async () => {
    project.write('school.answers.jsonl', '')
    const { stdout, stderr } = await project.exits(1, ['run', 'live.test.js', '-t', 'by the fixture'], {
      MODEL_URL: 'http://127.0.0.1:9',
    })
    expect(stdout + stderr).toContain('Failed to simulate a call of "Advise" with the model')
    expect(stdout + stderr).toContain('budget of 0 calls')
  })
})
