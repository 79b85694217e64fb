import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { serve, servedRegistry } from '../../../src/tools/served.ts'
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

afterEach(() => serve([]))

it("a tool of the user's stands in the place of one that comes with tracewright, arguments and all", () => {
  serve([own])
  expect(servedRegistry().size).toBe(registry.size)
  const simulator = servedRegistry().get('get_weather') ?? own
  expect(executeTool(simulator, { station: 3 }, new World())).toMatchObject({ ok: true, output: { wind: 7 } })
  expect(executeTool(simulator, { city: 'Rome' }, new World())).toMatchObject({ status: 400 })
})

it('what was served before goes, and two of one name are an error', () => {
  serve([own])
  serve([])
  expect(servedRegistry().get('get_weather')).toBe(registry.get('get_weather'))
  expect(() => serve([own, own])).toThrow('two simulators are named "get_weather"')
})
