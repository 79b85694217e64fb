import { sourcesOf } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { resolve } from '../../../scoring/bindings.ts'
import { taskIn } from '../../../scoring/expand.ts'
import type { ReferenceRun } from '../../../scoring/reference-run.ts'
import { scoreTrace } from '../../../scoring/score.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { answerTextOf } from '../../calibration/answer-text.ts'
import { inTurn, movesOf, performScript } from '../mutate/script.ts'
import type { AuditSubject } from '../subject.ts'
import { bindingsTo, carriesEvidence } from './alternative-calls.ts'
import { isValue, valuesWithin } from './equal.ts'

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
export function needlessArgumentsOf(step: Step, subject: AuditSubject): string[] | undefined {
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
