import { sourcesOf } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { resolve } from '../../../scoring/bindings.ts'
import { taskIn } from '../../../scoring/expand.ts'
import { type ReferenceRun, referenceRun } from '../../../scoring/reference-run.ts'
import { scoreTrace } from '../../../scoring/score.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Registry } from '../../../tools/registry.ts'
import { answerTextOf } from '../../calibration/answer-text.ts'
import { inTurn, movesOf, performScript } from '../mutate/script.ts'
import { alternativeCallsFor, bindingsTo, carriesEvidence } from '../reachability/alternative-calls.ts'
import { describeCall, describeUndecided, searchCheck } from '../reachability/closure.ts'
import { isValue, valuesWithin } from '../reachability/equal.ts'
import { generalToolsFor } from '../reachability/general-tools.ts'
import { callKey, type KnownCall } from '../reachability/known.ts'
import { taskSearchOf } from '../reachability/search-world.ts'
import type { AuditRule } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

/** Worlds in which a looser call has to give the same. */
const SEEDS = 3
const ANY = { type: undefined, semantic: undefined }

/** Optional arguments that a step states: each one, and all of them where there are several. */
function droppable(step: Step, { registry }: AuditSubject): string[][] {
  const { required = [], properties = {} } = (registry.get(step.tool_name)?.inputSchema ?? {}) as {
    required?: string[]
    properties?: JsonObject
  }
  const optional = Object.keys(step.arguments).filter(
    (name) =>
      Object.hasOwn(properties, name) &&
      !required.includes(name) &&
      sourcesOf(step.arguments[name] ?? null).length === 0,
  )
  return optional.length > 1 ? [...optional.map((name) => [name]), optional] : optional.map((name) => [name])
}

/** The expected trace with a step called without some arguments: whether it shows all that is taken, and is not solved. */
function isRefusedWay(
  task: Task,
  step: Step,
  dropped: readonly string[],
  subject: AuditSubject,
  gold: ReferenceRun,
): boolean {
  const kept = Object.entries(step.arguments).filter(([name]) => !dropped.includes(name))
  const moves = movesOf(task).map((move) => {
    const { step: id, ...made } = move
    return id === step.step_id ? { ...made, arguments: Object.fromEntries(kept) } : move
  })
  const script = { turns: inTurn(moves), answer: () => answerTextOf(task, gold.outputOf) }
  const { trace, made } = performScript(script, task, subject.registry, gold.outputOf)
  const result = made.find(({ move }) => move.step === undefined)?.call.result
  if (result === undefined) return false
  const shown = valuesWithin(result)
  const isShown = bindingsTo(step, subject).every(({ $from, at }) => {
    const value = resolve({ $from, at }, gold.outputOf)
    return value !== undefined && shown.some((other) => isValue(value, other, ANY))
  })
  return isShown && !scoreTrace(task, trace, subject.registry).solved
}

/**
 * Optional arguments without which a read gives all that is taken from it as well, in every world, and is refused all
 * the same: a table read without its filter.
 */
function needlessArgumentsOf(step: Step, subject: AuditSubject): string[] | undefined {
  const { task, registry } = subject
  if (registry.get(step.tool_name)?.effect !== 'read') return undefined
  const first = subject.gold()
  if (!first.ok) return undefined
  if (!carriesEvidence(subject, bindingsTo(step, subject), first.run.outputOf)) return undefined
  return droppable(step, subject).find((dropped) =>
    subject.seeds(SEEDS).every((seed) => {
      const gold = subject.gold(seed)
      const there = taskIn({ ...task, world: { ...task.world, seed } }, seed, registry)
      return gold.ok && isRefusedWay(there, step, dropped, subject, gold.run)
    }),
  )
}

export const unique: AuditRule = {
  name: 'unique',
  holds:
    'no other plan of at most one call more, no call without its optional arguments and no tool that computes anything ' +
    'does the same, unless it is listed under alternatives',
  needsGold: true,
  start: () =>
    searchCheck((subject, count) => {
      const { task, registry } = subject
      const taskSearch = taskSearchOf(subject)
      const seed = taskSearch.worlds[0]?.seed ?? subject.seed
      return task.expected_trace.steps.flatMap((step) => {
        const other = cheaplyFound(step, subject)
        if (other !== undefined) return [other]
        const { found, undecided } = alternativeCallsFor(step, subject, taskSearch, count)
        if (undecided !== undefined) {
          return [describeUndecided(`whether ${step.step_id} is the only way`, undecided)]
        }
        const [first, ...more] = found.filter((call) => !isListed(call, seed, task, registry))
        return first === undefined ? [] : [sentence(step, seed, first, more.length)]
      })
    }),
}

const sentence = (step: Step, seed: number, call: KnownCall, more: number): string =>
  `in world ${seed} ${describeCall(call)} gives all that is taken from ${step.step_id} (${step.tool_name}), as it ` +
  `does in the other worlds${more === 0 ? '' : `, and ${more} other calls do too`}; change the task, or list the plan ` +
  'under alternatives'

/** Another way to what a step gives that takes no search: a looser call, or a tool that computes anything. */
function cheaplyFound(step: Step, subject: AuditSubject): string | undefined {
  const name = `${step.step_id} (${step.tool_name})`
  const general = generalToolsFor(step, subject)
  if (general.length > 0) {
    return `${general.join(' and ')} on offer can work out what is taken from ${name}; offer other tools`
  }
  const needless = needlessArgumentsOf(step, subject)
  if (needless === undefined) return undefined
  return (
    `without ${needless.join(', ')} the call of ${name} shows all that is taken from it as well, and is refused; ` +
    'change the task, or list the plan under alternatives'
  )
}

function isListed({ key }: KnownCall, seed: number, task: Task, registry: Registry): boolean {
  return (task.alternatives ?? []).some((expected_trace) => {
    const run = runOf({ ...task, expected_trace }, registry, seed)
    return run?.calls.some((other) => callKey(other.tool_name, other.arguments) === key) === true
  })
}

function runOf(task: Task, registry: Registry, seed: number): ReferenceRun | undefined {
  try {
    return referenceRun(task, registry, seed)
  } catch {
    return undefined
  }
}
