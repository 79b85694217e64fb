import { countBound, sourcesOf } from '../schema/binding.ts'
import type { Cause, StepScore, TaskScore } from '../schema/score.ts'
import type { ExpectedTrace, Step, Task } from '../schema/task.ts'
import type { Call, Trace } from '../schema/trace.ts'
import { type Edges, shareOf } from './align.ts'
import { type AnswerVerdict, judgeAnswer } from './answer.ts'
import { bitsOf, ENOUGH } from './bits.ts'
import { stepScoreOf } from './causes.ts'
import type { LeafSchema } from './equality.ts'
import { equivalentReads } from './equivalent-reads.ts'
import { idleArguments } from './idle-arguments.ts'
import { type JudgedStep, type JudgedTrace, judgeTrace, type Settled, type ToolTable } from './judge-trace.ts'
import { lateWarning } from './late-warning.ts'
import { type BrokenLimit, brokenLimits } from './limits.ts'
import { schemaAt } from './lineage.ts'

/** Surplus successful reads that cost nothing, by the number of steps. */
export const allowanceOf = (steps: number): number => Math.max(10, 3 * steps)

/** F1 of the tools called: precision falls with every further tool, recall with every missing call. */
function selectionOf(steps: readonly Step[], calls: readonly Call[]): number {
  if (steps.length === 0) return calls.length === 0 ? 1 : 0
  const expected = new Map<string, number>()
  for (const step of steps) expected.set(step.tool_name, (expected.get(step.tool_name) ?? 0) + 1)
  let hits = 0
  for (const [tool, count] of expected) {
    hits += Math.min(count, calls.filter((call) => call.tool_name === tool).length)
  }
  const outside = new Set(calls.map((call) => call.tool_name).filter((name) => !expected.has(name))).size
  if (hits === 0) return 0
  const recall = hits / steps.length
  const precision = hits / (hits + outside)
  return (2 * recall * precision) / (recall + precision)
}

/** Takes the credit of steps whose few bits of arguments prove nothing until something uses their output. */
function withholdUnproved(
  judged: JudgedStep[],
  edges: Edges,
  answerSources: ReadonlySet<string>,
  answerRight: boolean,
  inputOf: (name: string) => LeafSchema | undefined,
  replaced: ReadonlySet<string>,
): boolean {
  let weak = false
  const bits = ({ step, leaves }: JudgedStep): number =>
    replaced.has(step.step_id)
      ? 0
      : leaves.reduce(
          (sum, leaf) => sum + bitsOf(schemaAt(inputOf(step.tool_name), leaf.pointer), leaf.actual),
          0,
        )
  for (const item of judged) {
    if (item.credit === 0 || bits(item) >= ENOUGH) continue
    const id = item.step.step_id
    const users = judged.filter(
      (other) => edges.get(other.step.step_id)?.has(id) && usesValueOf(other.step, id),
    )
    if (users.length === 0 && !answerSources.has(id)) {
      weak = true
      continue
    }
    const used = users.some((user) =>
      user.leaves.some(
        (leaf) => leaf.right && leaf.source?.split(', ').some((source) => source.startsWith(`${id} `)),
      ),
    )
    if (used || (answerSources.has(id) && answerRight)) continue
    item.credit = 0
    item.unproved = true
  }
  return weak
}

const usesValueOf = (step: Step, producer: string): boolean =>
  sourcesOf(step.arguments).some((source) => source.$from === producer)

/** A trace held against one expected trace, with the credit that its steps keep. */
interface Credited {
  judgement: JudgedTrace
  answer: AnswerVerdict
  weak: boolean
  credits: number
}

