import type { Exhibit } from './exhibit.ts'
import { drawJudge, drawSimilarity, drawSweep, drawWrongResponses } from './figures.ts'

/** What `synth dedupe --sweep --levels --json` and `synth report --json` print, as far as figures show it. */
export interface SyntheticDocument {
  sweep?: { tau: number; kept: number; exact: number; similar: number; dropped: number }[] | undefined
  levels?:
    | { same: string; pairs: number; mean: number; sd: number; median: number; p99: number }[]
    | undefined
  /** How many tools have none, one, two and so on wrong responses. */
  tools_by_errors?: number[] | undefined
  judge?:
    | {
        true_positive: number
        false_negative: number
        false_positive: number
        true_negative: number
      }
    | undefined
}

const showSweep = (sweep: NonNullable<SyntheticDocument['sweep']>): Exhibit => {
  const rows = sweep.map(({ tau, kept, exact, similar, dropped }) => ({
    ...{ tau, kept, exact, similar },
    dropped: 100 * dropped,
  }))
  return {
    name: 'sweep',
    title: 'Duplicate tools by threshold',
    note: 'Tools that deduplication keeps and drops at each threshold; percent of all tools dropped.',
    columns: [
      { key: 'tau', title: 'threshold', digits: 2 },
      ...['kept', 'exact', 'similar'].map((key) => ({ key, title: key, digits: 0 })),
      { key: 'dropped', title: 'dropped, %' },
    ],
    rows,
    figure: drawSweep(rows),
  }
}

const showSimilarity = (levels: NonNullable<SyntheticDocument['levels']>): Exhibit => ({
  name: 'similarity',
  title: 'Similarity of tools by what they have in common',
  note: 'Cosine of two tools: mean, standard deviation, median and 99th percentile over the pairs that have this in common and nothing narrower. In the figure, the line is one standard deviation, and the tick the 99th percentile.',
  columns: [
    { key: 'same', title: 'in common' },
    { key: 'pairs', title: 'pairs', digits: 0 },
    ...['mean', 'sd', 'median', 'p99'].map((key) => ({ key, title: key, digits: 3 })),
  ],
  rows: levels,
  figure: drawSimilarity(levels.map((row) => ({ ...row, low: row.mean - row.sd, high: row.mean + row.sd }))),
})

const showWrongResponses = (counts: readonly number[]): Exhibit => {
  const tools = counts.reduce((sum, count) => sum + count, 0)
  const rows = counts.map((count, wrong) => ({
    wrong,
    tools: count,
    share: tools === 0 ? 0 : (100 * count) / tools,
  }))
  return {
    name: 'wrong-responses',
    title: 'Tools by the number of their wrong responses',
    note: 'First responses that were checked and found wrong, by tool.',
    columns: [
      { key: 'wrong', title: 'wrong responses', digits: 0 },
      { key: 'tools', title: 'tools', digits: 0 },
      { key: 'share', title: 'tools, %' },
    ],
    rows,
    figure: drawWrongResponses(rows),
  }
}

function showJudge(judge: NonNullable<SyntheticDocument['judge']>): Exhibit {
  const counts = [
    ['correct', 'correct', judge.true_positive],
    ['correct', 'wrong', judge.false_negative],
    ['wrong', 'correct', judge.false_positive],
    ['wrong', 'wrong', judge.true_negative],
  ] as const
  const sumOf = (wanted: string): number =>
    counts.reduce((sum, [rules, , count]) => (rules === wanted ? sum + count : sum), 0)
  const rows = counts.map(([rules, by, responses]) => ({
    rules,
    judge: by,
    responses,
    share: sumOf(rules) === 0 ? 0 : responses / sumOf(rules),
  }))
  return {
    name: 'judge',
    title: 'The judge against the rules',
    note: 'Responses that rules decide, by what the model says as judge; share is of the responses with the same verdict of the rules.',
    columns: [
      { key: 'rules', title: 'rules' },
      { key: 'judge', title: 'judge' },
      { key: 'responses', title: 'responses', digits: 0 },
      { key: 'share', title: 'share', digits: 3 },
    ],
    rows,
    figure: drawJudge(rows),
  }
}

/** The exhibits that a document of `synth` has data for; a judge that judged nothing gives none. */
export function showSynthetic({ sweep, levels, tools_by_errors, judge }: SyntheticDocument): Exhibit[] {
  const isJudged = judge !== undefined && Object.values(judge).some((count) => count > 0)
  return [
    ...(sweep === undefined ? [] : [showSweep(sweep)]),
    ...(levels === undefined ? [] : [showSimilarity(levels)]),
    ...(tools_by_errors === undefined || tools_by_errors.length === 0
      ? []
      : [showWrongResponses(tools_by_errors)]),
    ...(isJudged ? [showJudge(judge)] : []),
  ]
}
