import { sourcesOf } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import { resolve } from '../../../scoring/bindings.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { openWorld } from '../../../scoring/expand.ts'
import type { ReferenceRun } from '../../../scoring/reference-run.ts'
import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { traits } from '../../../tools/builtin/traits.ts'
import { executeTool } from '../../../tools/execute.ts'
import { consumersOf } from '../bound-values.ts'
import type { AuditSubject } from '../subject.ts'

/** Capabilities of tools whose work one can write down as an expression. */
export const COMPUTABLE: ReadonlySet<string> = new Set([
  'compute',
  'convert',
  'inspect-text',
  'transform-data',
  'transform-text',
])

/** What a step gives in the world of a seed, called as in the gold run. */
function outputIn(
  step: Step,
  { task, registry }: AuditSubject,
  gold: ReferenceRun,
  seed: number,
): Json | undefined {
  const tool = registry.get(step.tool_name)
  const args = gold.argumentsOf.get(step.step_id)
  const result =
    tool === undefined || args === undefined
      ? undefined
      : executeTool(tool, args, openWorld(task, seed, registry))
  return result?.ok === true ? result.output : undefined
}

/** Whether a step works out what it gives from its arguments alone. */
function isPure(step: Step, subject: AuditSubject, gold: ReferenceRun): boolean {
  const tool = subject.registry.get(step.tool_name)
  if (tool === undefined || tool.effect !== 'read' || !COMPUTABLE.has(tool.capability ?? '')) return false
  const [here, elsewhere] = [subject.seed, subject.seed + 1].map((seed) =>
    outputIn(step, subject, gold, seed),
  )
  return here !== undefined && elsewhere !== undefined && stableJson(here) === stableJson(elsewhere)
}

/** Whether all that is taken from a step are numbers, and whether anything is. */
function takenFrom(
  { step_id }: Step,
  { task }: AuditSubject,
  gold: ReferenceRun,
): { any: boolean; numbers: boolean } {
  const leaves = consumersOf(task)
    .flatMap(({ value }) => sourcesOf(value))
    .filter(({ $from }) => $from === step_id)
    .flatMap(({ $from, at }) => leavesOf(resolve({ $from, at }, gold.outputOf) ?? null))
  return { any: leaves.length > 0, numbers: leaves.every(({ value }) => typeof value === 'number') }
}

const givesNumbersOnly = (outputSchema: JsonObject): boolean =>
  (outputSchema.properties as Record<string, { type?: Json }> | undefined)?.result?.type === 'number'

/** Tools on offer, and not needed, that work out whatever one writes down, and so what a step gives as well. */
export function generalToolsFor(step: Step, subject: AuditSubject): string[] {
  const gold = subject.gold()
  const general = subject.offered.filter(
    ({ name }) => traits.get(name)?.general === true && !subject.needed.has(name),
  )
  if (!gold.ok || general.length === 0 || !isPure(step, subject, gold.run)) return []
  const { any, numbers } = takenFrom(step, subject, gold.run)
  if (!any) return []
  return general
    .filter(({ outputSchema }) => numbers || !givesNumbersOnly(outputSchema as JsonObject))
    .map(({ name }) => name)
}
