import type { Task } from '../../schema/task.ts'
import { describeThrown } from '../../shared/errors.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { createRng } from '../../shared/rng.ts'
import { type AuditFinding, auditSuite } from '../../suites/audit/audit-suite.ts'
import { RULES, type RuleName } from '../../suites/audit/rule.ts'
import { resolve } from '../../tasks/bindings.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import type { Registry } from '../../tools/registry.ts'
import { normalise } from '../dedupe/dedupe.ts'
import { findLexicalPairs, LEXICAL_TAU } from '../dedupe/similarity.ts'
import { buildWireName } from '../simulate/effect.ts'
import { answerSyntheticCall } from '../simulate/respond.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { findTool, type Validation } from '../validate/validate.ts'
import type { EnvironmentTask } from './environment-task.ts'
import { type InvalidDraft, toTask, type ValidDraft } from './to-task.ts'
import { type Difficulty, listWireNames, type Workshop } from './tool-sets.ts'

/** Where a task belongs. */
export interface DraftSlot {
  readonly id: string
  readonly seed: number
  readonly difficulty: Difficulty
}

/** Tools that a task offers, as far as there are this many. */
const MAX_OFFERED = 8

/** The needed tools and others of the set, up to {@link MAX_OFFERED}, in an order that tells nothing. */
function chooseOffered(needed: readonly string[], all: readonly string[], slot: DraftSlot): string[] {
  const rng = createRng(slot.seed, 'offered', slot.id)
  const first = [...new Set(needed)]
  const others = rng.shuffle(all.filter((name) => !first.includes(name)))
  return rng.shuffle([...first, ...others.slice(0, Math.max(0, MAX_OFFERED - first.length))])
}

const collectNeeded = ({ expected_trace }: Task): Set<string> =>
  new Set(expected_trace.steps.map(({ tool_name }) => tool_name))

const offerTools = (task: Task, offered: string[]): Task => ({
  ...task,
  available_tools: offered,
  num_tools_offered: offered.length,
})

/** The task without the distractors that findings name; the same task where they name none. */
function removeNamed(task: Task, findings: readonly AuditFinding[]): Task {
  const needed = collectNeeded(task)
  const isNamed = (name: string): boolean =>
    findings.some(({ detail }) => detail.split(/[^A-Za-z0-9_-]+/).includes(name))
  return offerTools(
    task,
    task.available_tools.filter((name) => needed.has(name) || !isNamed(name)),
  )
}

/** Audits a task; what its distractors spoil is put right by offering fewer. */
async function auditAndRepair(
  task: Task,
  workshop: Workshop,
): Promise<{ task: Task; findings: AuditFinding[] }> {
  let current = task
  for (;;) {
    const findings = await listAuditFindings(current, workshop)
    if (findings.length === 0) return { task: current, findings }
    const next = removeNamed(current, findings)
    if (next.available_tools.length === current.available_tools.length) return { task, findings }
    current = next
  }
}

/** Proves that a task can be done. */
export async function proveValid(draft: ValidDraft, slot: DraftSlot, workshop: Workshop): Promise<Proof> {
  const { tools, set } = workshop
  const place = { ...slot, offered: listWireNames(tools), category: set.field }
  const made = toTask(draft, tools, place)
  if (!made.ok) return buildRefutation('malformed', made.problems)
  const task = offerTools(made.task, chooseOffered([...collectNeeded(made.task)], place.offered, slot))
  const [ungrounded] = await listAuditFindings(task, workshop, ['provenance'])
  const fails = explainFailure(task, workshop)
  if (fails !== undefined)
    return buildRefutation('fails', [fails, ...(ungrounded === undefined ? [] : [ungrounded.detail])])
  const proved = await auditAndRepair(task, workshop)
  if (proved.findings.length > 0) return refuteByFindings(proved.findings)
  return { ok: true, task: { valid: true, difficulty: slot.difficulty, task: proved.task } }
}

/** Why a draft is not a task, in short, to count by. */
export type RejectedTaskReason =
  /** Names calls, tools or parameters that are not there. */
  | 'malformed'
  /** Has more or fewer tools than its difficulty. */
  | 'difficulty'
  /** Has the prompt of another one. */
  | 'repeated'
  /** The expected calls do not run. */
  | 'fails'
  /** Said to be impossible, and can be done. */
  | 'feasible'
  | `audit:${RuleName}`

/** A task with its proof, or what speaks against it, each as half a sentence. */
export type Proof =
  | { readonly ok: true; readonly task: EnvironmentTask }
  | { readonly ok: false; readonly reason: RejectedTaskReason; readonly problems: readonly string[] }