/** @param replaced Steps whose call stands in for an equivalent one; see `equivalentReads`. */
function creditOf(
  task: Task,
  expected: ExpectedTrace,
  trace: Trace,
  tools: ToolTable,
  settled: Settled,
  replaced: ReadonlySet<string>,
): Credited {
  const { steps } = expected
  const { expected_final_answer: wanted } = task
  const schemaOf = (name: string, which: 'inputSchema' | 'outputSchema'): LeafSchema | undefined =>
    tools.get(name)?.[which] as LeafSchema | undefined
  const judgement = judgeTrace(expected, task.prompt, trace, tools, {
    isIdle: idleArguments(steps, wanted, trace, tools, task.world?.seed ?? 0),
    settled,
  })
  const { steps: judged, assignment, edges, evidence } = judgement
  const answer = judgeAnswer(wanted, trace.final_answer, {
    consumer: null,
    explain: true,
    evidence,
    fulfilsStep: (call) => [...assignment.values()].includes(call),
    producerOf: (id) => assignment.get(id),
    outputSchemaOf: (name) => schemaOf(name, 'outputSchema'),
  })
  const answerSources = new Set(wanted === undefined ? [] : sourcesOf(wanted).map(({ $from }) => $from))
  const weak = withholdUnproved(
    judged,
    edges,
    answerSources,
    answer.verdict === 'right',
    (name) => schemaOf(name, 'inputSchema'),
    replaced,
  )
  const credits = judged.reduce((sum, { credit }) => sum + credit, 0)
  return { judgement, answer, weak, credits }
}

/** Credits with matched reads taken as their steps ask for them, where that earns more. */
function bestCredit(
  task: Task,
  expected: ExpectedTrace,
  trace: Trace,
  tools: ToolTable,
  settled: Settled,
): Credited & { replaced: ReadonlySet<string> } {
  const asMade = creditOf(task, expected, trace, tools, settled, new Set())
  if (asMade.credits < expected.steps.length) {
    const { steps } = asMade.judgement
    const seed = task.world?.seed ?? 0
    const reads = equivalentReads(steps, task.expected_final_answer, task.prompt, trace, tools, seed)
    const asAsked = reads && creditOf(task, expected, reads.trace, tools, settled, reads.stepIds)
    if (reads !== undefined && asAsked !== undefined && asAsked.credits > asMade.credits) {
      return { ...asAsked, replaced: reads.stepIds }
    }
  }
  return { ...asMade, replaced: new Set() }
}

function scoreAgainst(
  task: Task,
  expected: ExpectedTrace,
  trace: Trace,
  tools: ToolTable,
  settled: Settled,
): TaskScore {
  const { steps } = expected
  const { judgement, answer, weak, credits, replaced } = bestCredit(task, expected, trace, tools, settled)
  const { steps: judged } = judgement

  const unneeded = judgement.unneededWrites
  const broken = brokenLimits(task, trace)
  const surplus = judgement.surplusReads.length
  const allowance = allowanceOf(steps.length)
  const creditOfStep = new Map(judged.map(({ step, credit }) => [step.step_id, credit]))
  const answerSources = sourcesOf(task.expected_final_answer ?? null)
  const graded = answer.verdict === 'ungraded' ? 0 : 1
  const answered =
    answer.verdict === 'right' && answerSources.every(({ $from }) => creditOfStep.get($from) === 1) ? 1 : 0
  // A task without steps says that nothing is to be called: that is what is earned and counted in their place.
  const [earned, parts] = steps.length === 0 ? [1, 1] : [credits, steps.length]
  const score =
    ((earned + answered) / (parts + graded + unneeded.length + broken.length)) *
    Math.min(1, (steps.length + allowance) / (steps.length + surplus))
  const solved =
    credits === steps.length &&
    unneeded.length + broken.length === 0 &&
    surplus <= allowance &&
    answer.verdict !== 'wrong'

  const leaves = judged.flatMap((item) => item.leaves)
  const bound = leaves.filter((leaf) => leaf.lineage !== undefined)
  const unseen = judged.filter(({ call }) => call === undefined).map(({ step }) => countBound(step.arguments))
  const boundCount = bound.length + unseen.reduce((sum, count) => sum + count, 0) + answer.leaves.length
  const grounded = [...bound, ...answer.leaves].filter((leaf) => leaf.right).length

  const stepScores = judged.map((step) => stepScoreOf(step, trace))
  // Of a step that only lacks proof the answer may be what is wrong.
  const unproved = new Set(answer.verdict === 'wrong' ? judged.filter((step) => step.unproved) : [])
  const wrongSteps = stepScores.filter((_, i) => !unproved.has(judged[i] as JudgedStep))
  const verdict = solved
    ? {}
    : primaryCause(wrongSteps, task, trace, unneeded, broken, surplus - allowance, answer.reason)
  return {
    task_id: task.task_id,
    level: task.level,
    ...(task.pattern ? { pattern: task.pattern } : {}),
    score,
    solved,
    selection: selectionOf(steps, trace.calls),
    arguments: leaves.length === 0 ? null : shareOf(leaves),
    data_flow: boundCount === 0 ? null : grounded / boundCount,
    completion:
      steps.length === 0 ? 1 : judged.filter(({ call }) => call !== undefined).length / steps.length,
    unsettled: bound.filter((leaf) => leaf.lineage === 'ambiguous').length,
    answer: answer.verdict,
    ...(answer.reason === undefined ? {} : { answer_reason: answer.reason }),
    unneeded_writes: unneeded.length,
    surplus_reads: surplus,
    weak,
    approximate: judgement.approximate,
    ...verdict,
    warnings: [
      ...judgement.flowless.map((edge) => `no value flows over ${edge}, so its order is not enforced`),
      ...[...replaced].map((id) => `the call of ${id} asks for the same in another way`),
      ...judgement.repeatedWrites.map((call) => `${call.tool_name} was repeated with the same arguments`),
      ...(trace.refused ?? []).map((address) => `a request to ${address} was refused`),
      ...(trace.late ?? []).map(lateWarning),
    ],
    steps: stepScores,
  }
}

