/**
 * One job, done by five runners: 200 plain tasks, with all calls of a scripted agent, held to the expected calls
 * and replies. tracewright does it in three ways: requests that msw answers, the tools that it hands over, and plain
 * functions that are the agent's own. The others run the same simulators as functions of the agent, or behind handlers
 * of msw, and compare names, arguments and replies. Whole runs, in turn, round after round.
 */
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { computeMedian } from '../support/cpu.mjs'
import { importCore, importSource, mustPass, project, root, writeConfig } from '../support/project.mjs'

const RUNNERS = join(root, 'bench/runners/node_modules')

/** The agent of every runner: it makes the calls of its script one after the other. */
const AGENT = `import { existsSync, writeFileSync } from 'node:fs'
import scripts from './scripts.json' with { type: 'json' }

export const ids = Object.keys(scripts)
export const scriptOf = (id) => scripts[id]
const byPrompt = new Map(Object.values(scripts).map((script) => [script.prompt, script]))

export async function answer(prompt, call) {
  const { calls, reply } = byPrompt.get(prompt)
  for (const { name, arguments: args } of calls) await call(name, args)
  if (!existsSync('first.txt')) writeFileSync('first.txt', String(Date.now()))
  return reply
}
`

/** The simulators as functions, in the world of one task, with a list of what was called. */
const TOOLS = `import { executeTool, World } from 'tracewright'
import { registry } from 'tracewright/tools'
import { answer, scriptOf } from './job.js'

export const createTools = (seed) => {
  const world = new World(seed)
  const calls = []
  const call = (name, args) => {
    calls.push({ name, arguments: args })
    return executeTool(registry.get(name), args, world).output
  }
  return { calls, call }
}

export async function attempt(id) {
  const { prompt, seed } = scriptOf(id)
  const { calls, call } = createTools(seed)
  const reply = await answer(prompt, async (name, args) => call(name, args))
  return { calls, reply }
}

export const expected = (id) => ({ calls: scriptOf(id).calls, reply: scriptOf(id).reply })
`

const REQUESTED = `import { answer } from './job.js'
export default {
  name: 'script',
  async run({ prompt, tools }) {
    const post = async (name, args) => {
      const { url } = tools.find((tool) => tool.name === name)
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(args) })
      return response.json()
    }
    return { answer: await answer(prompt, post) }
  },
}
`

const HANDED = `import { answer } from './job.js'
export default {
  name: 'script',
  run: async ({ prompt, tools }) => ({
    answer: await answer(prompt, (name, args) => tools.find((tool) => tool.name === name).invoke(args)),
  }),
}
`

const OWN = `import { answer } from './job.js'
import * as own from './own-tools.js'
export default { name: 'script', run: async ({ prompt }) => ({ answer: await answer(prompt, (name, args) => own[name](args)) }) }
`

const writeOwnTools = (names) => `export const nothing = undefined
${names.map((name) => `export async function ${name}(args) { throw new Error('Not reached') }`).join('\n')}
`

const MSW = `import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answer, ids, scriptOf } from './job.js'
import { createTools, expected } from './tools.js'

const open = new Map()
const server = setupServer(
  http.post('http://tools.test/:id/:tool', async ({ request, params }) =>
    HttpResponse.json(open.get(params.id).call(params.tool, await request.json()))),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())
for (const id of ids) test.concurrent(id, async () => {
  const { prompt, seed } = scriptOf(id)
  const tools = createTools(seed)
  open.set(id, tools)
  const reply = await answer(prompt, async (name, args) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(\`http://tools.test/\${id}/\${name}\`, { method: 'POST', headers, body: JSON.stringify(args) })
    return response.json()
  })
  expect({ calls: tools.calls, reply }).toEqual(expected(id))
})
`

