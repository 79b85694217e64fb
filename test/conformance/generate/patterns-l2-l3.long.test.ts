import { describe, expect, test } from 'vitest'
import { sourcesOf } from '../../../src/schema/binding.ts'
import type { Task } from '../../../src/schema/task.ts'
import type { LeafSchema } from '../../../src/scoring/equality.ts'
import { schemaAt } from '../../../src/scoring/lineage.ts'
import { referenceRun } from '../../../src/scoring/reference-run.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { carries } from '../../../src/scoring/tokens.ts'
import { stableJson } from '../../../src/shared/json.ts'
import { rngOf } from '../../../src/shared/rng.ts'
import { literalLeaves } from '../../../src/suites/audit/literal-leaves.ts'
import { isStated } from '../../../src/suites/audit/stated.ts'
import { constant, idle, random } from '../../../src/suites/calibration/adversaries.ts'
import { oracle } from '../../../src/suites/calibration/oracle.ts'
import { perform } from '../../../src/suites/calibration/perform.ts'
import { composeTask } from '../../../src/suites/generate/compose-task.ts'
import { drawContext } from '../../../src/suites/generate/drawer.ts'
import type { Draft, Pattern } from '../../../src/suites/generate/pattern.ts'
import { namedPatterns } from '../../../src/suites/generate/patterns/index.ts'
import { isSound } from '../../../src/suites/generate/soundness.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { isFixed } from '../../unit/generate/oracle.ts'

/** Keys and tags of the published generators. */
const PUBLISHED_L2 = {
  multi_weather: 'fan-out-compare',
  multi_stock: 'fan-out-compare',
  multi_sentiment: 'fan-out-analyze',
  parallel_search_kb: 'independent-merge',
  multi_translate: 'fan-out-translate',
  multi_hash: 'fan-out-hash',
  multi_exchange: 'fan-out-exchange',
  multi_format_date: 'fan-out-format',
  multi_keyword_extract: 'fan-out-keywords',
  multi_detect_language: 'fan-out-detect',
  parallel_weather_stock: 'independent-merge',
  multi_word_count: 'fan-out-count',
  multi_extract_numbers: 'fan-out-extract',
  parallel_weather_time: 'independent-merge',
  multi_business_days: 'fan-out-business-days',
}
const PUBLISHED_L3 = {
  weather_compare_email: 'parallel-merge-chain',
  stock_compare_notify: 'parallel-merge-chain',
  search_summarize_translate_email: 'linear-chain-4',
  multi_weather_stats: 'fan-out-aggregate-save',
  read_extract_stats_save: 'linear-chain-4-file-stats',
  search_keyword_search_summarize: 'multi-hop-search',
  detect_translate_summarize_email: 'linear-chain-4-nlp',
  multi_stock_pctchange_notify: 'parallel-compute-notify',
  weather_calendar_reminder: 'chain-with-branch',
  multi_entity_mask_save: 'parallel-process-save',
  read_wordcount_pctchange_log: 'true-dag-parallel-reads-merge',
  search_entities_sentiment_report: 'chain-fanout-merge-chain',
  multi_currency_minmax_format: 'fan-out-aggregate-format',
  kb_translate_hash_email: 'chain-fan-out',
}
const l2Parallel = namedPatterns().L2_parallel
const l3Dag = namedPatterns().L3_dag.filter(isFixed)
const PATTERNS = [...l2Parallel, ...l3Dag]

const taskOf = (pattern: Pattern, draft: Draft, i: number): Task =>
  composeTask(pattern, draft, { taskId: `t_${i}`, worldSeed: 500 + i, rng: rngOf(i, pattern.key, 'task') })

/** The first drafts of a pattern. */
const draftsOf = (pattern: Pattern, count: number): Draft[] =>
  Array.from({ length: count }, (_, i) =>
    pattern.draw(rngOf(i, pattern.key), drawContext(1, registry)),
  ).filter((draft) => draft !== undefined)

