import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkInterception, intercept } from '../../../../src/network/server.ts'
import { runAttempt } from '../../../../src/run/attempt/run-attempt.ts'
import type { Agent, AgentRequest, CalibrationAgent } from '../../../../src/schema/agent.ts'
import type { Task } from '../../../../src/schema/task.ts'
import type { Trace } from '../../../../src/schema/trace.ts'
import { oracle } from '../../../../src/suites/calibration/oracle.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import type { Simulator } from '../../../../src/tools/define-simulator.ts'
import { generateArguments } from '../../../support/arguments.ts'
import { findTool, makeTestAttempt } from '../../../support/attempts.ts'
import { loadExampleTasks } from '../../../support/suites.ts'

/** Tasks of the example that call between them every tool that one of these calls. */
const called = new Set<string>()
const tasks = loadExampleTasks().filter(({ expected_trace }) => {
  const before = called.size
  for (const { tool_name } of expected_trace.steps) called.add(tool_name)
  return called.size > before
})

/** What a trace says, but for how long it took. */
const said = ({ duration_ms: _, ...trace }: Trace): string => JSON.stringify(trace)

const withoutTimes = (text: string): string => text.replace(/"(?:started|ended)":\d+,/g, '')

async function onBoth(agent: Agent | CalibrationAgent, task: Task): Promise<[string, string]> {
  const [wire, direct] = [
    await runAttempt(agent, task, { registry, wire: 'http' }),
    await runAttempt(agent, task, { registry, wire: 'direct' }),
  ]
  return [said(wire.trace), said(direct.trace)]
}

/** Calls every tool that it is offered at once, with arguments that most of them refuse, then each of them again. */
const hasty: Agent = {
  name: 'hasty',
  async run({ tools, prompt }: AgentRequest) {
    const call = (tool: (typeof tools)[number]) => tool.invoke({ query: prompt, n: 1 }).catch(String)
    const first = await Promise.all(tools.map(call))
    for (const tool of tools) first.push(await call(tool))
    return JSON.stringify(first)
  },
}

/** Calls each tool twice, with arguments of its own that its simulator often accepts. */
const thorough: Agent = {
  name: 'thorough',
  async run({ tools }: AgentRequest) {
    for (const tool of tools)
      for (const args of fc.sample(generateArguments(registry.get(tool.name) as Simulator), {
        seed: 1,
        numRuns: 2,
      }))
        await tool.invoke(args).catch(String)
    return 'done'
  },
}

describe('tools called in this process', () => {
  it('leave the traces that they leave over the wire, whatever tool is called', async () => {
    intercept()
    await checkInterception()
    const [wire, direct] = await onBoth(thorough, {
      ...(tasks[0] as Task),
      available_tools: [...registry.keys()],
    })
    expect(direct).toBe(wire)
    const answered = (JSON.parse(direct) as Trace).calls.filter(({ status }) => status === 200)
    expect(new Set(answered.map(({ tool_name }) => tool_name)).size).toBeGreaterThan(70)
    for (const task of tasks) {
      const [wire, direct] = await onBoth(oracle, task)
      expect(direct, task.task_id).toBe(wire)
    }
    for (const task of tasks.filter((_, i) => i % 3 === 0)) {
      const [wire, direct] = await onBoth(hasty, task)
      // In which order answers to calls at the same time arrive is the wire's affair.
      expect(withoutTimes(direct), task.task_id).toBe(withoutTimes(wire))
    }
  })

  it('are not shared with what the trace keeps', async () => {
    const { trace } = await makeTestAttempt(
      async (request) => {
        const args = { city: 'Lima' }
        const weather = (await findTool(request, 'get_weather').invoke(args)) as Record<string, unknown>
        args.city = 'Oslo'
        weather.city = 'Oslo'
      },
      { registry, wire: 'direct' },
    )
    expect(trace.calls).toMatchObject([{ arguments: { city: 'Lima' }, result: { city: 'Lima' } }])
  })

  it('refuse a call of an attempt that is over', async () => {
    let late: AgentRequest | undefined
    await makeTestAttempt(
      async (request) => {
        late = request
      },
      { wire: 'direct', onLate: () => {} },
    )
    if (late === undefined) throw new Error('the agent did not run')
    await expect(findTool(late, 'get_weather').invoke({ city: 'Lima' })).rejects.toThrow('after the attempt')
  })
})
