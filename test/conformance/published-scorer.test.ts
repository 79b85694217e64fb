import { expect, it } from 'vitest'
import { publishedMetricsOf } from '../../src/metrics/published-metrics.ts'
import type { PublishedScore } from '../../src/schema/published-score.ts'
import type { PublishedCall } from '../../src/scoring/published/match-calls.ts'
import { computeLevenshtein, computeSimilarity } from '../../src/scoring/published/match-string.ts'
import { matchArguments, matchExact, matchValue } from '../../src/scoring/published/match-value.ts'
import { scorePublished } from '../../src/scoring/published/score.ts'
import type { PyJson } from '../../src/shared/python/json.ts'
import { loadJson, toPyJson } from '../../src/shared/python/json-reader.ts'
import { round } from '../../src/shared/python/number.ts'
import { describeWithShared, readSharedLines } from '../support/shared-data.ts'
import { loadPublishedTasks } from '../support/suites.ts'

const four = (value: number): number => round(value, 4) + 0
const fours = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, four(value)]))

/** A line with its floats marked. */
const read = <T>(line: string): T => toPyJson(loadJson(line) as never) as T

interface MatcherVector {
  fn: string
  expected: PyJson
  actual: PyJson
  result: PyJson
  per_arg?: Record<string, number>
}

describeWithShared('the published value matchers', 'matchers', () => {
  it.each(readSharedLines('matchers/vectors.jsonl').map((line) => [line.slice(0, 150), line]))(
    '%s',
    (_, line) => {
      const { fn, expected, actual } = read<MatcherVector>(line)
      const { result, per_arg } = JSON.parse(line) as MatcherVector
      const texts = [expected, actual] as [string, string]
      switch (fn) {
        case 'match_value':
          return expect(matchValue(expected, actual)).toBeCloseTo(result as number, 10)
        case 'match_exact':
          return expect(matchExact(expected, actual)).toBe(result)
        case 'levenshtein':
          return expect(computeLevenshtein(...texts)).toBe(result)
        case 'normalized_similarity':
          return expect(computeSimilarity(...texts)).toBeCloseTo(result as number, 10)
        case 'match_arguments': {
          const match = matchArguments(
            expected as PublishedCall['arguments'],
            actual as PublishedCall['arguments'],
          )
          expect(match.score).toBeCloseTo(result as number, 10)
          return expect(match.per_argument).toEqual(per_arg)
        }
        default:
          throw new Error(`no such function: ${fn}`)
      }
    },
  )
})

const tasks = new Map(loadPublishedTasks().map((task) => [task.task_id, task]))
const scoreOf = (taskId: string, calls: PublishedCall[]): PublishedScore => {
  const task = tasks.get(taskId)
  if (task === undefined) throw new Error(`no task ${taskId}`)
  return scorePublished(task, calls)
}

interface ScoreVector {
  task_id: string
  mutation: string
  actual_calls: PublishedCall[]
  score: {
    error_type: string | null
    num_matched_calls: number
    call_scores: { step: string; matched: boolean; args_score: number; per_arg: Record<string, number> }[]
    raw: Record<string, number>
  }
}

describeWithShared('the published scorer', 'scoring', () => {
  const lines = readSharedLines('scoring/vectors.jsonl')

  it('has vectors', () => expect(lines.length).toBeGreaterThan(1000))

  it('agrees on every vector', () => {
    for (const line of lines) {
      const { task_id, mutation, actual_calls } = read<ScoreVector>(line)
      const { score } = JSON.parse(line) as ScoreVector
      const ours = scoreOf(task_id, actual_calls)
      expect(
        {
          overall: ours.score,
          tool_sequence_score: ours.tool_sequence,
          argument_score: ours.arguments,
          completeness_score: ours.completion,
          data_flow_score: ours.data_flow,
        },
        `${task_id} ${mutation}`,
      ).toEqual(Object.fromEntries(Object.entries(score.raw).map(([k, v]) => [k, expect.closeTo(v, 9)])))
      expect(ours.error_type, `${task_id} ${mutation}`).toBe(score.error_type)
      expect(
        ours.steps.map((step) => ({
          step: step.step_id,
          matched: step.call !== null,
          args_score: four(step.arguments),
          per_arg: fours(step.per_argument),
        })),
        `${task_id} ${mutation}`,
      ).toEqual(
        score.call_scores.map(({ step, matched, args_score, per_arg }) => ({
          step,
          matched,
          args_score: four(args_score),
          per_arg: fours(per_arg),
        })),
      )
    }
  })
})

interface RunVector {
  policy: string
  actual_calls: Record<string, PublishedCall[]>
  metrics: {
    headline_metrics: Record<string, number>
    per_level_accuracy: Record<string, number>
    diagnostic_metrics: Record<string, number>
    error_distribution: Record<string, number>
    per_tool_l0_accuracy: Record<string, number>
  }
}

describeWithShared('the published metrics', 'scoring', () => {
  it.each(
    readSharedLines('scoring/metrics.jsonl').map((line) => [(JSON.parse(line) as RunVector).policy, line]),
  )('of the policy %s', (_, line) => {
    const { actual_calls } = read<RunVector>(line)
    const { metrics } = JSON.parse(line) as RunVector
    const figures = publishedMetricsOf(
      [...tasks.keys()].map((taskId) => scoreOf(taskId, actual_calls[taskId] ?? [])),
    )
    expect(
      fours({
        overall_accuracy: figures.overall,
        composition_gap_overall: figures.gap.overall,
        composition_gap_L1: figures.gap.L1_chain,
        composition_gap_L2: figures.gap.L2_parallel,
        composition_gap_L3: figures.gap.L3_dag,
      }),
    ).toEqual(metrics.headline_metrics)
    expect(fours(figures.levels)).toEqual(metrics.per_level_accuracy)
    expect(
      fours({
        tool_selection_accuracy: figures.tool_selection,
        argument_accuracy: figures.arguments,
        data_flow_accuracy: figures.data_flow,
        completion_rate: figures.completion,
        hallucinated_tool_rate: figures.hallucinated_tool_rate,
        early_termination_rate: figures.early_termination_rate,
      }),
    ).toEqual(metrics.diagnostic_metrics)
    expect(figures.errors).toEqual(metrics.error_distribution)
    expect(fours(figures.tools)).toEqual(metrics.per_tool_l0_accuracy)
  })
})
