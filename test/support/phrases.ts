import { expect, test } from 'vitest'
import { leavesOf } from '../../src/scoring/evidence.ts'
import { carries } from '../../src/scoring/tokens.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import { createRng } from '../../src/shared/rng.ts'
import { listSlots } from '../../src/suites/generate/phrasebook/clause.ts'
import { createSingleCall } from '../../src/suites/generate/phrasebook/single-call.ts'
import type { Phrases } from '../../src/tools/builtin/phrases.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { executeTool } from '../../src/tools/execute.ts'
import { World } from '../../src/tools/world/world.ts'
import { drawSoundTasks } from './patterns.ts'

const DRAWS = 24
/** Draws that become whole tasks. */
const TASKS = 12
/** Tools that a fresh world gives few ways to call. */
const FEW: ReadonlyMap<string, number> = new Map([
  ['get_session_context', 1],
  ['list_files', 2],
])

/** Holds the phrases of a tool to what all phrases have to keep. */
export function describePhrases(entry: Phrases): void {
  const tool = registry.get(entry.tool) as NonNullable<ReturnType<typeof registry.get>>
  const input = tool.inputSchema as { properties?: JsonObject; required?: string[] }
  const draws = Array.from({ length: DRAWS }, (_, i) => entry.draw(createRng(i, entry.tool)))

  test('each clause speaks of every parameter once, and may leave out only optional ones', () => {
    expect(entry.asks.length).toBeGreaterThanOrEqual(3)
    expect(new Set(entry.asks).size).toBe(entry.asks.length)
    for (const ask of entry.asks) {
      const slots = listSlots(ask)
      expect(slots.map(({ name }) => name).sort(), ask).toEqual(Object.keys(input.properties ?? {}).sort())
      const always = new Set(input.required ?? [])
      for (const args of draws) for (const name of always) expect(args).toHaveProperty([name])
      for (const { name, optional } of slots) expect(optional, `${name} in "${ask}"`).toBe(!always.has(name))
      expect(ask, 'starts without a capital').toMatch(/^[a-z]/)
      expect(ask, 'ends without a full stop').not.toMatch(/[.?!]$/)
      expect(ask.includes(entry.tool), 'names no tool').toBe(false)
    }
  })

  test('draws different calls that succeed in any world', () => {
    for (const [i, args] of draws.entries()) {
      const result = executeTool(tool, args, new World(i * 7919))
      if (!result.ok) expect.fail(`${JSON.stringify(args)}: ${result.error.message}`)
    }
    const different = new Set(draws.map((args) => JSON.stringify(args))).size
    expect(different).toBeGreaterThanOrEqual(FEW.get(entry.tool) ?? 5)
  })

  test('asks for an answer where it reads, for an effect where it writes', () => {
    if (tool.effect === 'read') expect(entry.answers.length).toBeGreaterThan(0)
    else expect(entry.answers).toEqual([])
  })

  test('makes sound tasks that state every value', () => {
    const tasks = drawSoundTasks(createSingleCall(entry), TASKS, TASKS, 17)
    for (const task of tasks) {
      const args = Object.entries(task.expected_trace.steps[0]?.arguments ?? {})
      for (const [name, value] of args) {
        for (const leaf of leavesOf(value)) {
          if (leaf.value === null || typeof leaf.value === 'object') continue
          expect(carries(task.prompt, leaf.value), `${name}: ${leaf.value} in ${task.prompt}`).toBe(true)
        }
      }
    }
    expect(tasks.length, 'sound tasks of so many draws').toBeGreaterThanOrEqual(TASKS / 2)
  })
}
