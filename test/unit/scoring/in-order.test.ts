import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Tools } from '../../../src/schema/tools.ts'
import type { Call, Trace } from '../../../src/schema/trace.ts'
import * as literal from '../../../src/scoring/literal.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { performGold } from '../../support/perform.ts'
import { loadExampleTasks } from '../../support/suites.ts'

/** How often a search for calls was set up. */
const searches = vi.hoisted(() => ({ count: 0 }))

vi.mock(import('../../../src/scoring/placement.ts'), async (load) => {
  const module = await load()
  class CountedPlacement extends module.Placement {
    constructor(...args: ConstructorParameters<typeof module.Placement>) {
      super(...args)
      searches.count++
    }
  }
  return { ...module, Placement: CountedPlacement }
})
vi.mock(import('../../../src/scoring/literal.ts'), async (load) => {
  const module = await load()
  return { ...module, judgeLiteral: vi.fn(module.judgeLiteral) }
})

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

afterEach(() => {
  vi.clearAllMocks()
  searches.count = 0
})

describe('a trace that follows its task in order', () => {
  it('is assigned without a search, and its equal values without a judge for each', () => {
    const { task, trace } = buildPairs(10)
    expect(scoreTrace(task, trace, registry)).toMatchObject({ score: 1, solved: true })
    expect(searches.count).toBe(0)
    expect(literal.judgeLiteral).not.toHaveBeenCalled()
    scoreTrace(task, addFailure(trace), registry)
    expect(searches.count).toBe(1)
  })

  it('scores as the search has it', () => {
    for (const { task, trace } of [...TASKS, buildPairs(6)]) {
      const inOrder = scoreTrace(task, trace, registry)
      const { count } = searches
      const searched = scoreTrace(task, addFailure(trace), registry)
      expect(searches.count).toBeGreaterThan(count)
      expect(searched.steps).toEqual(inOrder.steps)
      expect([searched.score, searched.solved]).toEqual([inOrder.score, inOrder.solved])
    }
  })

  it('looks up few tools for a call', () => {
    const { task, trace } = buildPairs(100)
    let count = 0
    const counted = new Proxy(registry, {
      get(target, name) {
        if (name === 'get') count++
        const value = Reflect.get(target, name) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    }) as Tools
    expect(scoreTrace(task, trace, counted).solved).toBe(true)
    expect(count / trace.calls.length).toBeLessThan(3.6)
  })
})
