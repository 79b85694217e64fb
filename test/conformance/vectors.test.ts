import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { dropOptionalNulls } from '../../src/schema/nullable.ts'
import { CATEGORIES } from '../../src/schema/tool.ts'
import { isObject, type JsonObject } from '../../src/shared/json.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { executeTool } from '../../src/tools/execute.ts'
import { World } from '../../src/tools/world/world.ts'
import { expectPage, numberTable } from '../support/markdown-table.ts'
import { describeWithShared, listSharedFiles, readSharedLines } from '../support/shared-data.ts'
import {
  executeVector,
  fillSentences,
  hasRemovedSentence,
  readVectors,
  type Vector,
} from '../support/vectors.ts'

/** Arguments less the nulls that count as left out; undefined where there are none. */
function withNullsLeftOut({ tool, args }: Vector): JsonObject | undefined {
  const schema = registry.get(tool)?.inputSchema
  const rest = isObject(args) ? dropOptionalNulls(args, schema) : args
  return rest !== args && isObject(rest) ? rest : undefined
}

const sequences = readSharedLines('simulators/_sequences.jsonl').map(
  (line) => (JSON.parse(line) as { sequence: Vector[] }).sequence,
)

/** Names of the published tools: those that there are vectors of. */
const published = listSharedFiles('simulators')
  .filter((file) => /^[a-z].*\.jsonl$/.test(file))
  .map((file) => file.replace('.jsonl', ''))
const simulators = [...registry.values()].filter(({ name }) => published.includes(name))

describeWithShared('published vectors at seed 0', 'simulators', () => {
  it('are of tools that are all simulated', () => {
    expect(simulators.map(({ name }) => name).sort()).toEqual([...published].sort())
  })

  describe.each(simulators)('$name', (simulator) => {
    const vectors = readVectors(simulator.name).filter((vector) => !vector.exotic && !vector.nondeterministic)

    it('has vectors', () => expect(vectors.length).toBeGreaterThan(0))

    it('agrees on calls within the schema', () => {
      const within = vectors.filter((vector) => vector.in_schema)
      const ours = within.map((vector) => {
        const result = executeVector(vector)
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
        const result = executeVector(vector)
        const rest = withNullsLeftOut(vector)
        if (rest !== undefined) {
          expect(result, JSON.stringify(vector.args)).toEqual(executeVector({ ...vector, args: rest }))
          continue
        }
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
        const result = executeVector(vector)
        if (result.ok) expect(() => simulator.output.parse(result.output)).not.toThrow()
      }
    })
  })

  it.each(sequences.map((sequence) => [sequence.map((vector) => vector.tool).join(' '), sequence] as const))(
    'sequences share one world %s',
    (_, sequence) => {
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
    },
  )

  it('are counted by category in the docs', async () => {
    await expectPage('published-vectors.md', { vectors: tableByCategory() })
  })
})

type Verdict =
  | 'agrees'
  | 'agrees outside sentences'
  | 'differs'
  | 'refused'
  | 'lenient'
  | 'null left out'
  | 'exotic'

function verdictOf(vector: Vector): Verdict {
  if (vector.exotic || vector.nondeterministic) return 'exotic'
  const result = executeVector(vector)
  if (!vector.in_schema) {
    if (!result.ok) return 'refused'
    return withNullsLeftOut(vector) === undefined ? 'lenient' : 'null left out'
  }
  if (result.ok !== vector.ok) return 'differs'
  if (!result.ok) return 'agrees'
  if (!isDeepStrictEqual(fillSentences(vector.output, result.output), result.output)) return 'differs'
  return hasRemovedSentence(vector.output) ? 'agrees outside sentences' : 'agrees'
}

/** How every vector fares, as a table of Markdown. */
function tableByCategory(): string {
  const rows = CATEGORIES.map((category) => {
    const tools = simulators.filter((simulator) => simulator.category === category)
    const verdicts = tools.flatMap((tool) => readVectors(tool.name).map(verdictOf))
    const count = (verdict: Verdict) => verdicts.filter((each) => each === verdict).length
    return [
      category,
      tools.length,
      count('agrees'),
      count('agrees outside sentences'),
      count('differs'),
      count('refused'),
      count('lenient'),
      count('null left out'),
      count('exotic'),
    ] as const
  })
  const total = [
    '**all**',
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((i) => rows.reduce((sum, row) => sum + Number(row[i]), 0)),
  ]
  const header = [
    'category',
    'tools',
    'agree',
    'agree outside sentences',
    'differ',
    'refused by the schema',
    'accepted, same result',
    'null left out',
    'not in JSON',
  ]
  return numberTable([header, ...rows, total])
}
