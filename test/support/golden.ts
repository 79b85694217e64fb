import type { JsonObject } from '../../src/shared/json.ts'
import { createRng } from '../../src/shared/rng.ts'
import { phrasebook } from '../../src/tools/builtin/phrasebook.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import type { Simulator } from '../../src/tools/define-simulator.ts'
import { executeTool } from '../../src/tools/execute.ts'
import { World } from '../../src/tools/world/world.ts'

/** A call, and what it gives in the world of each seed, or in every one. */
export interface GoldenCall {
  args: JsonObject
  result?: unknown
  results?: Readonly<Record<string, unknown>>
}

const SEEDS = [0, 1, 42]
const DRAWS = 3

/** What calls give, one after the other in one world of each seed. */
export function computeResults(simulator: Simulator, calls: readonly JsonObject[]): GoldenCall[] {
  const bySeed = SEEDS.map((seed) => {
    const world = new World(seed)
    return calls.map((args) => {
      const result = executeTool(simulator, args, world)
      return result.ok ? { output: result.output } : { status: result.status, error: result.error }
    })
  })
  return calls.map((args, i) => {
    const results = bySeed.map((each) => each[i])
    const isSame = results.every((result) => JSON.stringify(result) === JSON.stringify(results[0]))
    if (isSame) return { args, result: results[0] }
    return { args, results: Object.fromEntries(SEEDS.map((seed, at) => [seed, results[at]])) }
  })
}

/** Some calls that make sense, the first of them again, and one without a parameter that it needs. */
function callsOf(simulator: Simulator): JsonObject[] {
  const { name, inputSchema } = simulator
  const drawn = Array.from(
    { length: DRAWS },
    (_, i) => phrasebook.get(name)?.draw(createRng(i, 'golden', name)) ?? {},
  )
  const [first = {}] = drawn
  const [needed] = (inputSchema.required ?? []) as string[]
  const { [needed ?? '']: _, ...rest } = first
  return [...drawn, first, ...(needed === undefined ? [] : [rest])]
}

/** The text of every file of golden calls, by tool. */
export const computeGoldenFiles = (): Map<string, string> =>
  new Map(
    [...registry.values()].map((simulator) => [
      simulator.name,
      computeResults(simulator, callsOf(simulator))
        .map((call) => `${JSON.stringify(call)}\n`)
        .join(''),
    ]),
  )
