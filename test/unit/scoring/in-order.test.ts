import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Tools } from '../../../src/schema/tools.ts'
import type { Call, Trace } from '../../../src/schema/trace.ts'
import { Placement } from '../../../src/scoring/placement.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { performGold } from '../../support/perform.ts'
import { loadExampleTasks } from '../../support/suites.ts'

/** Looks up the calls of a tool, as the set-up of each search does. */
const search = vi.spyOn(Placement.prototype, 'callsOf')

const TASKS = loadExampleTasks().map((task) => ({ task, trace: performGold(task) }))

/** The same calls, and one more that failed before them: no step has the call at its own place. */
function addFailure(trace: Trace): Trace {
  const [first] = trace.calls as [Call]
  const failed: Call = {
    ...first,
    id: 'call_0',
    status: 503,
    error: { code: 'unavailable', message: 'Try again.' },
    turn: -1,
    started: -2,
    ended: -1,
    committed: false,
  }
  delete failed.result
  return { ...trace, calls: [failed, ...trace.calls] }
}

/** Readings, and conversions of what was read, in pairs. */
function buildPairs(pairs: number): { task: Task; trace: Trace } {
  const steps = Array.from({ length: pairs }, (_, i) => [
    { step_id: `read_${i}`, tool_name: 'get_weather', arguments: { city: `Port ${i}` }, depends_on: [] },
    {
      step_id: `convert_${i}`,
      tool_name: 'unit_convert',
      arguments: {
        from_unit: 'celsius',
        to_unit: 'fahrenheit',
        value: { $from: `read_${i}`, at: '/temperature_celsius' },
      },
      depends_on: [`read_${i}`],
    },
  ]).flat()
  const task: Task = {
    task_id: 'pairs',
    level: 'L3_dag',
    prompt: 'Read and convert.',
    available_tools: ['get_weather', 'unit_convert'],
    expected_trace: { steps, final_answer_source: null },
    world: { seed: 7 },
  }
  return { task, trace: performGold(task) }
}

/** The tools, with a count of what is looked up: tools, and parameters by name. */
function countLookups(): { tools: Tools; counts: Map<string, number> } {
  const counts = new Map<string, number>()
  const note = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
  const get = (name: string) => {
    note('tool')
    const tool = registry.get(name)
    const schema = tool?.inputSchema as { properties: object } | undefined
    if (tool === undefined || schema === undefined) return tool
    const properties = new Proxy(schema.properties, {
      get(target, key) {
        note(String(key))
        return Reflect.get(target, key)
      },
    })
    return Object.create(tool, { inputSchema: { value: { ...schema, properties } } }) as typeof tool
  }
  const tools = new Proxy(registry, {
    get(target, key) {
      if (key === 'get') return get
      const value = Reflect.get(target, key) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Tools
  return { tools, counts }
}

afterEach(() => {
  search.mockClear()
})

describe('a trace that follows its task in order', () => {
  it('is assigned without a search', () => {
    const { task, trace } = buildPairs(10)
    expect(scoreTrace(task, trace, registry)).toMatchObject({ score: 1, solved: true })
    expect(search).not.toHaveBeenCalled()
    scoreTrace(task, addFailure(trace), registry)
    expect(search).toHaveBeenCalled()
  })

  it('scores as the search has it', () => {
    for (const { task, trace } of [...TASKS, buildPairs(6)]) {
      search.mockClear()
      const inOrder = scoreTrace(task, trace, registry)
      const searched = scoreTrace(task, addFailure(trace), registry)
      expect(search).toHaveBeenCalled()
      expect(searched.steps).toEqual(inOrder.steps)
      expect([searched.score, searched.solved]).toEqual([inOrder.score, inOrder.solved])
    }
  })

  it('looks up few tools for a call, and the schema of an equal value seldom', () => {
    const { task, trace } = buildPairs(100)
    const { tools, counts } = countLookups()
    expect(scoreTrace(task, trace, tools).solved).toBe(true)
    expect((counts.get('tool') ?? 0) / trace.calls.length).toBeLessThan(3.6)
    expect((counts.get('from_unit') ?? 0) / 100).toBeLessThan(2.5)
  })
})
