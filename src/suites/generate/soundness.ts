import { listVettedSeeds, listWorldsBothWays } from '../../run/worlds.ts'
import { listSources } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import type { TaskInWorld, WrittenTask } from '../../schema/task-in-world.ts'
import type { Call, Trace } from '../../schema/trace.ts'
import { removeLimits } from '../../scoring/limits.ts'
import { decideInWorld, scoreInWorld, type Verdict } from '../../scoring/score.ts'
import { SharedJudgements } from '../../scoring/shared-judgements.ts'
import { groupBy } from '../../shared/group.ts'
import type { Json } from '../../shared/json.ts'
import { type OutputOf, resolve } from '../../tasks/bindings.ts'
import { openWorlds, type TaskWorlds } from '../../tasks/task-worlds.ts'
import { executeStep, openWorld } from '../../tasks/world-state.ts'
import type { Registry } from '../../tools/registry.ts'
import { movesOf, performScript, putInTurns } from '../audit/mutate/script.ts'
import type { AuditRule } from '../audit/rule.ts'
import { answerInPrompt } from '../audit/rules/answer-in-prompt.ts'
import { asked } from '../audit/rules/asked.ts'
import { discriminating, findWeakEdges, MAX_WORLDS_ALIKE } from '../audit/rules/discriminating.ts'
import { distractor } from '../audit/rules/distractor.ts'
import { needed } from '../audit/rules/needed.ts'
import { provenance } from '../audit/rules/provenance.ts'
import { unique } from '../audit/rules/unique.ts'
import { AuditSubject } from '../audit/subject.ts'
import { buildRightTrace } from '../calibration/answer-text.ts'
import { buildConstantArguments } from '../calibration/random-arguments.ts'
import { findLevelProblem, findStrictLevelProblem } from '../load/check/level-shape.ts'

/** How near to the middle between two rounded numbers a number counts as in the middle, in units of the last decimal. */
const NEAR = 1e-6

/** A number that a binding rounds although it lies half-way, so that people differ on the result; undefined if no number does. */
function findRoundingTie(value: Json, outputOf: OutputOf): number | undefined {
  for (const source of listSources(value)) {
    for (const [i, change] of (source.via ?? []).entries()) {
      if (typeof change !== 'object' || !('round' in change)) continue
      const number = resolve({ ...source, via: (source.via ?? []).slice(0, i) }, outputOf)
      if (typeof number !== 'number') continue
      const rest = Math.abs(number * 10 ** change.round) % 1
      if (Math.abs(rest - 0.5) < NEAR) return number
    }
  }
  return undefined
}

/** Names of the capabilities of imported tools that show or change a thing begin so. */
const ABOUT_A_THING = 'about-'

/** The step that sets an entity of imported tools to its present state; undefined if no step does. */
function findIdleChange(task: Task, calls: readonly Call[], registry: Registry): string | undefined {
  const changes = ({ tool_name }: Call): boolean => {
    const tool = registry.get(tool_name)
    return tool?.effect === 'idempotent-write' && tool.capability.startsWith(ABOUT_A_THING)
  }
  if (!calls.some(changes)) return undefined
  const world = openWorld(task, task.world?.seed ?? 0, registry)
  const formatStores = (): string =>
    JSON.stringify([...world.snapshot().stores].flatMap(([name, of]) => (of.size === 0 ? [] : [name, ...of])))
  let before = formatStores()
  for (const call of calls) {
    executeStep(call.tool_name, call.arguments, world, registry)
    const after = formatStores()
    if (changes(call) && after === before) return `${call.id} changes nothing`
    before = after
  }
  return undefined
}

const CHEAP: readonly AuditRule[] = [provenance, asked, answerInPrompt, discriminating]
/** Rules that look into all that an agent could find out; first those that find most for what they cost. */
const VETTING: readonly AuditRule[] = [unique, needed, distractor]

/** The first thing that rules hold against a task. */
function findFlawByRules(rules: readonly AuditRule[], subject: AuditSubject): string | undefined {
  for (const rule of rules) {
    const [flaw] = rule.visit(subject, { note() {} }) as Iterable<string>
    if (flaw !== undefined) return flaw
  }
  return undefined
}

/** How strictly a drawn task is looked at. */
export interface Strictness {
  /** Whether a graded value may carry less than 10 bits. Default false. */
  mayBeWeak?: boolean | undefined
  /** Whether the costly rules are asked as well. Default false. */
  vet?: boolean
  /** Whether a function may make the same calls in all worlds. Default false. */
  isSteady?: boolean
}

/** States that the alignment of guessed calls looks at: equal calls may stand for each other in very many ways. */
const MOST_GUESSED_STATES = 20_000

/**
 * Score of the right tools, called with one value for each type. A tool that echoes an argument lets such a value
 * flow. The audit allows 1 % of a suite, less than one step of a small suite.
 */
