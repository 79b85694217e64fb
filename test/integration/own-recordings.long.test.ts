import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCliHere, startCli } from '../support/cli-runs.ts'
import { createLiveProject } from '../support/own-tools-project.ts'
import type { Project } from '../support/run-vitest.ts'

const RECORDING_CONFIG = `
  import { tracewright } from 'tracewright/plugin'
  import { defineConfig } from 'vitest/config'
  const { AGENT, LIVE, REPLAYS, OPTIONS = '{}' } = process.env
  const effects = { find_order: 'read', refund_order: 'write' }
  const ownTools = AGENT !== 'functions' || { './orders.ts': { findOrder: 'find_order', 'Shop.refund': 'refund_order' } }
  const plugin = (live) => tracewright({
    agent: './agents/' + AGENT + '.ts', ownTools, effects, mode: 'strict', live,
    include: ['*.suite.ts'], simulators: ['./rec.recording.json'], ...JSON.parse(OPTIONS),
  })
  const replays = [
    { plugins: [plugin(false)], test: { name: 'recorded' } },
    { plugins: [plugin(true)], test: { name: 'live', env: { LIVE: 'true' } } },
  ]
  export default defineConfig(
    REPLAYS === undefined ? { plugins: [plugin(LIVE === 'true')] } : { test: { projects: replays } },
  )`

/** Runs over the recording, while the shop throws where it is asked, and over the live tools. */
async function replayBothWays(project: Project, env: Record<string, string>): Promise<void> {
  await project.exits(0, ['run'], { ...env, REPLAYS: 'both' })
  const solved = project.run().cases.map(({ project: name, score }) => `${name} ${score?.solved}`)
  expect([...new Set(solved)].sort()).toEqual(['live true', 'recorded true'])
}

/** A project whose suites are recorded, and what records in it. */
function createRecordingProject(env: Record<string, string>) {
  const project = createLiveProject()
  rmSync(join(project.dir, 'shop.suite.ts'))
  project.write('vitest.config.ts', RECORDING_CONFIG)
  const record = async (args: readonly string[], more: Record<string, string> = {}) => {
    const given = ['record', '--suite', 'rec.suite.ts', ...args]
    // With it the shop answers, and the option `live` names no tool.
    const { status, ...said } = await startCli(given, project.dir, {
      ...{ VITEST: '', NO_COLOR: '1', LIVE: 'no' },
      ...env,
      ...more,
    }).ended
    return { ...said, status }
  }
  return { project, record }
}
const readRecorded = (project: Project) =>
  JSON.parse(project.read('rec.recording.json')) as {
    tools: { name: string; inputSchema: object }[]
    calls: { tool: string; body: string; status: number; after?: string[] }[]
  }

it.each(['ai-sdk', 'functions', 'langchain', 'mcp'])(
  'own tools of %s are recorded without a route, and replay; so does their draft',
  async (AGENT) => {
    const { project, record } = createRecordingProject({ AGENT })
    const prompt =
      'Refund the orders A-1 and A-2 in full. Answer with ANSWER: and the two ids of the refunds.'
    const { stdout, stderr, status } = await record(['--prompt', prompt])
    expect(status, stderr).toBe(0)
    expect(stdout).toContain('Tools that ran themselves: find_order, refund_order\n')
    expect(project.read('rec.suite.ts')).toMatch(
      /^task\('.*refund_order\(\{ id: \w+\.id, amount: \w+\.total \}\)/ms,
    )
    const { tools, calls } = readRecorded(project)
    expect(calls.map(({ tool }) => tool)).toEqual([
      'find_order',
      'find_order',
      'refund_order',
      'refund_order',
    ])
    const required = AGENT === 'functions' ? {} : { required: ['reference'] }
    expect(tools[0]?.inputSchema).toMatchObject({
      properties: { reference: { type: 'string' } },
      ...required,
    })
    await replayBothWays(project, { AGENT })
    const live = project.traces().filter((trace) => trace.project === 'live')
    project.write('live.jsonl', live.map((trace) => `${JSON.stringify(trace)}\n`).join(''))
    const drafted = await runCliHere(
      ['draft', 'live.jsonl', '--out', 'd.suite.ts', '--reads', 'find_order', '--json'],
      project.dir,
    )
    expect(JSON.parse(drafted.stdout)).toMatchObject({ tasks: 1, calls: 4, bound: 4 })
  },
)

/** Functions that return texts, change what they read, fail, and know secrets; with a loop that needs all of that. */
const DESK = `
  let balance = 0
  let marks = 0
  export const reset = () => { balance = 120.55; marks = 1 }
  const check = () => { if (process.env.LIVE === undefined) throw new Error('the real desk was asked') }
  export async function get_account(email) {
    check()
    return JSON.stringify({ id: 'acc_7781', balance, api_token: 'planted-0123456789abcdef', owner: { ssn: '078-05-1120' } })
  }
  export function pay({ account, amount }) {
    check()
    balance = Math.round((balance - amount) * 100) / 100
    return 'paid with mark_' + (4711 + marks++)
  }
  export async function find_order(reference) {
    check()
    if (reference === 'X-1') throw new RangeError('no order X-1')
    return { id: 'ord_' + reference.slice(2) + '93', total: 44.2 }
  }`
const DESK_AGENT = `
  import * as desk from '../desk.ts'
  export { reset } from '../desk.ts'
  export default {
    name: 'desk',
    async run({ prompt }) {
      if (process.env.FAIL) throw new Error('the model is down')
      if (prompt.includes('order')) {
        const [missing, order] = await Promise.allSettled([desk.find_order('X-1'), desk.find_order('A-2')])
        if (!missing.reason?.message.includes('no order X-1')) throw new Error('not told')
        desk.pay({ account: order.value.id, amount: order.value.total })
        return 'The total is ' + order.value.total
      }
      const account = JSON.parse(await desk.get_account('ann@example.com'))
      if (typeof desk.pay({ account: account.id, amount: 20.3 }) !== 'string') throw new Error('not a text')
      return 'The balance is ' + JSON.parse(await desk.get_account('ann@example.com')).balance
    },
  }`

it('what own tools returned replays: texts, errors, parallel calls, reads that a write changed', async () => {
  const OPTIONS = JSON.stringify({
    ownTools: { './desk.ts': true },
    effects: { get_account: 'read', find_order: 'read', pay: 'write' },
  }).replace('true', '["get_account","pay","find_order"]')
  const env = { AGENT: 'desk', OPTIONS }
  const { project, record } = createRecordingProject(env)
  project.write('desk.ts', DESK)
  project.write('agents/desk.ts', DESK_AGENT)
  const prompts = [
    'Pay 20.3 from the account of ann@example.com. What is the new balance?',
    'Pay order A-2, or X-1. What is the total?',
  ].flatMap((prompt) => ['--prompt', prompt])
  const { status, stderr } = await record([...prompts, '--redact', 'ssn'])
  expect(status, stderr).toBe(0)
  expect(project.read('rec.recording.json')).not.toMatch(/planted|078-05/)
  const { calls } = readRecorded(project)
  // Each prompt finds the data put back.
  expect(calls.filter(({ tool }) => tool === 'pay').map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => '"paid with mark_4712"'),
  )
  const before = project.read('rec.suite.ts')
  project.write('rec.suite.ts', before.replaceAll('task.todo', 'task'))
  await replayBothWays(project, env)

  const failed = await record(['-t', 'balance'], { FAIL: '1' })
  expect(failed.stderr).toContain('no task of rec.suite.ts')
  const again = await record(['-t', 'pay_20'], { FAIL: '1' })
  expect([again.status, again.stdout]).toEqual([
    1,
    expect.stringContaining('the agent failed: the model is down'),
  ])
  expect(readRecorded(project).calls).toEqual(calls)
})

