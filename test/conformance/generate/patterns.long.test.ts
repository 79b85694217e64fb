import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CalibrationAgent } from '../../../src/schema/agent.ts'
import { listSources } from '../../../src/schema/binding.ts'
import type { Task } from '../../../src/schema/task.ts'
import { schemaAt } from '../../../src/scoring/provenance.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { isStated } from '../../../src/scoring/stated.ts'
import { carries } from '../../../src/scoring/tokens.ts'
import { stringifyStably } from '../../../src/shared/json.ts'
import { createRng } from '../../../src/shared/rng.ts'
import { listLiteralLeaves } from '../../../src/suites/audit/literal-leaves.ts'
import { constant, idle, random, scrambled } from '../../../src/suites/calibration/adversaries.ts'
import { oracle } from '../../../src/suites/calibration/oracle.ts'
import { textAgents } from '../../../src/suites/calibration/text-agents.ts'
import type { Pattern } from '../../../src/suites/generate/pattern.ts'
import { namedPatterns } from '../../../src/suites/generate/patterns/index.ts'
import { findFlaw } from '../../../src/suites/generate/soundness.ts'
import { resolve } from '../../../src/tasks/bindings.ts'
import type { LeafSchema } from '../../../src/tasks/equality.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { writeClosingParagraph } from '../../../src/tools/content/answer-request.ts'
import { perform, placeInWorld, runReference } from '../../support/in-world.ts'
import { drawDrafts, drawSoundTasks } from '../../support/patterns.ts'

/** Keys and tags of the published generators by level, in their order. */
const published: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL('published-patterns.json', import.meta.url), 'utf8'),
)
const LEVELS = ['L1_chain', 'L2_parallel', 'L3_dag'] as const
const PATTERNS = LEVELS.flatMap((level) =>
  namedPatterns()[level].map((pattern) => [`${level} ${pattern.key}`, pattern] as const),
)
const WORLDS = [3, 99, 12_345]
/** 300 draws out of 2,000 tasks give 279 different ones on average. */
const WIDE = { draws: 300, different: 265 }

const draftsOf = (pattern: Pattern, count: number) =>
  Array.from({ length: count }, (_, i) => pattern.draw(createRng(i, 'wide', pattern.key))).filter(
    (draft) => draft !== undefined,
  )

/** What flows in a task, in the world of a seed. */
function flowOf(task: Task, seed: number): string {
  const { outputOf } = runReference(task, registry, seed)
  const { steps } = task.expected_trace
  const bound = [...steps.map((step) => step.arguments), task.expected_final_answer ?? null]
  return stringifyStably(bound.map((value) => resolve(value, outputOf)))
}

describe.each(LEVELS)('the patterns of %s', (level) => {
  const patterns = namedPatterns()[level]

  test('hold the published ones by their keys and tags, and say of ours that they are not', () => {
    const given = patterns.filter((pattern) => pattern.published)
    expect(Object.fromEntries(given.map(({ key, name }) => [key, name]))).toEqual(published[level])
    expect(new Set(patterns.map(({ key }) => key)).size).toBe(patterns.length)
  })

  test.runIf(level === 'L1_chain')('have tags of their own where they are ours', () => {
    const tags = Object.values(published[level] ?? {})
    expect(patterns.filter((pattern) => !pattern.published && tags.includes(pattern.name))).toEqual([])
  })

  test.runIf(level !== 'L3_dag')('take values in all steps but the first, or in none', () => {
    const joined = patterns
      .filter((pattern) => level === 'L1_chain' || pattern.published)
      .flatMap((pattern) => draftsOf(pattern, 8).flatMap(({ steps }) => steps.slice(1)))
      .map((step) => listSources(step.arguments).length > 0)
    expect([...new Set(joined)]).toEqual([level === 'L1_chain'])
  })
})

describe.each(PATTERNS)('%s', (_, pattern) => {
  const drafts = Array.from({ length: 12 }, (_, i) =>
    drawDrafts(pattern, i, 500, createRng(i, pattern.key)),
  ).flat()
  const tasks = drawSoundTasks(pattern, 3, 30, 500)

  test('says in every phrasing all that is not bound, and names no tool', () => {
    for (const { draft } of drafts) {
      expect(new Set(draft.prompts).size).toBe(draft.prompts.length)
      expect(draft.prompts.length).toBeGreaterThanOrEqual(3)
      for (const prompt of draft.prompts) {
        const missing = draft.steps.flatMap(({ tool, arguments: args }) => {
          const schema = registry.get(tool)?.inputSchema as LeafSchema
          return listLiteralLeaves(args).filter(
            ({ pointer, value }) => !isStated(prompt, value, schemaAt(schema, pointer)),
          )
        })
        const named = [...registry.keys()].filter((name) => carries(prompt, name))
        expect({ missing, named }, prompt).toEqual({ missing: [], named: [] })
        expect(prompt).not.toContain('...')
      }
    }
  })

  test('gives tasks in most draws, two fifths of them sound, of chains half and in every phrasing', () => {
    expect(drafts.length).toBeGreaterThanOrEqual(10)
    const isChain = pattern.level === 'L1_chain'
    const sound = drafts.filter(({ draft, task }) => {
      const phrased = draft.prompts.map((prompt) => `${prompt}\n\n${writeClosingParagraph(draft.answer)}`)
      return (isChain ? phrased : [task.prompt]).every(
        (prompt) => findFlaw({ ...task, prompt }, registry, { mayBeWeak: pattern.weak }) === undefined,
      )
    })
    expect(sound.length).toBeGreaterThanOrEqual(isChain ? 6 : 5)
  })

  test('has thousands of tasks to give, of the tools that it declares and no others', () => {
    const all = draftsOf(pattern, WIDE.draws)
    const traces = new Set(all.map(({ steps }) => stringifyStably(steps)))
    expect(traces.size).toBeGreaterThan((WIDE.different / WIDE.draws) * all.length)
    const called = new Set(all.flatMap(({ steps }) => steps.map(({ tool }) => tool)))
    expect([...called].sort()).toEqual([...pattern.tools].sort())
  })

  test('is solved by doing what is expected, in any world, and by nothing less', async () => {
    expect(tasks).toHaveLength(3)
    for (const task of tasks) {
      for (const seed of WORLDS) expect(() => runReference(task, registry, seed)).not.toThrow()
      const score = async (agent: CalibrationAgent) =>
        scoreTrace(task, await perform(agent, task, registry), registry)
      expect(await score(oracle)).toMatchObject({ solved: true, score: 1, warnings: [] })
      for (const agent of [idle, random, constant])
        expect(await score(agent)).toMatchObject({ solved: false, score: 0 })
      const seed = task.world?.seed ?? 0
      const wrong = textAgents.filter((agent) => agent.judgedBy(placeInWorld(task)) === 'structure')
      const others = flowOf(task, seed) === flowOf(task, seed + 1) ? wrong : [scrambled, ...wrong]
      for (const agent of others) expect((await score(agent)).solved, agent.name).toBe(false)
    }
  })
})