function decideGuessing(here: TaskInWorld<Registry>): Verdict {
  const { task, tools: registry } = here
  const moves = movesOf(task).flatMap((move) => {
    const tool = registry.get(move.tool)
    return tool === undefined ? [] : [{ ...move, arguments: buildConstantArguments(tool) }]
  })
  const { trace } = performScript({ turns: putInTurns(moves), answer: () => null }, task, registry)
  return decideInWorld(here, trace, {
    stateBudget: { left: MOST_GUESSED_STATES },
    shared: new SharedJudgements(),
  })
}

/** Why the expected trace does not solve its own task; undefined where it does. Only a failure is explained. */
function findFlawOfRightTrace(here: TaskInWorld<Registry>, trace: Trace): string | undefined {
  const options = { stateBudget: { left: Infinity }, shared: new SharedJudgements() }
  const { solved, score } = decideInWorld(here, trace, options)
  if (solved && score === 1) return undefined
  return `the expected trace does not solve it: ${scoreInWorld(here, trace).reason}`
}

/** Why the expected trace does not go through in some world, or gives no answer there; undefined where it does in all. */
function findFlawOfReferences(
  subject: AuditSubject,
  seeds: readonly number[] = subject.worldSeeds,
): string | undefined {
  for (const seed of seeds) {
    const reference = subject.runReference(seed)
    if (!reference.ok) return reference.why
    const answer = subject.worlds.in(seed).task.expected_final_answer
    if (answer !== undefined && resolve(answer, reference.run.outputOf) === undefined)
      return `in world ${seed} the answer takes a value that no result has`
  }
  return undefined
}

/** Why a function decides too little: it fails in a world, or makes the same calls in nearly all. */
function findIdleDecision(subject: AuditSubject, isSteady: boolean): string | undefined {
  const { worldSeeds, worlds, source } = subject
  if (source.code?.warning !== undefined) return source.code.warning
  const byBranch = groupBy(worldSeeds, (seed) => worlds.findBranch(seed))
  const most = Math.max(...[...byBranch.values()].map(({ length }) => length))
  return isSteady || most <= MAX_WORLDS_ALIKE ? undefined : `the same calls in ${most} worlds`
}

function findFlawInWorlds(worlds: TaskWorlds<Registry>, vet: boolean, isSteady: boolean): string | undefined {
  const subject = new AuditSubject(worlds)
  const idle = findIdleDecision(subject, isSteady)
  if (idle !== undefined) return idle
  const seeds = listVettedSeeds(worlds.written, worlds.tools)
  const unsolvable = findFlawOfReferences(subject, seeds)
  if (unsolvable !== undefined) return unsolvable
  const byBranch = new Map(seeds.toReversed().map((seed) => [worlds.findBranch(seed), seed]))
  for (const seed of byBranch.values()) {
    const branch = new AuditSubject(worlds, seed)
    const unsolved = findFlawOfRightTrace(branch.here, buildRightTrace(branch.task, branch.run))
    if (unsolved !== undefined) return unsolved
    if (branch.task.expected_trace.steps.length > 0 && decideGuessing(branch.here).solved)
      return `guessed values solve it in world ${seed}`
    const flaw = findFlawByRules([provenance, answerInPrompt], branch)
    if (flaw !== undefined) return flaw
  }
  for (const seed of vet ? listWorldsBothWays(worlds) : []) {
    const flaw = findFlawByRules([...CHEAP, ...VETTING], new AuditSubject(worlds, seed))
    if (flaw !== undefined) return flaw
  }
  return undefined
}

/**
 * Why a drawn task does not hold up in its world and in those that the rules look at; undefined where it does. A
 * weak edge counts as well, unless the task may be weak, although a suite may have some.
 */
export function findFlaw(
  task: WrittenTask,
  registry: Registry,
  { mayBeWeak = false, vet = false, isSteady = false }: Strictness = {},
): string | undefined {
  const worlds = openWorlds(removeLimits(task), registry)
  if (worlds.isDependent) return findFlawInWorlds(worlds, vet, isSteady)
  const misfit = findStrictLevelProblem(task) ?? findLevelProblem(task.level, task.expected_trace)
  if (misfit !== undefined) return misfit
  const subject = new AuditSubject(worlds)
  const reference = subject.runReference()
  if (!reference.ok) return reference.why
  const idle = findIdleChange(task, reference.run.calls, registry)
  if (idle !== undefined) return idle
  const unsolved = findFlawOfRightTrace(subject.here, buildRightTrace(task, reference.run))
  if (unsolved !== undefined) return unsolved
  const bound = [
    ...task.expected_trace.steps.map((step) => step.arguments),
    task.expected_final_answer ?? null,
  ]
  const tie = findRoundingTie(bound, reference.run.outputOf)
  if (tie !== undefined) return `${tie} lies exactly between two roundings`
  const [weak] = mayBeWeak ? [] : findWeakEdges(subject.here, reference.run).weak
  if (weak !== undefined) return weak
  if (decideGuessing(subject.here).score > 0) return 'guessed values earn a part of the score'
  const flaw = findFlawByRules(CHEAP, subject)
  if (flaw !== undefined) return flaw
  return findFlawOfReferences(subject) ?? (vet ? findFlawByRules(VETTING, subject) : undefined)
}