/** The first tasks of a pattern that hold up. */
function soundTasks(pattern: Pattern, count: number): Task[] {
  const tasks: Task[] = []
  for (let i = 0; tasks.length < count && i < 10 * count; i++) {
    const draft = pattern.draw(rngOf(i, pattern.key), drawContext(1, registry))
    const task = draft && taskOf(pattern, draft, i)
    if (task !== undefined && isSound(task, registry, { mayBeWeak: pattern.weak })) tasks.push(task)
  }
  return tasks
}

const publishedOf = (patterns: readonly Pattern[]): Record<string, string> =>
  Object.fromEntries(patterns.filter(({ published }) => published).map(({ key, name }) => [key, name]))

test('every published pattern of L2 and L3 is there under its key and tag', () => {
  expect(publishedOf(l2Parallel)).toEqual(PUBLISHED_L2)
  expect(publishedOf(l3Dag)).toEqual(PUBLISHED_L3)
})

test('no key is taken twice within a level', () => {
  for (const patterns of [l2Parallel, l3Dag]) {
    expect(new Set(patterns.map(({ key }) => key)).size).toBe(patterns.length)
  }
})

test('the published patterns of L2 keep their independent roots', () => {
  const joined = l2Parallel
    .filter(({ published }) => published)
    .filter((pattern) =>
      draftsOf(pattern, 3).some(({ steps }) => steps.some((step) => sourcesOf(step.arguments).length > 0)),
    )
  expect(joined).toEqual([])
})

describe.each(PATTERNS.map((pattern) => [pattern.key, pattern] as const))('%s', (_, pattern) => {
  test('says in every phrasing all that is not bound, and names no tool', () => {
    for (const draft of draftsOf(pattern, 3)) {
      expect(new Set(draft.prompts).size).toBe(draft.prompts.length)
      expect(draft.prompts.length).toBeGreaterThanOrEqual(3)
      for (const prompt of draft.prompts) {
        const missing = draft.steps.flatMap(({ tool, arguments: args }) => {
          const schema = registry.get(tool)?.inputSchema as LeafSchema
          return literalLeaves(args).filter(
            ({ pointer, value }) => !isStated(prompt, value, schemaAt(schema, pointer)),
          )
        })
        expect(missing, prompt).toEqual([])
        expect(
          [...registry.keys()].filter((name) => carries(prompt, name)),
          prompt,
        ).toEqual([])
        expect(prompt).not.toContain('...')
      }
    }
  })

  test('calls the tools that it declares and no others', () => {
    const called = new Set(draftsOf(pattern, 20).flatMap(({ steps }) => steps.map(({ tool }) => tool)))
    expect([...called].sort()).toEqual([...pattern.tools].sort())
  })

  test('gives sound tasks in most draws, and different ones', () => {
    const drafts = draftsOf(pattern, 12)
    expect(drafts.length).toBeGreaterThanOrEqual(10)
    const sound = drafts.filter((draft, i) =>
      isSound(taskOf(pattern, draft, i), registry, { mayBeWeak: pattern.weak }),
    )
    expect(sound.length).toBeGreaterThanOrEqual(5)
    const traces = draftsOf(pattern, 200).map(({ steps }) => stableJson(steps))
    expect(new Set(traces).size).toBeGreaterThan(0.9 * traces.length)
  })

  test('is solved by doing what is expected, in any world, and by nothing less', async () => {
    const tasks = soundTasks(pattern, 2)
    expect(tasks).toHaveLength(2)
    for (const task of tasks) {
      for (const seed of [1, 2, 3]) expect(() => referenceRun(task, registry, seed)).not.toThrow()
      const score = async (agent: Parameters<typeof perform>[0]) =>
        scoreTrace(task, await perform(agent, task, registry), registry)
      expect(await score(oracle)).toMatchObject({ solved: true, score: 1, warnings: [] })
      expect(await score(idle)).toMatchObject({ solved: false, score: 0 })
      expect(await score(random)).toMatchObject({ solved: false, score: 0 })
      expect(await score(constant)).toMatchObject({ solved: false, score: 0 })
    }
  })
})
