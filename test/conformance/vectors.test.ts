import { describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../src/shared/json.ts'
import { executeTool } from '../../src/simulators/execute.ts'
import { registry } from '../../src/simulators/registry.ts'
import { World } from '../../src/world/world.ts'
import { hasSharedData, sharedLines } from '../support/shared-data.ts'

interface Vector {
  tool: string
  args: Json
  ok: boolean
  output: Json
  prose?: string[]
  arg_float_paths?: string[]
  in_schema: boolean
  exotic: boolean
  nondeterministic?: boolean
}

/** Published vectors write `items[0].unit_price` where we write `/items/0/unit_price`. */
const pointer = (path: string): string => `/${path.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`

/** A stock sentence that was taken out of the reference data; any text stands for it. */
const isRemovedSentence = (value: Json): boolean => isObject(value) && isObject(value.$prose as Json)

/** Copies our text into the places where the reference's sentence was taken out. */
function fillSentences(expected: Json, actual: Json): Json {
  if (isRemovedSentence(expected)) return typeof actual === 'string' && actual !== '' ? actual : expected
  if (Array.isArray(expected)) {
    return expected.map((item, i) => fillSentences(item, (Array.isArray(actual) ? actual[i] : null) ?? null))
  }
  if (!isObject(expected)) return expected
  return Object.fromEntries(
    Object.entries(expected).map(([key, item]) => [
      key,
      fillSentences(item, (isObject(actual) ? actual[key] : null) ?? null),
    ]),
  )
}

const sequences = sharedLines('simulators/_sequences.jsonl')
  .map((line) => (JSON.parse(line) as { sequence: Vector[] }).sequence)
  .filter((sequence) => sequence.every((vector) => registry.has(vector.tool)))

describe.runIf(hasSharedData)('published vectors at seed 0', () => {
  describe.each([...registry.values()])('$name', (simulator) => {
    const vectors = sharedLines(`simulators/${simulator.name}.jsonl`)
      .map((line) => JSON.parse(line) as Vector)
      .filter((vector) => !vector.exotic && !vector.nondeterministic)

    const call = (vector: Vector) =>
      executeTool(simulator, vector.args, new World(0), new Set((vector.arg_float_paths ?? []).map(pointer)))

    it('has vectors', () => expect(vectors.length).toBeGreaterThan(0))

    it('agrees on calls within the schema', () => {
      const within = vectors.filter((vector) => vector.in_schema)
      const ours = within.map((vector) => {
        const result = call(vector)
        return { args: vector.args, ok: result.ok, output: result.ok ? result.output : null }
      })
      const theirs = within.map((vector, i) => ({
        args: vector.args,
        ok: vector.ok,
        output: vector.ok ? fillSentences(vector.output, ours[i]?.output ?? null) : null,
      }))
      expect(ours).toEqual(theirs)
    })

    it('refuses calls outside the schema at the door, naming the parameter', () => {
      for (const vector of vectors.filter((candidate) => !candidate.in_schema && isObject(candidate.args))) {
        const result = call(vector)
        if (result.ok) {
          // Where we accept more than the declared schema, the published result still holds.
          expect(result.output, JSON.stringify(vector.args)).toEqual(
            fillSentences(vector.output, result.output),
          )
          continue
        }
        expect([400, 422], JSON.stringify(vector.args)).toContain(result.status)
        expect(result.error.parameter, JSON.stringify(vector.args)).toEqual(expect.any(String))
      }
    })

    it('gives output that its own schema accepts', () => {
      for (const vector of vectors) {
        const result = call(vector)
        if (result.ok) expect(() => simulator.output.parse(result.output)).not.toThrow()
      }
    })
  })

  describe.runIf(sequences.length > 0)('sequences share one world', () => {
    it.each(
      sequences.map((sequence) => [sequence.map((vector) => vector.tool).join(' '), sequence] as const),
    )('%s', (_, sequence) => {
      const world = new World(0)
      for (const vector of sequence) {
        const simulator = registry.get(vector.tool)
        if (simulator === undefined) throw new Error(`no simulator ${vector.tool}`)
        const result = executeTool(simulator, vector.args, world)
        if (!result.ok) {
          // The declared schema refuses what the reference let through; then the rest is another world.
          expect(result.status).toBe(400)
          return
        }
        const output = result.output as JsonObject
        expect(output).toEqual(fillSentences(vector.output, output))
      }
    })
  })
})
