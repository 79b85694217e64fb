import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { provideTools, readServedRegistry, serve } from '../../../src/tools/served.ts'
import { World } from '../../../src/tools/world/world.ts'

const own = defineSimulator({
  name: 'get_weather',
  category: 'external_services',
  effect: 'read',
  capability: 'look-up',
  description: 'The weather at a station.',
  input: z.strictObject({ station: z.int() }),
  output: z.strictObject({ wind: z.number() }),
  run: () => ({ wind: 7 }),
})

const holder = globalThis as { [key: symbol]: unknown }
const KEY = Symbol.for('tracewright.served')
let before: unknown

// Another file of this worker may have provided a copy of the registry that it loaded anew.
beforeEach(() => {
  before = holder[KEY]
  holder[KEY] = undefined
  provideTools(() => registry)
})
afterEach(() => {
  holder[KEY] = before
})

it("a tool of the user's stands in the place of one that comes with tracewright, arguments and all", () => {
  serve([own])
  expect(readServedRegistry().size).toBe(registry.size)
  const simulator = readServedRegistry().get('get_weather') ?? own
  expect(executeTool(simulator, { station: 3 }, new World())).toMatchObject({ ok: true, output: { wind: 7 } })
  expect(executeTool(simulator, { city: 'Rome' }, new World())).toMatchObject({ status: 400 })
})

it('what was served before goes, and two of one name are an error', () => {
  serve([own])
  serve([])
  expect(readServedRegistry().get('get_weather')).toBe(registry.get('get_weather'))
  expect(() => serve([own, own])).toThrow('two simulators are named "get_weather"')
})

it('the tools that come with tracewright load when a tool is first asked for, and once', () => {
  holder[KEY] = undefined
  expect(readServedRegistry).toThrow('none were provided')
  expect(() => serve([own])).toThrow('none were provided')
  const load = vi.fn(() => registry)
  provideTools(load)
  serve([own])
  expect(load).not.toHaveBeenCalled()
  expect([readServedRegistry(), readServedRegistry()].map(({ size }) => size)).toEqual([
    registry.size,
    registry.size,
  ])
  serve([])
  expect(readServedRegistry().size).toBe(registry.size)
  expect(load).toHaveBeenCalledOnce()
})

it('a refusal counts as one, also by a tool that was loaded apart from what calls it', () => {
  const thrown = { ToolError: new Error('no such station'), UnansweredCall: new Error('no answer') }
  Object.assign(thrown.ToolError, {
    name: 'ToolError',
    status: 404,
    body: { code: 'not_found' },
    committed: false,
  })
  thrown.UnansweredCall.name = 'UnansweredCall'
  const results = Object.values(thrown).map((error) => {
    const run = () => {
      throw error
    }
    return executeTool({ ...own, run }, { station: 3 }, new World())
  })
  expect(results).toMatchObject([
    { status: 404, error: { code: 'not_found' } },
    { status: 500, error: { message: 'no answer' } },
  ])
})