it('what cannot be recorded of own tools is said; simulators go on answering', async () => {
  const { project, record } = createRecordingProject({ AGENT: 'functions' })
  const prompt = ['--prompt', 'Refund the orders A-1 and A-2 in full. Answer with ANSWER: and the two ids.']
  const writeOptions = (effects: object): string =>
    JSON.stringify({
      simulators: ['./simulators.ts', './rec.recording.json'],
      live: ['find_order'],
      effects,
    })
  // That its simulator reads says nothing of the live tool. Nobody knows the agent's tools where all is to be done.
  await record(prompt, { OPTIONS: writeOptions({}) })
  const undone = await project.exits(2, ['run'], {
    AGENT: 'functions',
    LIVE: 'no',
    OPTIONS: writeOptions({}),
  })
  expect(undone.stdout).not.toContain('called no such tool')
  rmSync(join(project.dir, 'rec.suite.ts'))
  rmSync(join(project.dir, 'rec.recording.json'))
  const OPTIONS = writeOptions({ find_order: 'read' })
  const mixed = await record(prompt, { OPTIONS })
  expect(mixed.stdout).toMatch(/ran themselves: find_order\n.*so not recorded \(.*\): refund_order\n/)
  expect(readRecorded(project).tools.map(({ name }) => name)).toEqual(['find_order'])
  await project.exits(0, ['run'], { AGENT: 'functions', LIVE: 'no', OPTIONS })
  const unknown = await record(['--prompt', 'Call find_order for A-1.'], { OPTIONS: '{"effects":{}}' })
  expect(unknown.stdout).toContain(
    "does find_order change anything? Set it to 'read' or 'write' in the option `effects`",
  )
  project.write('simulators.ts', project.read('simulators.ts').replaceAll('amount: ', 'sum: '))
  const langchain = project.read('agents/langchain-model.ts')
  const other = await record(prompt, {
    AGENT: 'langchain',
    OPTIONS: '{"simulators":["./simulators.ts"],"effects":{}}',
  })
  expect(other.stdout).toMatch(
    /"refund_order" has other parameters .* or name the tool in the option `live`\./,
  )
  project.write(
    'agents/langchain-model.ts',
    `import { Command } from '@langchain/langgraph'\n${langchain}`.replace(
      'tool(refundOrder,',
      `tool(async (_, { toolCall: { id: tool_call_id } }) => {
        return new Command({ update: { messages: [new ToolMessage({ content: '{"refund":"r"}', tool_call_id })] } })
      },`,
    ),
  )
  rmSync(join(project.dir, 'rec.suite.ts'))
  const handed = await record(prompt, { AGENT: 'langchain' })
  expect(handed.stdout).toContain('refund_order handed over by a Command, which no recording replays')
  expect(project.read('rec.suite.ts')).toContain("tools: ['find_order'],")
  project.write('agents/idle.ts', "export default async () => 'Done.'")
  const idle = await record(prompt, { AGENT: 'idle' })
  expect([idle.status, idle.stderr]).toEqual([
    2,
    expect.stringContaining('made and called no tool of its own'),
  ])
})
