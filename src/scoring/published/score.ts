import type { ErrorType, PublishedScore } from '../../schema/published-score.ts'
import type { Level, Task } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import { matchCalls, type PublishedCall, type StepMatch } from './match-calls.ts'

/** From here on an L0 task counts as solved, and arguments as right. */
const THRESHOLD = 0.85

/**
 * The longest common subsequence. What both begin and end with is in it, so right traces take linear time. The rest takes
 * the product of the lengths, 64 at a time: bit i is 0 where the subsequence with `a` up to its item i is longer by one.
 */
function countCommonSubsequence(all: readonly string[], others: readonly string[]): number {
  const shorter = Math.min(all.length, others.length)
  let head = 0
  while (head < shorter && all[head] === others[head]) head++
  let tail = 0
  while (tail < shorter - head && all.at(-1 - tail) === others.at(-1 - tail)) tail++
  const a = all.slice(head, all.length - tail)
  const b = others.slice(head, others.length - tail)
  const placesOf = groupBy(a.keys(), (at) => a[at])
  const masks = new Map(
    [...placesOf].map(([name, places]) => [name, places.reduce((mask, at) => mask | (1n << BigInt(at)), 0n)]),
  )
  const end = 1n << BigInt(a.length)
  const every = end - 1n
  let bits = every
  for (const name of b) {
    const matched = bits & (masks.get(name) ?? 0n)
    if (matched !== 0n) bits = ((bits + matched) | (bits - matched)) & every
  }
  return head + tail + [...(end | bits).toString(2)].filter((bit) => bit === '0').length
}

function scoreDataFlow(matches: readonly StepMatch[]): number {
  const matched = new Set(matches.filter(({ call }) => call !== null).map(({ step }) => step.step_id))
  const dependent = matches.filter(({ step }) => step.depends_on.length > 0)
  if (dependent.length === 0) return 1
  const flowing = dependent.filter(({ step }) =>
    [step.step_id, ...step.depends_on].every((id) => matched.has(id)),
  )
  return flowing.length / dependent.length
}

interface ScoreParts {
  sequence: number
  args: number
  completeness: number
  flow: number
}

function computeOverall(level: Level, matches: readonly StepMatch[], parts: ScoreParts): number {
  const { sequence, args, completeness, flow } = parts
  switch (level) {
    case 'L0_node':
      return matches[0]?.call != null && args >= THRESHOLD ? 1 : 0
    case 'L1_chain':
      return 0.4 * sequence + 0.35 * args + 0.25 * completeness
    case 'L2_parallel':
      return 0.35 * sequence + 0.35 * args + 0.15 * flow + 0.15 * completeness
    case 'L3_dag':
      return 0.3 * sequence + 0.3 * args + 0.25 * flow + 0.15 * completeness
  }
}

function classifyError(
  matches: readonly StepMatch[],
  calls: readonly PublishedCall[],
  common: number,
): ErrorType | null {
  if (calls.length === 0) return 'E10_format_error'
  const expected = new Set(matches.map(({ step }) => step.tool_name))
  if (calls.some(({ tool_name }) => !expected.has(tool_name))) return 'E6_hallucinated_tool'
  if (calls.length < matches.length) return 'E8_partial_completion'
  if (common < matches.length) return 'E3_wrong_order'
  if (matches.some(({ call, score }) => call !== null && score < THRESHOLD)) return 'E4_wrong_arguments'
  return calls.length > matches.length ? 'E7_unnecessary_tool' : null
}

/**
 * The verdict of the CompToolBench paper's own scorer, bug for bug: it looks at names and arguments of calls, never
 * at what they gave, and its data flow only asks whether steps were made. For comparison with the published
 * leaderboard; {@link scoreTrace} is the verdict to rely on. Not rounded.
 *
 * Source: the published scorer's behaviour, measured.
 */
export function scorePublished(task: Task, calls: readonly PublishedCall[]): PublishedScore {
  const { steps } = task.expected_trace
  const matches = matchCalls(steps, calls)
  const matched = matches.filter(({ call }) => call !== null)
  const common = countCommonSubsequence(
    steps.map(({ tool_name }) => tool_name),
    calls.map(({ tool_name }) => tool_name),
  )
  const parts: ScoreParts = {
    sequence: common / steps.length,
    args: matched.length === 0 ? 0 : matched.reduce((sum, { score }) => sum + score, 0) / matched.length,
    completeness: matched.length / steps.length,
    flow: scoreDataFlow(matches),
  }
  return {
    task_id: task.task_id,
    level: task.level,
    ...(task.pattern === undefined ? {} : { pattern: task.pattern }),
    score: computeOverall(task.level, matches, parts),
    tool_sequence: parts.sequence,
    arguments: parts.args,
    completion: parts.completeness,
    data_flow: parts.flow,
    error_type: classifyError(matches, calls, common),
    steps: matches.map(({ step, call, score, per_argument }) => ({
      step_id: step.step_id,
      tool_name: step.tool_name,
      call,
      arguments: score,
      per_argument,
    })),
  }
}
