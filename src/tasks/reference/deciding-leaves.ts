import { listSources } from '../../schema/binding.ts'
import type { Step } from '../../schema/task.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { appendKey, replaceAt } from '../../shared/pointer.ts'
import { describeActs, exchangeOutputs, type Scene } from './exchange.ts'
import { listLeaves } from './markers.ts'
import { pairCalls } from './pair-calls.ts'
import { listArrays } from './sources.ts'

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

/** Worlds whose values are put around the lists of one output. */
const MAX_TRIED_WORLDS = 4

/** The leaves of an output that are in no list. */
function listLeavesAround(output: Json | undefined, at = ''): [string, Json][] {
  if (Array.isArray(output) || output === undefined) return []
  if (!isObject(output)) return [[at, output]]
  return Object.entries(output).flatMap(([key, value]) => listLeavesAround(value, appendKey(at, key)))
}

/** Whether the function does something else where an output has the values of other worlds around its lists. */
async function countsByRecord(scene: Scene, number: number): Promise<boolean> {
  const { run, others } = scene
  const step = run.steps[number]
  const own = listLeavesAround(step?.output)
  if (step === undefined || own.length === 0) return false
  const tried = new Set([JSON.stringify(own)])
  for (const other of others) {
    const counterpart = pairCalls(run.steps, other.calls).get(step)
    if (counterpart?.result.ok !== true) continue
    const theirs = new Map(listLeavesAround(counterpart.output))
    const mixed = own.map(([pointer, leaf]): [string, Json] => [pointer, theirs.get(pointer) ?? leaf])
    const key = JSON.stringify(mixed)
    if (tried.has(key)) continue
    tried.add(key)
    const output = mixed.reduce((whole, [pointer, leaf]) => replaceAt(whole, pointer, leaf), step.output)
    const changed = await exchangeOutputs(scene, new Map([[number, output]]))
    if (changed !== undefined && describeActs(changed) !== describeActs(run)) return true
    if (tried.size > MAX_TRIED_WORLDS) return false
  }
  return false
}

/**
 * Numbers of the reads with lists in their outputs that count by what stands around the lists. A record with tags is not
 * a list of tags: a call that shows the same tags of another record does not stand in for it.
 */
export async function findRecordReads(scene: Scene): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  for (const [number, { tool, output }] of scene.run.steps.entries()) {
    if (scene.tools.get(tool)?.effect !== 'read' || listArrays(output).length === 0) continue
    if (await countsByRecord(scene, number)) found.add(number)
  }
  return found
}
