import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEMANTIC_KEY, SEMANTIC_TYPES } from '../../src/schema/semantic.ts'
import { toolSchema } from '../../src/schema/tool.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import { load } from '../../src/shared/load.ts'
import { simulators } from '../../src/tools/builtin/simulators.ts'
import { executeTool } from '../../src/tools/execute.ts'
import { World } from '../../src/tools/world/world.ts'
import { generateArguments } from '../support/arguments.ts'

/** One for all tools: each one compiles the schema of schemas. */
const ajv = new Ajv2020({ strict: false })

const SEEDS = [0, 1, 42, 2 ** 40]

describe.each([...simulators])('$name', (simulator) => {
  const { input: _, output: __, run: ___, commits: ____, ...tool } = simulator
  const properties = (schema: Record<string, unknown>) =>
    Object.entries(schema.properties as Record<string, JsonObject>)

  it('is a well-formed tool', () => {
    expect(() => toolSchema().parse(tool)).not.toThrow()
    expect(simulator.name).toMatch(/^[a-z][a-z0-9_]*$/)
    expect(simulator.description.length).toBeGreaterThan(40)
  })

  it('says of every field what it is and means', () => {
    const words = load(
      `../tools/builtin/${simulator.category}/${simulator.name}.json`.replaceAll('_', '-'),
    ) as Record<'input' | 'output', object>
    for (const [side, schema] of [
      ['input', simulator.inputSchema],
      ['output', simulator.outputSchema],
    ] as const) {
      expect(Object.keys(words[side])).toEqual(properties(schema).map(([name]) => name))
      for (const [name, { description, [SEMANTIC_KEY]: meaning }] of properties(schema)) {
        expect(description, name).toEqual(expect.any(String))
        expect(SEMANTIC_TYPES, name).toContain(meaning)
      }
    }
  })

  it('declares the same in zod and in JSON Schema', () => {
    const validateInput = ajv.compile(simulator.inputSchema)
    const validateOutput = ajv.compile(simulator.outputSchema)
    fc.assert(
      fc.property(generateArguments(simulator), (args) => {
        expect(validateInput(args), JSON.stringify(validateInput.errors)).toBe(true)
        expect(simulator.input.safeParse(args).success).toBe(true)
        const result = executeTool(simulator, args, new World(7))
        if (!result.ok) return
        expect(validateOutput(result.output), JSON.stringify(validateOutput.errors)).toBe(true)
        expect(JSON.parse(JSON.stringify(result.output))).toEqual(result.output)
      }),
      { numRuns: 15 },
    )
  })

  it('gives the same bytes for the same seed and calls', () => {
    fc.assert(
      fc.property(
        fc.array(generateArguments(simulator), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...SEEDS),
        (calls, seed) => {
          const [one, other] = [new World(seed), new World(seed)].map((world) =>
            JSON.stringify(calls.map((args) => executeTool(simulator, args, world))),
          )
          expect(one).toBe(other)
        },
      ),
      { numRuns: 10 },
    )
  })

  it('answers garbage with an error that names what is wrong, never with an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (garbage) => {
        const result = executeTool(simulator, garbage, new World(3))
        if (result.ok) return
        expect([400, 404, 409, 422]).toContain(result.status)
        expect(result.error.message).not.toBe('')
      }),
      { numRuns: 30 },
    )
    const unknown = executeTool(simulator, { ...firstArguments(), surely_not_declared: 1 }, new World(3))
    expect(unknown).toMatchObject({ ok: false, status: 400, error: { parameter: 'surely_not_declared' } })
  })

  it('names each required parameter that is missing', () => {
    for (const name of (simulator.inputSchema.required ?? []) as string[]) {
      const { [name]: _, ...args } = firstArguments()
      expect(executeTool(simulator, args, new World())).toMatchObject({
        ok: false,
        status: 400,
        error: { parameter: name },
      })
    }
  })

  it('commits an effect exactly when it succeeds as a write', () => {
    const world = new World(5)
    const result = executeTool(simulator, firstArguments(), world)
    const writes = simulator.effect !== 'read' && simulator.commits?.(firstArguments()) !== false
    expect(world.journal.length).toBe(result.ok && writes ? 1 : 0)
    expect(result.committed).toBe(world.journal.length === 1)
  })

  it('leaves no state behind for the next run', () => {
    const args = firstArguments()
    const fresh = JSON.stringify(executeTool(simulator, args, new World(9)))
    const world = new World(9)
    executeTool(simulator, args, world.fork())
    executeTool(simulator, args, new World(9))
    expect(JSON.stringify(executeTool(simulator, args, world))).toBe(fresh)
  })

  function firstArguments(): JsonObject {
    return fc.sample(generateArguments(simulator), { seed: 11, numRuns: 1 })[0] as JsonObject
  }
})
