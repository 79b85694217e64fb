import { listSources } from '../../schema/binding.ts'
import type { Step } from '../../schema/task.ts'
import type { Json } from '../../shared/json.ts'
import { replaceAt } from '../../shared/pointer.ts'
import { describeActs, exchangeOutputs, type Scene } from './exchange.ts'
import { listLeaves } from './markers.ts'
import { pairCalls } from './pair-calls.ts'

/**
 * Pointers to what decides in the output of a step: leaves that are otherwise in a world of another shape, and each of
 * which alone makes the function do something else. Empty where no single one does.
 */
async function findDecidingLeaves(scene: Scene, number: number): Promise<string[]> {
  const { run, others } = scene
  const step = run.steps[number]
  if (step === undefined) return []
  const acts = describeActs(run)
  const tried = new Set<string>()
  for (const other of others.filter(({ shape }) => shape !== run.shape)) {
    const counterpart = pairCalls(run.steps, other.calls).get(step)
    if (counterpart?.result.ok !== true) continue
    const found: string[] = []
    const theirs = listLeaves(counterpart.output)
    for (const [pointer, value] of listLeaves(step.output)) {
      const change = theirs.get(pointer)
      const key = JSON.stringify([pointer, change])
      if (change === undefined || change === value || tried.has(key)) continue
      tried.add(key)
      const output: Json = replaceAt(step.output, pointer, change)
      const changed = await exchangeOutputs(scene, new Map([[number, output]]))
      if (changed !== undefined && describeActs(changed) !== acts) found.push(pointer)
    }
    if (found.length > 0) return found
  }
  return []
}

/** What decides in the outputs of reads that nothing is bound from, by id of the step; also that nothing more is done. */
export async function listDecidingLeaves(
  scene: Scene,
  steps: readonly Step[],
  answer: Json = null,
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  const sources = [answer, ...steps.map((step) => step.arguments)].flatMap((value) => listSources(value))
  const bound = new Set(sources.map(({ $from }) => $from))
  for (const [number, { step_id, tool_name }] of steps.entries()) {
    if (bound.has(step_id) || scene.tools.get(tool_name)?.effect !== 'read') continue
    const pointers = await findDecidingLeaves(scene, number)
    if (pointers.length > 0) found.set(step_id, pointers)
  }
  return found
}
