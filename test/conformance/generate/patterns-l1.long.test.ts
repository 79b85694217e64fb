import { describe, expect, test } from 'vitest'
import type { CalibrationAgent } from '../../../src/schema/agent.ts'
import { sourcesOf } from '../../../src/schema/binding.ts'
import type { Task } from '../../../src/schema/task.ts'
import { resolve } from '../../../src/scoring/bindings.ts'
import { referenceRun } from '../../../src/scoring/reference-run.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { carries } from '../../../src/scoring/tokens.ts'
import { stableJson } from '../../../src/shared/json.ts'
import { rngOf } from '../../../src/shared/rng.ts'
import { constant, idle, random, scrambled } from '../../../src/suites/calibration/adversaries.ts'
import { oracle } from '../../../src/suites/calibration/oracle.ts'
import { perform } from '../../../src/suites/calibration/perform.ts'
import { composeTask } from '../../../src/suites/generate/compose-task.ts'
import { drawContext } from '../../../src/suites/generate/drawer.ts'
import type { Pattern } from '../../../src/suites/generate/pattern.ts'
import { namedPatterns } from '../../../src/suites/generate/patterns/index.ts'
import { flawOf } from '../../../src/suites/generate/soundness.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { closingParagraph } from '../../../src/tools/content/answer-request.ts'
import { isFixed } from '../../unit/generate/oracle.ts'

/** Keys and tags of the published generators, in their order. */
const PUBLISHED: Readonly<Record<string, string>> = {
  weather_convert: 'retrieve-transform',
  search_summarize: 'retrieve-process',
  stock_convert: 'retrieve-convert',
  entity_sentiment: 'analyze-classify',
  search_translate: 'retrieve-translate',
  weather_email: 'retrieve-send',
  read_summarize: 'read-process',
  kb_translate: 'retrieve-translate',
  search_classify: 'retrieve-classify',
  word_count_format: 'count-format',
  keyword_search: 'extract-search',
  detect_translate: 'detect-translate',
  pctchange_format: 'compute-format',
  extract_nums_stats: 'extract-analyze',
  parse_weekday: 'parse-lookup',
  read_keywords: 'read-extract',
  read_wordcount: 'read-count',
  weather_log: 'retrieve-log',
  calc_round: 'compute-round',
  extract_nums_minmax: 'extract-aggregate',
  invoice_email: 'create-send',
  report_save: 'generate-save',
  encrypt_save: 'transform-save',
  slugify_url: 'transform-construct',
  entity_mask: 'analyze-redact',
  stock_pctchange: 'retrieve-compute',
  weather_calendar: 'retrieve-schedule',
}

const chains = namedPatterns().L1_chain.filter(isFixed)
const DRAWS = 8
const WORLDS = [3, 99, 12_345]
/** 300 draws out of 2,000 tasks give 279 different ones on average. */
const WIDE = { draws: 300, different: 265 }

/** Drafts of a pattern as tasks, one for every way to put the request. */
function drawn(pattern: Pattern, i: number): { task: Task; phrasings: Task[] } | undefined {
  const rng = rngOf(i, 'test', pattern.key)
  const draft = pattern.draw(rng, drawContext(1, registry))
  if (draft === undefined) return undefined
  const task = composeTask(pattern, draft, { taskId: `${pattern.key}_${i}`, worldSeed: 500 + 3 * i, rng })
  const ending = `\n\n${closingParagraph(draft.answer)}`
  return { task, phrasings: draft.prompts.map((prompt) => ({ ...task, prompt: `${prompt}${ending}` })) }
}

const drawsOf = (pattern: Pattern) => Array.from({ length: DRAWS }, (_, i) => drawn(pattern, i) ?? [])
const soundDraws = (pattern: Pattern) =>
  drawsOf(pattern)
    .flat()
    .filter(({ phrasings }) =>
      phrasings.every((task) => flawOf(task, registry, { mayBeWeak: pattern.weak }) === undefined),
    )

const scoreOf = async (agent: CalibrationAgent, task: Task) =>
  scoreTrace(task, await perform(agent, task, registry), registry)

/** What flows in a task, in the world of a seed. */
function flowOf(task: Task, seed: number): string {
  const { outputOf } = referenceRun(task, registry, seed)
  const bound = [
    ...task.expected_trace.steps.map((step) => step.arguments),
    task.expected_final_answer ?? null,
  ]
  return stableJson(bound.map((value) => resolve(value, outputOf)))
}

test('the patterns of chains hold the published ones by their keys and tags, and say of ours that they are not', () => {
  const given = chains.filter(({ published }) => published !== undefined)
  expect(Object.fromEntries(given.map(({ key, name }) => [key, name]))).toEqual(PUBLISHED)
  expect(new Set(chains.map(({ key }) => key)).size).toBe(chains.length)
  const tags = new Set(Object.values(PUBLISHED))
  expect(chains.filter(({ published, name }) => published === undefined && tags.has(name))).toEqual([])
})

describe.each(chains.map((pattern) => [pattern.key, pattern] as const))('%s', (_key, pattern) => {
  test('is sound in every phrasing at half of its draws or more, and flows over every edge', () => {
    const drafts = drawsOf(pattern).flat()
    for (const { task, phrasings } of drafts) {
      const prompts = phrasings.map(({ prompt }) => prompt)
      expect(new Set(prompts).size).toBe(prompts.length)
      expect(prompts.length).toBeGreaterThanOrEqual(3)
      expect([...registry.keys()].filter((tool) => prompts.some((prompt) => carries(prompt, tool)))).toEqual(
        [],
      )
      const { steps } = task.expected_trace
      expect(steps.every(({ tool_name }) => pattern.tools.includes(tool_name))).toBe(true)
      expect(steps.slice(1).filter((step) => sourcesOf(step.arguments).length === 0)).toEqual([])
    }
    expect(soundDraws(pattern).length).toBeGreaterThanOrEqual(DRAWS / 2)
  })

  test('can be done in any world, and not by chance', async () => {
    for (const { task } of soundDraws(pattern).slice(0, 3)) {
      for (const seed of WORLDS) expect(() => referenceRun(task, registry, seed)).not.toThrow()
      const right = await scoreOf(oracle, task)
      expect([right.reason, right.solved, right.score, right.weak, right.warnings]).toEqual([
        undefined,
        true,
        1,
        false,
        [],
      ])
      expect((await scoreOf(idle, task)).score).toBe(0)
      expect((await scoreOf(random, task)).solved).toBe(false)
      expect((await scoreOf(constant, task)).solved).toBe(false)
    }
  })

  test('is not done with what another world says, where that is another thing', async () => {
    for (const { task } of soundDraws(pattern).slice(0, 3)) {
      const seed = task.world?.seed ?? 0
      if (flowOf(task, seed) === flowOf(task, seed + 1)) continue
      expect((await scoreOf(scrambled, task)).solved).toBe(false)
    }
  })

  test('has thousands of tasks to give', () => {
    const traces = Array.from({ length: WIDE.draws }, (_, i) =>
      pattern.draw(rngOf(i, 'wide', pattern.key), drawContext(1, registry)),
    ).flatMap((draft) => (draft === undefined ? [] : [stableJson(draft.steps)]))
    expect(new Set(traces).size).toBeGreaterThan((WIDE.different / WIDE.draws) * traces.length)
  })
})
