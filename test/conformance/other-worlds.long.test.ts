import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { createRng } from '../../src/shared/rng.ts'
import { phrasebook } from '../../src/tools/builtin/phrasebook.ts'
import type { Phrases } from '../../src/tools/builtin/phrases.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { traits } from '../../src/tools/builtin/traits.ts'
import type { Simulator } from '../../src/tools/define-simulator.ts'
import { executeTool } from '../../src/tools/execute.ts'
import { World } from '../../src/tools/world/world.ts'
import { generateArguments } from '../support/arguments.ts'

const SEEDS = Array.from({ length: 200 }, (_, i) => i + 1)

/** Arguments of calls that succeed, always the same ones. */
function successfulArguments(simulator: Simulator): JsonObject[] {
  const samples = fc.sample(generateArguments(simulator), { seed: 5, numRuns: 200 })
  const plausible = samples.filter((args) => executeTool(simulator, args, new World(0)).ok).slice(0, 8)
  const { draw } = phrasebook.get(simulator.name) as Phrases
  return [...plausible, ...[1, 2, 3, 4].map((seed) => draw(createRng(seed)))]
}

/** The leaves of a value by place. */
function leavesOf(value: Json, at = '', leaves = new Map<string, Json>()): Map<string, Json> {
  if (typeof value !== 'object' || value === null) leaves.set(at, value)
  else for (const [key, item] of Object.entries(value)) leavesOf(item, `${at}/${key}`, leaves)
  return leaves
}

/** Distinct values of each leaf over all worlds, and whether it is there in each. */
function valuesByLeaf(simulator: Simulator, args: JsonObject): Map<string, Set<Json>> {
  const values = new Map<string, Set<Json>>()
  for (const seed of SEEDS) {
    const result = executeTool(simulator, args, new World(seed))
    if (!result.ok) continue
    for (const [at, leaf] of leavesOf(result.output)) {
      const seen = values.get(at)
      if (seen === undefined) values.set(at, new Set([leaf]))
      else seen.add(leaf)
    }
  }
  return values
}

/** Leaves, with `*` for any item, that some call gets another value of in nearly every world. */
function opaqueLeaves(simulator: Simulator, calls: readonly JsonObject[]): Set<string> {
  const leaves = calls.flatMap((args) => [...valuesByLeaf(simulator, args)])
  return new Set(
    leaves
      .filter(([, values]) => values.size >= DISTINCT)
      .map(([at]) => at.replaceAll(/\/\d+(?=\/|$)/g, '/*')),
  )
}

/** Of 200 draws among 10,000 or more, fewer than this are distinct only once in a million suites. */
const DISTINCT = 190

describe.each([...registry.values()])('$name', (simulator) => {
  const calls = successfulArguments(simulator)

  it('succeeds on some plausible arguments', () => expect(calls.length).toBeGreaterThan(0))

  it('gives at the leaves that its folder names, and there alone, what cannot be guessed in another world', () => {
    expect([...opaqueLeaves(simulator, calls)].sort()).toEqual(traits.get(simulator.name)?.opaque)
  })

  it.runIf(traits.get(simulator.name)?.opaque.length === 0)('is the same in every world', () => {
    for (const args of calls) {
      for (const [at, values] of valuesByLeaf(simulator, args)) expect(values.size, at).toBe(1)
    }
  })

  it('gives ids of 40 bits or more', () => {
    for (const args of calls) {
      for (const seed of SEEDS.slice(0, 20)) {
        const result = executeTool(simulator, args, new World(seed))
        if (!result.ok) continue
        for (const [at, leaf] of leavesOf(result.output)) {
          const isEcho = [...leavesOf(args).values()].includes(leaf)
          if (/(_id|-id)$/.test(at) && !isEcho) expect(String(leaf), at).toMatch(/[0-9a-f]{10}/)
        }
      }
    }
  })

  it('keeps dates and times valid', () => {
    for (const args of calls) {
      for (const seed of SEEDS.slice(0, 50)) {
        const result = executeTool(simulator, args, new World(seed))
        if (!result.ok) continue
        const echoes = new Set(leavesOf(args).values())
        for (const [at, leaf] of leavesOf(result.output)) {
          if (typeof leaf !== 'string' || echoes.has(leaf)) continue
          if (/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/.test(leaf)) {
            expect(Number.isNaN(Date.parse(leaf)), `${at} ${leaf}`).toBe(false)
          }
        }
      }
    }
  })
})
