import type { Task } from '../../schema/task.ts'
import { goldRun } from '../../scoring/gold-run.ts'
import { messageOf } from '../../shared/errors.ts'
import { rngOf } from '../../shared/rng.ts'
import { type AuditFinding, auditSuite } from '../../suites/audit/audit-suite.ts'
import { RULES, type RuleName } from '../../suites/audit/rule.ts'
import { mendSuite } from '../../suites/repair/mend-suite.ts'
import type { ValidDraft } from './draft-schema.ts'
import type { EnvironmentTask } from './environment-task.ts'
import type { Difficulty } from './read-tool-sets.ts'
import { toTask } from './to-task.ts'
import { type Workshop, wireNames } from './workshop.ts'

/** Where a task belongs. */
export interface DraftSlot {
  readonly id: string
  readonly seed: number
  readonly difficulty: Difficulty
}

/** Tools that a task offers, as far as there are so many. */
const OFFERED = 8

/** The needed tools and others of the set, up to {@link OFFERED}, in an order that tells nothing. */
export function offeredWith(needed: readonly string[], all: readonly string[], slot: DraftSlot): string[] {
  const rng = rngOf(slot.seed, 'offered', slot.id)
  const own = [...new Set(needed)]
  const others = rng.shuffle(all.filter((name) => !own.includes(name)))
  return rng.shuffle([...own, ...others.slice(0, Math.max(0, OFFERED - own.length))])
}

const neededBy = ({ expected_trace }: Task): Set<string> =>
  new Set(expected_trace.steps.map(({ tool_name }) => tool_name))

const offering = (task: Task, offered: string[]): Task => ({
  ...task,
  available_tools: offered,
  num_tools_offered: offered.length,
})

/** The task without the distractors that findings name; the same task where they name none. */
function withoutNamed(task: Task, findings: readonly AuditFinding[]): Task {
  const needed = neededBy(task)
  const isNamed = (name: string): boolean =>
    findings.some(({ detail }) => detail.split(/[^A-Za-z0-9_-]+/).includes(name))
  return offering(
    task,
    task.available_tools.filter((name) => needed.has(name) || !isNamed(name)),
  )
}

/** Audits a task; what its distractors spoil is put right by offering fewer. */
async function audited(task: Task, workshop: Workshop): Promise<{ task: Task; findings: AuditFinding[] }> {
  let current = task
  for (;;) {
    const findings = await auditFindingsOf(current, workshop)
    if (findings.length === 0) return { task: current, findings }
    const next = withoutNamed(current, findings)
    if (next.available_tools.length === current.available_tools.length) return { task, findings }
    current = next
  }
}

/**
 * Proves that a task can be done as it says: its golden calls run in several worlds, and an audit by all rules finds
 * nothing, if need be once frozen values are bound and empty dependencies gone.
 */
export async function proveValid(draft: ValidDraft, slot: DraftSlot, workshop: Workshop): Promise<Proof> {
  const { tools, set } = workshop
  const place = { ...slot, offered: wireNames(tools), category: set.field }
  const made = toTask(draft, tools, place)
  if (!made.ok) return refuted('malformed', made.problems)
  const task = offering(made.task, offeredWith([...neededBy(made.task)], place.offered, slot))
  const [ungrounded] = await auditFindingsOf(task, workshop, ['lineage'])
  const fails = whyItFails(task, workshop)
  if (fails !== undefined)
    return refuted('fails', [fails, ...(ungrounded === undefined ? [] : [ungrounded.detail])])
  const first = await audited(task, workshop)
  const done = (found: Task, notes: string[]): Proof => ({
    ok: true,
    task: { valid: true, difficulty: slot.difficulty, task: found },
    notes,
  })
  if (first.findings.length === 0) return done(first.task, [])
  const { tasks, changes } = mendSuite([task], workshop.registry)
  const [mended] = tasks
  // What the prompt has to say is for the model to put into words.
  if (mended === undefined || changes.length === 0 || mended.prompt !== task.prompt)
    return refutedBy(first.findings)
  const second = await audited(mended, workshop)
  return second.findings.length === 0
    ? done(second.task, [`mended: ${changes.map(({ what }) => what).join('; ')}`])
    : refutedBy(first.findings)
}

/** Why a draft is no task, in short, to count by. */
export type RejectedTaskReason =
  /** Names calls, tools or parameters that are not there. */
  | 'malformed'
  /** Has more or fewer tools than its difficulty. */
  | 'difficulty'
  /** Has the prompt of another one. */
  | 'repeated'
  /** The golden calls do not run. */
  | 'fails'
  /** Said to be impossible, and can be done. */
  | 'feasible'
  | `audit:${RuleName}`

/** A task with its proof, or what speaks against it, each as half a sentence. */
export type Proof =
  | { readonly ok: true; readonly task: EnvironmentTask; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: RejectedTaskReason; readonly problems: readonly string[] }

export const refuted = (reason: RejectedTaskReason, problems: readonly string[]): Proof => ({
  ok: false,
  reason,
  problems,
})

/** Worlds, from the task's own seed on, in which golden calls must run, beside the world of seed 0. */
const SEEDS = 3

/** The rules, those first that say in the simplest words what is wrong. */
const IN_ORDER: readonly RuleName[] = ['environment-comment', 'lineage']

/** Finds why the golden calls of a task do not run; undefined where they do. */
export function whyItFails(task: Task, { registry }: Workshop): string | undefined {
  const own = task.world?.seed ?? 0
  for (const seed of new Set([0, ...Array.from({ length: SEEDS }, (_, i) => own + i)])) {
    try {
      goldRun(task, registry, seed)
    } catch (error) {
      return messageOf(error)
    }
  }
  return undefined
}

/** Findings of an audit of this one task; no more than the first rule that it breaks where that says it all. */
export async function auditFindingsOf(
  task: Task,
  { registry }: Workshop,
  rules: readonly RuleName[] = RULES,
): Promise<AuditFinding[]> {
  for (const rule of IN_ORDER) {
    const { findings } = await auditSuite([task], registry, { rules: [rule] })
    if (findings.length > 0) return findings
  }
  const rest = rules.filter((rule) => !IN_ORDER.includes(rule))
  if (rest.length === 0) return []
  return (await auditSuite([task], registry, { rules: rest })).findings
}

/** What a finding says, as a reason and in words that a model can act on. */
export function refutedBy(findings: readonly AuditFinding[]): Proof {
  const [first] = findings
  if (first === undefined) throw new Error('an audit without findings refutes nothing')
  return refuted(
    `audit:${first.rule}`,
    findings.map(({ rule, detail }) => `${rule}: ${detail}`),
  )
}