/** The one cause that a report names: the first wrong step, or what was done too much. */
function primaryCause(
  steps: readonly StepScore[],
  task: Task,
  trace: Trace,
  unneeded: readonly Call[],
  [limit]: readonly BrokenLimit[],
  overBudget: number,
  answerReason: string | undefined,
): { cause: Cause; reason: string } {
  if (limit?.cause === 'forbidden-call') return limit
  const offered = new Set(task.available_tools)
  const invented = trace.calls.find((call) => !offered.has(call.tool_name))
  const first = steps.find((step) => step.credit === 0)
  if (first?.matched === 'no' && invented !== undefined) {
    return {
      cause: 'hallucinated-tool',
      reason: `${first.step_id} ${first.tool_name}: the agent called ${show(invented.tool_name)}, which it was not offered`,
    }
  }
  if (first?.matched === 'no' && first.cause === 'missing-call') {
    const expected = new Set(steps.map((step) => step.tool_name))
    const instead = trace.calls.find((call) => !expected.has(call.tool_name))
    if (instead !== undefined) {
      return {
        cause: 'wrong-tool',
        reason: `${first.step_id} ${first.tool_name}: it was never called; the agent called ${instead.tool_name}`,
      }
    }
  }
  if (first?.cause !== undefined && first.reason !== undefined)
    return { cause: first.cause, reason: first.reason }
  const [write] = unneeded
  if (write !== undefined) {
    return {
      cause: 'unneeded-write',
      reason: `${write.tool_name} was called although no step needs it, and it changed the world`,
    }
  }
  if (limit !== undefined) return limit
  if (overBudget > 0) return { cause: 'over-budget', reason: `${overBudget} reads more than the task allows` }
  return { cause: 'wrong-answer', reason: answerReason ?? 'the final answer is wrong' }
}

const show = (text: string): string => JSON.stringify(text)

/**
 * Scores one trace against its task with the causal scorer, as docs/scoring.md says. Where the task
 * lists alternatives, the best one counts.
 *
 * @param tools Schemas and effects of the tools; a tool that is not in it counts as a write.
 * @param settled Verdicts of other worlds on ambiguous leaves; see `settle`.
 */
export function scoreTrace(
  task: Task,
  trace: Trace,
  tools: ToolTable,
  settled: Settled = new Map(),
): TaskScore {
  const scores = [task.expected_trace, ...(task.alternatives ?? [])].map((expected) =>
    scoreAgainst(task, expected, trace, tools, settled),
  )
  return scores.reduce((best, score) => {
    if (score.solved !== best.solved) return score.solved ? score : best
    return score.score > best.score ? score : best
  })
}
