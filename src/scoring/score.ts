import { countBound, listSources } from '../schema/binding.ts'
import type { StepScore, TaskScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import type { Expansion, ListRead, PlainTask, TaskInWorld, WrittenTask } from '../schema/task-in-world.ts'
import type { ToolTable } from '../schema/tools.ts'
import { type Call, hasSucceeded, type Trace } from '../schema/trace.ts'
import { groupBy } from '../shared/group.ts'
import { describeCall } from '../tasks/naming.ts'
import { openWorlds } from '../tasks/task-worlds.ts'
import { isAnswerRight } from './answer.ts'
import { buildStepScore, describeFailure } from './causes.ts'
import { type Credited, findBestCredit } from './credit.ts'
import { restoreKnown } from './faults/as-known.ts'
import { judgeFaults } from './faults/judge-faults.ts'
import { judgeInjections } from './injections/judge-injections.ts'
import type { JudgedStep } from './judge-trace.ts'
import type { Judging } from './judging.ts'
import { type BrokenLimit, listBrokenLimits } from './limits.ts'
import { dropUncountedTurns, isAsked, isEarly } from './order.ts'
import { isFreeText } from './proof.ts'
import { judgeState, type StateVerdict } from './state/judge-state.ts'
import { findToldReads } from './state/told-reads.ts'
import { listWarnings } from './warnings.ts'
import { putInOnePrompt } from './whole-prompt.ts'

/** Surplus successful reads that cost nothing: three a step, at least ten, and one for each item of a list that is read. */
export const computeAllowance = (steps: number, lists: readonly ListRead[] = []): number =>
  Math.max(10, 3 * steps) + lists.reduce((sum, { length }) => sum + length, 0)

/** How many steps are matched, and how many of their leaves are right; of steps that are not, bound leaves are counted. */
function countLeaves(judged: readonly JudgedStep[]) {
  const counts = { matched: 0, graded: 0, right: 0, bound: 0, grounded: 0, ambiguous: 0 }
  for (const { step, call, leaves } of judged) {
    if (call === undefined) counts.bound += countBound(step.arguments)
    else counts.matched++
    for (const { right, provenance } of leaves) {
      counts.graded++
      if (right) counts.right++
      if (provenance === undefined) continue
      counts.bound++
      if (right) counts.grounded++
      if (provenance === 'ambiguous') counts.ambiguous++
    }
  }
  return counts
}

/** What counts for a trace and against it. */
interface JudgedOutcome extends Credited {
  state: StateVerdict
  unneeded: readonly Call[]
  broken: readonly BrokenLimit[]
  /** Surplus reads that cost nothing. */
  allowance: number
}

function judgeOutcome(
  credited: Credited,
  { task, expansion }: TaskInWorld<ToolTable>,
  judging: Judging,
): JudgedOutcome {
  const { steps, unneededWrites } = credited.judgement
  const state = judgeState(task, steps, judging)
  return {
    ...credited,
    state,
    unneeded: unneededWrites.filter((call) => !state.excuses(call) || isEarly(judging.expected.steps, call)),
    broken: listBrokenLimits(task, judging.trace),
    allowance: computeAllowance(steps.length, expansion?.lists),
  }
}

/** Where a task grades the end state alone, it asks for no read. */
const NOTHING_TOLD: ReadonlyMap<string, boolean> = new Map()

function computePoints(
  { judgement, answer, state, unneeded, broken, allowance }: JudgedOutcome,
  { task, expansion }: TaskInWorld<ToolTable>,
  { trace, tools }: Judging,
): Pick<TaskScore, 'score' | 'solved'> {
  const { steps } = judgement
  const surplus = judgement.surplusReads.length
  const told = task.grade === 'state' ? NOTHING_TOLD : findToldReads(steps, tools, expansion?.deciding)
  const isVouchedFor = ({ step, call }: JudgedStep): boolean =>
    state.vouchesFor(step.step_id) && !told.has(step.step_id) && (call === undefined || isAsked(step, call))
  const isCredited = (item: JudgedStep): boolean =>
    isVouchedFor(item) ||
    (item.credit === 1 && !(state.vouchesFor(item.step.step_id) && told.get(item.step.step_id) === false))
  const credited = new Set(steps.filter(isCredited).map(({ step }) => step.step_id))
  const isComplete = credited.size === steps.length
  const answerSources = [
    ...listSources(task.expected_final_answer ?? null).map(({ $from }) => $from),
    ...(expansion?.answerReads ?? []),
  ]
  const isAnswered = isAnswerRight(answer) && answerSources.every((id) => credited.has(id))
  const isKept = state.verdict === 'right' && (isComplete || steps.some(isVouchedFor))
  // A task without steps says that nothing is to be called: that is what is earned and counted in their place.
  const [earned, parts] = steps.length === 0 ? [1, 1] : [credited.size, steps.length]
  const graded = [answer, state].filter(({ verdict }) => verdict !== 'ungraded').length
  // An exception of the agent counts against it, whatever was done before: its caller gets no answer.
  const penalties = unneeded.length + broken.length + (trace.failure === undefined ? 0 : 1)
  return {
    score:
      ((earned + Number(isAnswered) + Number(isKept)) / (parts + graded + penalties)) *
      Math.min(1, (steps.length + allowance) / (steps.length + surplus)),
    solved:
      isComplete &&
      penalties === 0 &&
      surplus <= allowance &&
      answer.verdict !== 'wrong' &&
      state.verdict !== 'wrong',
  }
}

/** The wrong step that a report names: not one that lacks proof, or is late, by what went wrong behind it. */
function findFirstFailure(
  scores: readonly StepScore[],
  { judgement, answer }: Credited,
): StepScore | undefined {
  const failed = scores.filter(({ credit }) => credit === 0)
  const blameless = new Set(
    judgement.steps.filter((item) => item.unproved || item.overtakenBy).map(({ step }) => step.step_id),
  )
  const disproved = failed.find(({ step_id }) => !blameless.has(step_id))
  return disproved ?? (answer.verdict === 'wrong' ? undefined : failed[0])
}

/** Whether a trace solves a task, and how much of it: a score without a word on why. */
export type Verdict = Pick<
  TaskScore,
  'score' | 'solved' | 'arguments' | 'data_flow' | 'completion' | 'approximate'
> & {
  steps: readonly Pick<StepScore, 'step_id' | 'credit'>[]
}

/** The verdict on an outcome. */
function computeVerdict(outcome: JudgedOutcome, here: TaskInWorld<ToolTable>, judging: Judging) {
  const { judgement, answer } = outcome
  const { steps, approximate } = judgement
  const counts = countLeaves(steps)
  const boundCount = counts.bound + answer.leaves.length
  const grounded = counts.grounded + answer.leaves.filter((leaf) => leaf.right).length
  return {
    ...computePoints(outcome, here, judging),
    selection: computeSelection(judging.expected.steps, judging.trace.calls),
    arguments: counts.graded === 0 ? null : counts.right / counts.graded,
    data_flow: boundCount === 0 ? null : grounded / boundCount,
    completion: steps.length === 0 ? 1 : counts.matched / steps.length,
    ambiguous: counts.ambiguous,
    approximate,
  }
}

function decideAgainst(here: TaskInWorld<ToolTable>, judging: Judging): Verdict {
  const outcome = judgeOutcome(findBestCredit(here, judging), here, judging)
  const steps = outcome.judgement.steps.map(({ step: { step_id }, credit }) => ({ step_id, credit }))
  // Without explanations nothing is found to be ambiguous.
  const { ambiguous: _, ...verdict } = computeVerdict(outcome, here, judging)
  return { ...verdict, steps }
}

function scoreAgainst(here: TaskInWorld<ToolTable>, judging: Judging): TaskScore {
  const { task, expansion } = here
  const { trace, tools } = judging
  const { replaced, ...credited } = findBestCredit(here, judging)
  const outcome = judgeOutcome(credited, here, judging)
  const { judgement, answer, state } = outcome
  const { steps } = judgement
  const { approximate, ...verdict } = computeVerdict(outcome, here, judging)
  const context = { evidence: judgement.evidence, tools, mayCompute: here.written.code !== undefined }
  const stepScores = steps.map((step) => buildStepScore(step, trace, context))
  const decided = describeBranch(here.written, expansion)
  return {
    task_id: task.task_id,
    level: task.level,
    ...(task.pattern ? { pattern: task.pattern } : {}),
    ...verdict,
    answer: answer.verdict,
    ...(answer.reason === undefined ? {} : { answer_reason: answer.reason }),
    ...(state.verdict === 'ungraded' ? {} : { state: state.verdict }),
    ...(state.reason === undefined ? {} : { state_reason: state.reason }),
    unneeded_writes: outcome.unneeded.length,
    surplus_reads: judgement.surplusReads.length,
    weak: outcome.weak,
    approximate,
    ...(verdict.solved
      ? {}
      : findPrimaryCause(findFirstFailure(stepScores, outcome), outcome, task, judging)),
    ...(decided ? { decided } : {}),
    warnings: listWarnings(outcome, trace, replaced, tools),
    steps: stepScores,
  }
}

/** A branch in words. That of a function is the sequence of its tools, then the keys of its answer. */
function describeBranch({ code }: WrittenTask, { branch, refused = [] }: Partial<Expansion> = {}) {
  if (code === undefined || !branch) return branch
  const [tools] = branch.split('|')
  const refusal = refused.map((tool) => `; in this world ${tool} is refused`)
  return `the function calls ${tools?.replaceAll('>', ', ') || 'no tool'}${refusal.join('')}`
}

/** The one cause that a report names: the first wrong step, or what was done too much. */
function findPrimaryCause(
  first: StepScore | undefined,
  { judgement, answer, state, unneeded, broken: [limit], allowance }: JudgedOutcome,
  task: PlainTask,
  { trace, tools }: Judging,
): Required<Pick<TaskScore, 'cause' | 'reason'>> & Pick<TaskScore, 'failed_step'> {
  const steps = judgement.steps.map(({ step }) => step)
  if (limit?.cause === 'forbidden-call') return limit
  const offered = new Set(task.available_tools)
  // A tool that is known, or that gave a result, exists even where the task does not offer it.
  const invented = trace.calls.find(
    (call) => !offered.has(call.tool_name) && tools.get(call.tool_name) === undefined && !hasSucceeded(call),
  )
  if (first?.matched === 'no' && invented !== undefined) {
    return {
      cause: 'hallucinated-tool',
      failed_step: first.step_id,
      reason: `${first.step_id} ${first.tool_name}: the agent called ${JSON.stringify(invented.tool_name)}, which it was not offered`,
    }
  }
  if (first?.matched === 'no' && (first.cause === 'missing-call' || first.cause === 'agent-failed')) {
    const expected = new Set(steps.map((step) => step.tool_name))
    const instead = trace.calls.find((call) => !expected.has(call.tool_name))
    if (instead !== undefined) {
      return {
        cause: 'wrong-tool',
        failed_step: first.step_id,
        reason: `${first.step_id} ${first.tool_name}: it was never called; the agent called ${instead.tool_name}${offered.has(instead.tool_name) ? '' : ', which the task does not offer'}`,
      }
    }
  }
  if (first?.cause !== undefined && first.reason !== undefined)
    return { cause: first.cause, failed_step: first.step_id, reason: first.reason }
  const [write] = unneeded
  if (write !== undefined) return { cause: 'unneeded-write', reason: explainWrite(write, steps, trace) }
  if (limit !== undefined) return limit
  const overBudget = judgement.surplusReads.length - allowance
  if (overBudget > 0)
    return {
      cause: 'over-budget',
      reason: `too many extra reads: ${judgement.surplusReads.length}, and ${allowance} are allowed`,
    }
  if (trace.failure !== undefined)
    return { cause: 'agent-failed', reason: `the agent failed before it was done: ${describeFailure(trace)}` }
  if (answer.reason !== undefined) return { cause: 'wrong-answer', reason: answer.reason }
  if (state.reason !== undefined) return { cause: 'wrong-state', reason: state.reason }
  return { cause: 'wrong-answer', reason: 'the final answer is wrong' }
}

/** F1 of the tools called: precision falls with every further tool, recall with every missing call. */
function computeSelection(steps: readonly Step[], calls: readonly Call[]): number {
  if (steps.length === 0) return calls.length === 0 ? 1 : 0
  const toolOf = ({ tool_name }: { tool_name: string }): string => tool_name
  const [expected, called] = [groupBy(steps, toolOf), groupBy(calls, toolOf)]
  let hits = 0
  for (const [tool, { length }] of expected) hits += Math.min(length, called.get(tool)?.length ?? 0)
  const outside = [...called.keys()].filter((tool) => !expected.has(tool)).length
  if (hits === 0) return 0
  const recall = hits / steps.length
  const precision = hits / (hits + outside)
  return (2 * recall * precision) / (recall + precision)
}

/** Says whether the task needs the tool of an unneeded write at all, or fewer calls of it. */
function explainWrite(write: Call, steps: readonly Step[], { calls }: Trace): string {
  const { tool_name } = write
  const countIn = (items: readonly { tool_name: string }[]): number =>
    items.filter((item) => item.tool_name === tool_name).length
  const effect = `${isEffectKnown(write) ? 'changed' : 'may have changed'} data`
  const needed = countIn(steps)
  return needed === 0
    ? `unexpected write: the task does not need ${describeCall(write)}, and it ${effect}`
    : `unexpected write: ${tool_name} was called ${countIn(calls)} times, and the task needs ${needed}; ${describeCall(write)} ${effect}`
}

/** Whether a call that counts as a change was one: what a recording does not hold may have been refused. */
const isEffectKnown = (call: Call): boolean => hasSucceeded(call) || call.fault !== undefined

/** Whether a trace comes nearer to the way that one score holds it against: its cause says most. */
function isNearer(one: Verdict, other: Verdict): boolean {
  const list = ({ solved, score, completion, arguments: right }: Verdict): number[] => [
    Number(solved),
    score,
    completion,
    right ?? 0,
  ]
  const others = list(other)
  const difference = list(one)
    .map((value, i) => value - (others[i] as number))
    .find((value) => value !== 0)
  return difference !== undefined && difference > 0
}

/** What each way of doing a task comes to, by one scorer: the one that a trace comes nearest to, and all. */
function holdAgainstWays<Score extends Verdict>(
  inWorld: TaskInWorld<ToolTable>,
  trace: Trace,
  options: Pick<Judging, 'checkedLeaves' | 'stateBudget' | 'shared'>,
  scoreWay: (here: TaskInWorld<ToolTable>, judging: Judging) => Score,
): { best: Score; task: PlainTask; judgings: Judging[] } {
  const here = { ...inWorld, task: putInOnePrompt(inWorld.task) }
  const { task, tools, seed } = here
  const { prompt, expected_final_answer: answer } = task
  const known = restoreKnown(dropUncountedTurns(task, trace), prompt)
  const judgings = [task.expected_trace, ...(task.alternatives ?? [])].map((expected): Judging => {
    const own = expected.expected_final_answer ?? answer
    return { expected, prompt, answer: own, trace: known, tools, seed, ...options }
  })
  const scores = judgings.map((judging) => {
    const isOwn = judging.answer === answer
    const there = isOwn ? here : { ...here, task: { ...task, expected_final_answer: judging.answer } }
    return scoreWay(there, judging)
  })
  return { best: scores.reduce((one, score) => (isNearer(score, one) ? score : one)), task, judgings }
}

/** The verdict of {@link scoreInWorld} alone, which is reached sooner: for whoever asks about many traces of one task. */
export const decideInWorld = (
  here: TaskInWorld<ToolTable>,
  trace: Trace,
  options: Required<Pick<Judging, 'stateBudget' | 'shared'>>,
): Verdict => holdAgainstWays(here, trace, options, decideAgainst).best

/**
 * Scores one trace against a task in the world of the trace. Where the task lists alternatives, the best one counts.
 *
 * @param options `checkedLeaves`: verdicts of other worlds on ambiguous leaves; see `checkInOtherWorlds` in other-worlds.ts.
 */
export function scoreInWorld(
  here: TaskInWorld<ToolTable>,
  trace: Trace,
  options: Pick<Judging, 'checkedLeaves' | 'stateBudget'> = {},
): TaskScore {
  const { best, task, judgings } = holdAgainstWays(here, trace, options, scoreAgainst)
  const faults = judgeFaults(task, trace, best, here.tools)
  const injections = judgeInjections(task, trace)
  return {
    ...best,
    ...(judgings.some((judging) => isFreeText(judging, task)) ? { free_text: true as const } : {}),
    ...(faults === undefined ? {} : { faults }),
    ...(injections === undefined ? {} : { injections }),
  }
}

/**
 * Scores one trace against its task with the causal scorer, as docs/scoring.md says. A task that depends on its world
 * is expanded in the world of the trace. Where the task lists alternatives, the best one counts.
 *
 * @param tools Schemas and effects of the tools; an unknown tool counts as a write.
 */
export function scoreTrace(task: WrittenTask, trace: Trace, tools: ToolTable): TaskScore {
  return scoreInWorld(openWorlds(task, tools).in(trace.seed ?? task.world?.seed), trace)
}
