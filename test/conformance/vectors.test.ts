import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { withoutNulls } from '../../src/schema/nullable.ts'
import { CATEGORIES } from '../../src/schema/tool.ts'
import { isObject, type JsonObject } from '../../src/shared/json.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { executeTool } from '../../src/tools/execute.ts'
import { World } from '../../src/tools/world/world.ts'
import { describeWithShared, sharedFiles, sharedLines } from '../support/shared-data.ts'
import { callOf, fillSentences, hasRemovedSentence, type Vector, vectorsOf } from '../support/vectors.ts'

/** Arguments less the nulls that count as left out; undefined where there are none. */
function withNullsLeftOut({ tool, args }: Vector): JsonObject | undefined {
  const schema = registry.get(tool)?.inputSchema
  const rest = isObject(args) ? withoutNulls(args, schema) : args
  return rest !== args && isObject(rest) ? rest : undefined
}

const sequences = sharedLines('simulators/_sequences.jsonl').map(
  (line) => (JSON.parse(line) as { sequence: Vector[] }).sequence,
)

/** Names of the published tools: those that there are vectors of. */
const published = sharedFiles('simulators')
  .filter((file) => /^[a-z].*\.jsonl$/.test(file))
  .map((file) => file.replace('.jsonl', ''))
const simulators = [...registry.values()].filter(({ name }) => published.includes(name))

describeWithShared('published vectors at seed 0', 'simulators', () => {
  it('are of tools that are all simulated', () => {
    expect(simulators.map(({ name }) => name).sort()).toEqual([...published].sort())
  })

  describe.each(simulators)('$name', (simulator) => {
    const vectors = vectorsOf(simulator.name).filter((vector) => !vector.exotic && !vector.nondeterministic)

    it('has vectors', () => expect(vectors.length).toBeGreaterThan(0))

    it('agrees on calls within the schema', () => {
      const within = vectors.filter((vector) => vector.in_schema)
      const ours = within.map((vector) => {
        const result = callOf(vector)
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
        const result = callOf(vector)
        const rest = withNullsLeftOut(vector)
        if (rest !== undefined) {
          expect(result, JSON.stringify(vector.args)).toEqual(callOf({ ...vector, args: rest }))
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
        const result = callOf(vector)
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
    await expect(tableByCategory()).toMatchFileSnapshot('../../docs/published-vectors.md')
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
  const result = callOf(vector)
  if (!vector.in_schema) {
    if (!result.ok) return 'refused'
    return withNullsLeftOut(vector) === undefined ? 'lenient' : 'null left out'
  }
  if (result.ok !== vector.ok) return 'differs'
  if (!result.ok) return 'agrees'
  if (!isDeepStrictEqual(fillSentences(vector.output, result.output), result.output)) return 'differs'
  return hasRemovedSentence(vector.output) ? 'agrees outside sentences' : 'agrees'
}

/** How every vector fares, as a Markdown page. */
function tableByCategory(): string {
  const rows = CATEGORIES.map((category) => {
    const tools = simulators.filter((simulator) => simulator.category === category)
    const verdicts = tools.flatMap((tool) => vectorsOf(tool.name).map(verdictOf))
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
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
  return `# Published vectors

How our simulators at seed 0 answer calls of the published benchmark's own simulators. A test writes this page and fails if
it is out of date.

- **agree**: within the declared schema; the same JSON to the last digit, or an error on both sides.
- **agree outside sentences**: the same except for sentences, which are ours.
- **refused by the schema**: outside the declared schema; our error names the parameter, whatever the published simulator
  returned. **Accepted**: outside it too, with the published result. **Null left out**: an optional argument is null although
  its schema does not allow null; our simulators ignore it.
- **not in JSON**: results that JSON cannot carry (NaN, sets, integers beyond 2^53), or that depend on the wall clock.

${line(header)}
${line(header.map((_, i) => (i === 0 ? '---' : '--:')))}
${[...rows, total].map(line).join('\n')}

## Python that is left out

Calls with these parts of Python are refused with 422 and a message that names the part.

- **Expressions** (\`calculator\`, \`execute_python\`, formulas):
  - sets, and complex numbers
  - ints of more than 308 digits
  - methods that change a value
  - methods of ints, floats, bytes and ranges
  - of texts all methods but \`upper\`, \`lower\`, \`title\`, \`capitalize\`, \`strip\`, \`lstrip\`, \`rstrip\`, \`split\`, \`replace\`, \`join\`, \`find\`, \`count\`, \`startswith\`, \`endswith\`, \`isdigit\` and \`isalpha\`
  - limits of \`split\` and \`replace\`
  - \`%\` and \`.format\` on texts
  - in f-strings \`!r\`, \`=\`, \`1.\`, nested fields, signs and all types but \`d\`, \`f\`, \`s\` and \`%\`
  - octal numbers and escapes
  - unpacking with \`*\` and \`**\`
  - \`<<\`, \`>>\` and \`@\`
  - \`|\` on dicts
  - \`+\`, \`*\` and slices of tuples
  - tuples as keys
  - \`is\` between texts or collections
  - default values of a \`lambda\`
  - \`:=\` within a comprehension or a \`lambda\`
  - parentheses around names of \`for\`
  - ranges, views, iterators, bytes and functions as results
  - reading an iterator twice
  - a base for \`int\`, a start for \`sum\`, a modulus for \`pow\`, more than one iterable for \`map\`, more than three for \`zip\`
- **Patterns** (\`regex_match\`):
  - conditional groups
  - flags other than \`i\`, \`m\`, \`s\` before the pattern, and flags for a part of it
  - comments
  - \`\\B\`, \`\\N{...}\`, \`\\U...\` and octal escapes
  - back-references by name, and to a group that may take no part
  - a look-behind with groups or without a fixed width
  - repetitions of a part that can match nothing, of a group that only some repetitions use, or of more than 10,000
  - patterns that try to match nothing first, such as \`a??\`
- A pattern that takes more than half a second has no answer; the attempt is errored.
`
}