export const buildRefutation = (reason: RejectedTaskReason, problems: readonly string[]): Proof => ({
  ok: false,
  reason,
  problems,
})

/** Worlds, from the task's own seed on, in which expected calls must run, beside the world of seed 0. */
const MORE_SEEDS = 3

/** Finds why the expected calls of a task do not run; undefined where they do. */
function explainFailure(task: Task, { registry }: Workshop): string | undefined {
  const worlds = openWorlds(task, registry)
  for (const seed of new Set([0, ...Array.from({ length: MORE_SEEDS }, (_, i) => worlds.seed + i)])) {
    try {
      worlds.reference(seed)
    } catch (error) {
      return describeThrown(error)
    }
  }
  return undefined
}

/** Findings of an audit of this one task; where values have no source, that says it all. */
async function listAuditFindings(
  task: Task,
  { registry }: Workshop,
  rules: readonly RuleName[] = RULES,
): Promise<AuditFinding[]> {
  const { findings } = await auditSuite([task], registry, { rules: ['provenance', ...rules] })
  const ungrounded = findings.filter(({ rule }) => rule === 'provenance')
  return ungrounded.length > 0 ? ungrounded : findings
}

/** What a finding says, as a reason and in words that a model can act on. */
function refuteByFindings(findings: readonly AuditFinding[]): Proof {
  const [first] = findings
  if (first === undefined) throw new Error('an audit without findings refutes nothing')
  return buildRefutation(
    `audit:${first.rule}`,
    findings.map(({ rule, detail }) => `${rule}: ${detail}`),
  )
}

const REFUSAL_SEEDS = [0, 1, 2]

/** Checks that find a call malformed: no reason why a task could not be done. */
const MALFORMED: ReadonlySet<Validation['rule']> = new Set([
  'tool_name',
  'unknown_parameter',
  'missing_parameter',
  'type',
])

type Infeasible = Extract<Proof, { ok: true }>

const buildInvalid = (
  { prompt, why }: InvalidDraft,
  offered: string[],
  slot: DraftSlot,
  infeasible:
    | { because: 'no_tool'; tool: string; detail: string }
    | { because: 'refused'; tool: string; args: JsonObject; detail: string },
): Infeasible => ({
  ok: true,
  task: {
    valid: false,
    difficulty: slot.difficulty,
    task: { task_id: slot.id, prompt, available_tools: offered, world: { seed: slot.seed } },
    infeasible: { ...infeasible, detail: `${why.trim()} ${infeasible.detail}` },
  },
})

/** What the last call of a task is answered in a world in which the calls before it ran; or why nothing is. */
function computeLastAnswer({ expected_trace, ...task }: Task, { toolkit, registry }: Workshop, seed: number) {
  const { steps } = expected_trace
  const last = steps.at(-1)
  if (last === undefined) return { fails: 'the draft has no call' }
  try {
    const before = { ...task, expected_trace: { steps: steps.slice(0, -1) } }
    const { world, outputOf } = openWorlds(before, registry).reference(seed)
    const args = resolve(last.arguments, outputOf)
    if (args === undefined || !isObject(args)) return { fails: `nothing flows to ${last.step_id}` }
    const said = answerSyntheticCall({ tool: last.tool_name, args }, toolkit, world)
    if ('open' in said) return { fails: `nothing answers ${last.step_id}` }
    return { verdict: said.verdict, args, tool: last.tool_name }
  } catch (error) {
    return { fails: describeThrown(error) }
  }
}

function removeCompetingTools(offered: readonly string[], tool: string, registry: Registry): string[] {
  const { capability } = registry.get(tool) ?? {}
  return offered.filter((name) => {
    const other = registry.get(name)
    return name === tool || other?.effect === 'read' || other?.capability !== capability
  })
}

