import { describe, expect, it } from 'vitest'
import { checkInterception, intercept } from '../../../../src/network/server.ts'
import { runAttempt } from '../../../../src/run/attempt/run-attempt.ts'
import type { AgentRequest } from '../../../../src/schema/agent.ts'
import { FAULTS, type Fault } from '../../../../src/schema/fault.ts'
import { type JsonObject, stringifyStably } from '../../../../src/shared/json.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { ToolCallError } from '../../../../src/tools/tool-call-error.ts'
import { findTool } from '../../../support/attempts.ts'

const BODY: JsonObject = { key: 'venue', value: 'Hall 4', tags: ['trip', 'fair'] }

/** Writes and reads, each twice, and says how each call went. */
async function curious(request: AgentRequest): Promise<string> {
  const said: unknown[] = []
  const call = async (name: string, args: JsonObject): Promise<void> => {
    try {
      said.push(await findTool(request, name).invoke(args))
    } catch (error) {
      if (!(error instanceof ToolCallError)) throw error
      said.push([error.status, error.body, error.retryAfter, error.message])
    }
  }
  for (const name of ['store_memory', 'store_memory']) await call(name, BODY)
  for (const city of ['Lima', 'Lima']) await call('get_weather', { city })
  for (const _ of [1, 2]) await call('list_memories', {})
  return JSON.stringify(said)
}

const AVAILABLE = ['store_memory', 'get_weather', 'list_memories']

async function traceOf(fault: Fault, wire: 'http' | 'direct') {
  intercept()
  await checkInterception()
  const task = {
    task_id: 't',
    prompt: 'Work.',
    available_tools: AVAILABLE,
    world: { seed: 7 },
    faults: [{ fault, on: 1, after: 5 }],
  }
  const { trace } = await runAttempt({ name: 'curious', run: curious }, task, { registry, wire })
  const { duration_ms: _, ...rest } = trace
  return rest
}

describe('a fault', () => {
  it.each(FAULTS)('%s leaves the same trace, and tells the agent the same, on both wires', async (fault) => {
    const [http, direct] = [await traceOf(fault, 'http'), await traceOf(fault, 'direct')]
    expect(direct).toEqual(http)
    expect(http.failure).toBeUndefined()
    // Each second call of a tool goes well.
    for (const at of [1, 3, 5]) expect(http.calls[at]).not.toHaveProperty('fault')
    const hit = http.calls.filter((call) => call.fault !== undefined)
    expect(hit.length, JSON.stringify(http.calls)).toBeGreaterThan(0)
    const told = hit.map(({ tool_name, status, error, fault }) =>
      stringifyStably([tool_name, status, error?.code, fault]),
    )
    expect(told.join('\n')).toMatchSnapshot()
  })
})
