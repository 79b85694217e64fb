import { expect, vi } from 'vitest'
import { test as base } from '../../fixtures/index.ts'
import { checkInterception, intercept } from '../../src/network/server.ts'
import { runAttempt } from '../../src/run/attempt/run-attempt.ts'
import type { AgentTool } from '../../src/schema/agent.ts'
import type { Task } from '../../src/schema/task.ts'
import type { Trace } from '../../src/schema/trace.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { runTools } from '../../src/serve/run-tools.ts'
import { buildSpecOfTask } from '../../src/serve/served-run.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import { performScript } from '../../src/suites/audit/mutate/script.ts'
import { openWorld } from '../../src/tasks/world-state.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { ToolCallError } from '../../src/tools/tool-call-error.ts'
import { perform } from '../support/in-world.ts'
import { serveTasks } from '../support/served.ts'
import { buildTask, IN_FAHRENHEIT } from '../support/task.ts'

// Without the plugin nothing guards the sockets.
vi.mock(import('../../fixtures/settings.ts'), async (original) =>
  (await import('../support/open-network.ts')).openNetwork(original),
)

const EVERYTHING: Partial<Task> = {
  faults: [{ fault: 'rate-limit', tool: 'list_memories', on: 1 }],
  injections: [{ in: 'result', tool: 'get_weather' }],
  world: { seed: 7, state: { memory: [{ key: 'limit', value: 300 }] } },
  within: { calls: 3 },
}
const TASKS: Record<string, Partial<Task>> = {
  plain: {},
  'a fault of every call': { faults: [{ fault: 'server-error' }] },
  'a lost answer': { faults: [{ fault: 'timeout-after-commit', tool: 'store_memory', after: 1 }] },
  'an answer that cannot be read': { faults: [{ fault: 'truncated-json', on: 1 }] },
  'a rate limit': { faults: [{ fault: 'rate-limit', retry_after: 7, rate: 0.5 }] },
  'a spoilt answer': { faults: [{ fault: 'off-by-ten', tool: 'get_weather', on: 1 }] },
  'an attack in a result': { injections: [{ in: 'result', tool: 'get_weather' }] },
  'an attack in a description': { injections: [{ in: 'description', goal: 'leak' }] },
  state: { world: EVERYTHING.world },
  'limits that are exceeded': { within: { calls: 3 } },
  'all at once': EVERYTHING,
}

const CALLS: [tool: string, args: JsonObject][] = [
  ['get_weather', { city: 'Oslo' }],
  ['unit_convert', { value: 20, from_unit: 'celsius', to_unit: 'fahrenheit' }],
  ['store_memory', { key: 'venue', value: 'Hall 4' }],
  ['list_memories', {}],
  ['get_weather', { town: 'Oslo' }],
]
type Shown = Pick<AgentTool, 'name' | 'description' | 'inputSchema'>[]

async function byUrl(url: string, args: JsonObject): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    })
    return [response.status, await response.text(), response.headers.get('retry-after')]
  } catch {
    return 'no answer'
  }
}

async function byInvoke({ invoke }: AgentTool, args: JsonObject): Promise<unknown> {
  try {
    return await invoke(args)
  } catch (error) {
    if (!(error instanceof ToolCallError)) throw error
    return [error.message, error.status, error.body, error.retryAfter]
  }
}

/** What an agent that makes all calls was shown and answered. */
class Worker {
  readonly name = 'worker'
  shown: Shown = []
  readonly answers: unknown[] = []
  private readonly way: 'url' | 'invoke'

  constructor(way: 'url' | 'invoke') {
    this.way = way
  }

  async work(tools: readonly AgentTool[]): Promise<void> {
    this.shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    for (const [name, args] of CALLS) {
      const tool = tools.find((one) => one.name === name) as AgentTool
      this.answers.push(await (this.way === 'url' ? byUrl(tool.url, args) : byInvoke(tool, args)))
    }
  }

  readonly run = async ({ tools }: { tools: AgentTool[] }): Promise<string> => {
    await this.work(tools)
    return 'ANSWER: 1'
  }
}