/** Proves that what a task asks for is refused, with a code of its own, in several worlds. */
async function proveRefused(draft: InvalidDraft, slot: DraftSlot, workshop: Workshop): Promise<Proof> {
  const { tools, registry } = workshop
  if (draft.missing !== null) return buildRefutation('malformed', ['missing is null where a call is refused'])
  const offered = listWireNames(tools)
  const made = toTask({ ...draft, report: [] }, tools, { ...slot, offered, category: '' })
  if (!made.ok) return buildRefutation('malformed', made.problems)
  const ungrounded = await listAuditFindings(made.task, workshop, ['provenance'])
  if (ungrounded.length > 0) return refuteByFindings(ungrounded)
  const answers = [slot.seed, ...REFUSAL_SEEDS].map((seed) => computeLastAnswer(made.task, workshop, seed))
  for (const answer of answers) {
    if (answer.fails !== undefined) return buildRefutation('fails', [answer.fails])
    if (answer.verdict.status === 'PASS')
      return buildRefutation('feasible', [
        `the last call, ${answer.tool}, is not refused: the task can be done`,
      ])
    if (MALFORMED.has(answer.verdict.rule))
      return buildRefutation('malformed', [`the last call is only malformed: ${answer.verdict.message}`])
  }
  const [answer] = answers
  if (answer === undefined || answer.fails !== undefined) throw new Error('no world was asked')
  const { verdict, args, tool } = answer
  const needed = made.task.expected_trace.steps.map(({ tool_name }) => tool_name)
  const kept = removeCompetingTools(offered, tool, registry)
  return buildInvalid(draft, chooseOffered(needed, kept, slot), slot, {
    because: 'refused',
    tool,
    args,
    detail: `${tool} answers ${verdict.code}: ${verdict.message}`,
  })
}

/** Proves that a tool of the set is needed: with it the task can be done, without it something stays unknown. */
async function proveWithheld(
  draft: InvalidDraft,
  slot: DraftSlot,
  workshop: Workshop,
  withheld: ToolSpec,
): Promise<Proof> {
  const { tools, registry } = workshop
  const name = buildWireName(withheld.name)
  const others = removeCompetingTools(listWireNames(tools), name, registry)
  const made = toTask(draft, tools, { ...slot, offered: others, category: '' })
  if (!made.ok) return buildRefutation('malformed', made.problems)
  const needed = made.task.expected_trace.steps.map(({ tool_name }) => tool_name)
  if (!needed.includes(name))
    return buildRefutation('malformed', [`no call is of ${withheld.name}, the tool that is to be missing`])
  const offered = chooseOffered(needed, others, slot)
  const whole = { ...made.task, available_tools: offered, num_tools_offered: offered.length }
  const fails = explainFailure(whole, workshop)
  if (fails !== undefined) return buildRefutation('fails', [fails])
  const findings = await listAuditFindings(whole, workshop, ['oracle', 'needed', 'distractor', 'unique'])
  if (findings.length > 0) return refuteByFindings(findings)
  return buildInvalid(
    draft,
    offered.filter((one) => one !== name),
    slot,
    {
      because: 'no_tool',
      tool: name,
      detail: `${name} is not offered; with it the task can be done, without it what is graded is out of reach.`,
    },
  )
}

/** Says that nobody has a tool: none is called so, and none reads like it. */
function proveUnknown(draft: InvalidDraft, slot: DraftSlot, { tools }: Workshop): Proof {
  const missing = draft.missing
  if (missing === null) return buildRefutation('malformed', ['missing says which tool is not there'])
  const alike = findLikeTools(missing, tools)
  if (alike.length > 0)
    return buildRefutation('feasible', [
      `${alike.join(' and ')} reads like the missing tool "${missing.name}"`,
    ])
  if (draft.calls.length > 0)
    return buildRefutation('malformed', ['a tool that nobody has goes without calls'])
  return buildInvalid(draft, chooseOffered([], listWireNames(tools), slot), slot, {
    because: 'no_tool',
    tool: buildWireName(missing.name),
    detail: `No tool is called ${missing.name}, and none reads like it.`,
  })
}

/** Proves that a task cannot be done. */
export function proveInvalid(draft: InvalidDraft, slot: DraftSlot, workshop: Workshop): Promise<Proof> {
  if (draft.because === 'refused') return proveRefused(draft, slot, workshop)
  const withheld = draft.missing === null ? undefined : findTool(draft.missing.name, workshop.tools)
  return withheld === undefined
    ? Promise.resolve(proveUnknown(draft, slot, workshop))
    : proveWithheld(draft, slot, workshop, withheld)
}

const buildComparable = (id: string, name: string, description: string) => ({
  id,
  name,
  field: 'one',
  body: '',
  text: '',
  words: `${name} ${description}`,
})

function findLikeTools(
  missing: { readonly name: string; readonly does: string },
  tools: readonly ToolSpec[],
): string[] {
  const all = [
    buildComparable('missing', missing.name, missing.does),
    ...tools.map((tool) => buildComparable(tool.id, tool.name, tool.description)),
  ]
  const near = new Set(
    findLexicalPairs(all, LEXICAL_TAU).flatMap(({ a, b }) => (a === 0 ? [b] : b === 0 ? [a] : [])),
  )
  return tools.flatMap(({ name }, i) =>
    near.has(i + 1) || normalise(name) === normalise(missing.name) ? [name] : [],
  )
}