const EVALS = `import { createHarness, describeEval, createJudge } from 'vitest-evals'
import { isDeepStrictEqual } from 'node:util'
import { ids, scriptOf } from './job.js'
import { attempt, expected } from './tools.js'
const harness = createHarness({
  name: 'script',
  run: async ({ input }) => {
    const { calls, reply } = await attempt(input)
    const events = calls.flatMap(({ name, arguments: args }, i) => [
      { type: 'tool_call', id: 'call_' + i, name, arguments: args },
      { type: 'tool_result', toolCallId: 'call_' + i, name, content: {} },
    ])
    events.push({ type: 'message', role: 'assistant', content: reply })
    return { events, output: { calls, reply }, usage: {} }
  },
})
const judge = createJudge('equal', ({ output, input }) => ({ score: isDeepStrictEqual(output, expected(input)) ? 1 : 0 }))
describeEval('job', { harness, judges: [judge], judgeThreshold: 1 }, (it) => {
  for (const id of ids) it(id, async ({ run }) => { await run(id) })
})
`

const EVALITE = `import { isDeepStrictEqual } from 'node:util'
import { evalite } from 'evalite'
import { ids } from './job.js'
import { attempt, expected } from './tools.js'
evalite('job', {
  data: ids.map((id) => ({ input: id })),
  task: attempt,
  scorers: [{ name: 'equal', scorer: ({ input, output }) => (isDeepStrictEqual(output, expected(input)) ? 1 : 0) }],
})
`

const PROVIDER = `import { attempt } from './tools.js'
export default class {
  id() { return 'script' }
  async callApi(prompt, { vars }) { return { output: await attempt(vars.id) } }
}
`
const ASSERT = `import { isDeepStrictEqual } from 'node:util'
import { expected } from './tools.js'
export default (output, { vars }) => isDeepStrictEqual(output, expected(vars.id))
`

/** What each runner is given, and the command that runs it; Vitest where none is named. */
export function listRunners(scripts, suite, names) {
  const job = { 'job.js': AGENT, 'scripts.json': JSON.stringify(scripts), 'tools.js': TOOLS }
  const ours = (agent, options, files = {}) => ({
    'job.js': AGENT,
    'scripts.json': job['scripts.json'],
    'agent.js': agent,
    'job.suite.jsonl': suite,
    'vitest.config.ts': writeConfig({ plugin: { agent: './agent.js', mode: 'strict', ...options } }),
    ...files,
  })
  const plain = { ...job, 'vitest.config.ts': writeConfig({}) }
  const own = { './own-tools.js': names }
  const config = {
    prompts: ['{{id}}'],
    providers: ['file://provider.js'],
    tests: Object.keys(scripts).map((id) => ({
      vars: { id },
      assert: [{ type: 'javascript', value: 'file://assert.js' }],
    })),
  }
  return [
    {
      name: 'tracewright, own tools',
      files: ours(OWN, { ownTools: own }, { 'own-tools.js': writeOwnTools(names) }),
    },
    { name: 'tracewright, direct', files: ours(HANDED, { wire: 'direct' }) },
    { name: 'tracewright, wire', files: ours(REQUESTED, {}) },
    { name: 'Vitest with msw', files: { ...plain, 'job.test.ts': MSW } },
    {
      name: 'vitest-evals',
      files: { ...plain, 'job.test.ts': EVALS },
      needs: ['vitest-evals', '@vitest-evals'],
    },
    {
      name: 'evalite',
      files: { ...plain, 'job.eval.ts': EVALITE },
      needs: ['evalite'],
      command: [join(RUNNERS, 'evalite/dist/bin.js'), 'run', '--threshold=100', '--hideTable'],
    },
    {
      name: 'promptfoo',
      files: {
        ...job,
        'provider.js': PROVIDER,
        'assert.js': ASSERT,
        'promptfooconfig.json': JSON.stringify(config),
      },
      needs: ['promptfoo'],
      command: [
        join(RUNNERS, 'promptfoo/dist/src/main.js'),
        ...'eval --config promptfooconfig.json --no-cache --no-write --no-progress-bar --no-table'.split(' '),
      ],
    },
  ]
}