/** The parts of a trace that do not depend on the way to the tools. */
const met = ({ shown, answers }: Worker, { calls, attacks }: Pick<Trace, 'calls' | 'attacks'>) => ({
  shown,
  answers,
  calls: calls.map(({ turn: _, ...call }) => call),
  attacks,
})

for (const [name, { world = { seed: 7 }, ...more }] of Object.entries(TASKS)) {
  const task = buildTask('How warm is Oslo in Fahrenheit?', [...IN_FAHRENHEIT], {
    available_tools: ['get_weather', 'unit_convert', 'store_memory', 'list_memories', 'send_email'],
    ...more,
    world: { ...world, fixed: true },
  })
  const { faults = [], injections = [] } = task
  const inVitest = async (way: 'url' | 'invoke', given: Task, wire?: 'direct') => {
    intercept()
    await checkInterception()
    const worker = new Worker(way)
    const { trace } = await runAttempt(worker, given, { registry, ...(wire && { wire }) })
    return { ...met(worker, trace), verdict: scoreTrace(given, trace, registry) }
  }
  const test = base.extend({ faults, injections, world: openWorld(task, 7, registry) })

  test(`an attempt with ${name} is the same through the fixtures`, async ({ run, tools }) => {
    const { verdict, ...whole } = await inVitest('url', task)
    expect(whole.calls.map(({ fault }) => fault?.fault)).toContain(task.faults?.[0]?.fault)
    expect(whole.attacks?.map(({ in: place }) => place)).toEqual(
      task.injections?.map(({ in: place }) => place),
    )
    const worker = new Worker('url')
    const { trace, score } = await run(worker, task)
    expect(met(worker, trace)).toEqual(whole)
    expect(score).toEqual(verdict)

    const all = { ...task, prompt: '', available_tools: [...registry.keys()] }
    const { verdict: _, ...ofAll } = await inVitest('url', all)
    const byHand = new Worker('url')
    await byHand.work([...tools])
    expect(met(byHand, tools.trace())).toEqual(ofAll)
  })

  base(`an attempt with ${name} is the same through serve`, async () => {
    const server = await serveTasks([task])
    const { body: opened } = await server.ask('POST', '/runs', { task_id: task.task_id })
    const worker = new Worker('url')
    await worker.work(opened.tools)
    const { body: ended } = await server.ask('POST', `/runs/${opened.run}/end`, { answer: 'ANSWER: 1' })
    const served = server.runs.begin(await buildSpecOfTask(task, registry, 0, 'worker'))
    const client = new Worker('invoke')
    await client.work(runTools(served))
    const { trace, verdict } = await server.runs.end(served, { reply: { answer: 'ANSWER: 1' } })
    await server.close()
    expect({ ...met(worker, ended.trace), verdict: ended.verdict }).toEqual(await inVitest('url', task))
    const direct = await inVitest('invoke', task, 'direct')
    expect({ ...met(client, trace), verdict }).toEqual(direct)
    expect(await inVitest('invoke', task)).toEqual(direct)
  })

  base(`an attempt with ${name} is undisturbed in calibration and audit`, async () => {
    const { calls } = await inVitest('url', { ...task, faults: [], injections: [] })
    const shown: Shown = []
    const asked = await perform(
      {
        name: 'worker',
        calibration: true,
        async run({ tools }) {
          shown.push(
            ...tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
          )
          for (const [tool, args] of CALLS)
            await tools
              .find((one) => one.name === tool)
              ?.invoke(args)
              .catch(() => {})
          return undefined
        },
      },
      task,
      registry,
    )
    const turns = CALLS.map(([tool, args]) => [{ tool, arguments: { $literal: args } as JsonObject }])
    const script = performScript({ turns, answer: () => null }, task, registry)
    for (const { calls: made } of [asked, script.trace])
      expect(made.map(({ turn: _, ...call }) => call)).toEqual(calls)
    expect(shown).toEqual(
      [...registry.values()].map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      })),
    )
  })
}
