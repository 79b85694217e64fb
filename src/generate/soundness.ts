import type { AuditRule } from '../audit/rule.ts'
import { answerInPrompt } from '../audit/rules/answer-in-prompt.ts'
import { asked } from '../audit/rules/asked.ts'
import { discriminating, weakEdges } from '../audit/rules/discriminating.ts'
import { distractor } from '../audit/rules/distractor.ts'
import { lineage } from '../audit/rules/lineage.ts'
import { needed } from '../audit/rules/needed.ts'
import { unique } from '../audit/rules/unique.ts'
import { AuditSubject } from '../audit/subject.ts'
import { answerTextOf } from '../calibration/answer-text.ts'
import { solvedByCheating } from '../calibration/solved-by-cheating.ts'
import type { Task } from '../schema/task.ts'
import type { Trace } from '../schema/trace.ts'
import type { GoldRun } from '../scoring/gold-run.ts'
import { scoreTrace } from '../scoring/score.ts'
import { type Registry, registry as standard } from '../simulators/registry.ts'
import { roundingTie } from './rounding-ties.ts'

/** The rules of the audit that every drawn task is held to, cheap ones first. */
const CHEAP: readonly AuditRule[] = [lineage, answerInPrompt, discriminating]
/** Rules that look into all that an agent could find out, at a cost of a tenth of a second a task. */
const VETTING: readonly AuditRule[] = [needed, distractor, unique]

/** Worlds, from the task's own seed on, in which attempts are made. */
const WORLDS = 20

/** How strictly a drawn task is looked at. */
export interface Strictness {
  /** Whether a graded value may carry less than 10 bits. Default false. */
  mayBeWeak?: boolean | undefined
  /** Whether the costly rules are asked as well. Default false. */
  vet?: boolean
}

/** The expected trace as an agent would leave it. */
const traceOf = (task: Task, { calls, outputOf }: GoldRun): Trace => ({
  task_id: task.task_id,
  calls,
  final_answer: answerTextOf(task, outputOf),
  attempt: 0,
})

/**
 * Why a drawn task does not hold up in its world and in those that the rules look at; undefined where it does. A
 * weak edge counts as well, unless the task may be weak, although a suite may have some.
 */
export function flawOf(
  task: Task,
  registry: Registry,
  { mayBeWeak = false, vet = false }: Strictness = {},
): string | undefined {
  const subject = new AuditSubject(task, registry)
  const gold = subject.gold()
  if (!gold.ok) return gold.why
  const score = scoreTrace(task, traceOf(task, gold.run), registry)
  if (!score.solved || score.score < 1) return `the expected trace does not solve it: ${score.reason}`
  const bound = [
    ...task.expected_trace.steps.map((step) => step.arguments),
    task.expected_final_answer ?? null,
  ]
  const tie = roundingTie(bound, gold.run.outputOf)
  if (tie !== undefined) return `${tie} is rounded half-way`
  for (const seed of subject.seeds(WORLDS)) {
    const elsewhere = subject.gold(seed)
    if (!elsewhere.ok) return elsewhere.why
  }
  const [weak] = mayBeWeak ? [] : weakEdges(task, registry, gold.run).weak
  if (weak !== undefined) return weak
  for (const rule of vet ? [...CHEAP, ...VETTING] : CHEAP) {
    const [flaw] = rule.start().visit(subject) as string[]
    if (flaw !== undefined) return flaw
  }
  return undefined
}

/** Whether the prompt asks for what is graded, as far as the rule `asked` can tell. */
export const isAskedFor = (task: Task, registry: Registry): boolean =>
  (asked.start().visit(new AuditSubject(task, registry)) as string[]).length === 0

/** Whether a task is solved by an agent whose texts or answer are none, such as all results pasted. */
export function isCheated(task: Task, registry: Registry): boolean {
  const gold = new AuditSubject(task, registry).gold()
  return gold.ok && solvedByCheating(task, gold.run, registry) !== undefined
}

/** Whether a drawn task holds up; see {@link flawOf}. */
export const isSound = (task: Task, registry: Registry = standard, strictness: Strictness = {}): boolean =>
  flawOf(task, registry, strictness) === undefined