/** Plain tasks, which are alike in every world, so that each is one attempt, and their scripts by id. */
export async function writeJob() {
  const { registry } = await importCore()
  const { generateSuite } = await import('../../dist/generate.js')
  const { openWorlds } = await importSource('src/tasks/task-worlds.ts')
  const { writeAnswerText } = await importSource('src/suites/calibration/answer-text.ts')
  const opened = [...generateSuite({ seed: 4711, vet: false })].map((task) => openWorlds(task, registry))
  const tasks = opened.map(({ written }) => written)
  const scripts = opened.map((worlds, i) => {
    const task = tasks[i]
    const { calls, outputOf } = worlds.reference(worlds.seed)
    return [
      task.task_id,
      {
        prompt: task.prompt,
        seed: task.world?.seed ?? 0,
        calls: calls.map(({ tool_name: name, arguments: args }) => ({ name, arguments: args })),
        reply: writeAnswerText(task, outputOf) ?? 'Done.',
      },
    ]
  })
  return { tasks, scripts: Object.fromEntries(scripts) }
}

const formatSeconds = (seconds) => `${seconds.toFixed(1)} s`

/** @returns Rows of the table, a row a runner: its wall time beside that of the fastest */
export async function measure({ rounds: wanted = 3 } = {}) {
  if (!existsSync(join(RUNNERS, 'promptfoo')))
    throw new Error(
      'the runners are not installed. Run: npm install --no-audit --no-package-lock --legacy-peer-deps --prefix bench/runners',
    )
  const { tasks, scripts } = await writeJob()
  const names = [...new Set(Object.values(scripts).flatMap(({ calls }) => calls.map(({ name }) => name)))]
  const suite = tasks.map((task) => JSON.stringify(task)).join('\n')
  const runners = listRunners(scripts, suite, names).map((runner) => {
    const dir = project(`runner-${runner.name.replaceAll(/\W+/g, '-')}`, runner.files)
    for (const need of runner.needs ?? []) symlinkSync(join(RUNNERS, need), join(dir, 'node_modules', need))
    return { ...runner, dir, rounds: [] }
  })
  for (let i = 0; i < wanted; i++) {
    for (const { dir, command, rounds } of runners) {
      const first = join(dir, 'first.txt')
      rmSync(first, { force: true })
      const started = Date.now()
      const env = {
        PROMPTFOO_DISABLE_TELEMETRY: '1',
        PROMPTFOO_DISABLE_UPDATE: '1',
        PROMPTFOO_CONFIG_DIR: join(dir, '.promptfoo'),
      }
      const run = await mustPass(dir, { env, ...(command === undefined ? {} : { command }) })
      const firstSeconds = (Number(readFileSync(first, 'utf8')) - started) / 1000
      rounds.push({ wall: run.seconds, cpu: run.cpu, mb: (run.main + run.worker) / 1e6, first: firstSeconds })
    }
  }
  const medianOf = ({ rounds }, key) => computeMedian(rounds.map((round) => round[key]))
  const fastest = Math.min(...runners.map((runner) => medianOf(runner, 'wall')))
  const calls = Object.values(scripts).reduce((sum, script) => sum + script.calls.length, 0)
  return {
    rows: runners.map((runner) => ({
      work: `${runner.name}: ${tasks.length} tasks, ${calls} calls; CPU ${formatSeconds(medianOf(runner, 'cpu'))}, ${medianOf(runner, 'mb').toFixed(0)} MB, first task ${formatSeconds(medianOf(runner, 'first'))}`,
      ours: formatSeconds(medianOf(runner, 'wall')),
      anchor: formatSeconds(fastest),
      ratio: medianOf(runner, 'wall') / fastest,
      ...(runner.name === 'tracewright, own tools' ? { goal: 1.5 } : {}),
    })),
  }
}
