import type { Provenance } from '../schema/provenance.ts'
import type { LeafScore, TaskScore } from '../schema/score.ts'
import type { PlainTask, TaskInWorld } from '../schema/task-in-world.ts'
import type { Trace } from '../schema/trace.ts'
import { type Json, type JsonObject, stringifyStably } from '../shared/json.ts'
import { readValueAt } from '../shared/pointer.ts'
import type { ReferenceRun } from '../tasks/reference-run.ts'
import { openWorlds } from '../tasks/task-worlds.ts'
import { buildLeafKey } from './judge-trace.ts'
import { scoreInWorld } from './score.ts'

/** Worlds that are looked into for another value, and so the most runs that settling makes. */
export const MAX_OTHER_WORLDS = 8

interface OpenLeaf {
  stepId: string
  leaf: LeafScore
}

const listAmbiguousLeaves = ({ steps }: TaskScore): OpenLeaf[] =>
  steps.flatMap(({ step_id, leaves }) =>
    leaves.filter(({ provenance }) => provenance === 'ambiguous').map((leaf) => ({ stepId: step_id, leaf })),
  )

const findReferenceValue = (reference: ReferenceRun, { stepId, leaf }: OpenLeaf): Json | undefined =>
  readValueAt((reference.argumentsOf.get(stepId) ?? {}) as JsonObject, leaf.pointer)

/** The verdict of another world on a leaf; undefined where the agent did not get as far there. */
function findLeafVerdict(score: TaskScore, { stepId, leaf }: OpenLeaf): Provenance | undefined {
  const step = score.steps.find(({ step_id }) => step_id === stepId)
  if (step === undefined || step.matched === 'no') return undefined
  const same = step.leaves.find(({ pointer }) => pointer === leaf.pointer)
  if (same === undefined) return undefined
  return same.right ? 'grounded' : (same.provenance ?? 'fabricated')
}

/** Whether a refused call of the step's tool says at a leaf what was right in the first world. */
function repeatsRefused(
  task: PlainTask,
  { calls }: Trace,
  { stepId, leaf }: OpenLeaf,
  first: Json | undefined,
): boolean {
  const tool = task.expected_trace.steps.find(({ step_id }) => step_id === stepId)?.tool_name
  return calls.some(
    (call) =>
      call.tool_name === tool &&
      call.error !== undefined &&
      first !== undefined &&
      String(readValueAt(call.arguments, leaf.pointer)) === String(first),
  )
}

/** A score whose ambiguous leaves other worlds have been asked about. */
export interface ScoreInOtherWorlds {
  score: TaskScore
  /** Traces of the runs that were made for it. */
  traces: Trace[]
}

/**
 * Checks ambiguous leaves: lets the agent work on the task in a world where the bound value is another one, and takes
 * the worse verdict; see docs/scoring.md#provenance. A value that is the same in eight further worlds is recomputable,
 * which is final. Only worlds in which the task takes the same branches are asked. A value that is said again where it is
 * wrong, and refused, is fabricated. A leaf that the agent does not reach in the other world stays ambiguous.
 *
 * @param here The task in the world of the trace
 * @param runAt Lets the agent work on the task in the world of a seed.
 */
export async function checkInOtherWorlds(
  here: TaskInWorld,
  trace: Trace,
  runAt: (seed: number) => Promise<Trace>,
): Promise<ScoreInOtherWorlds> {
  const score = scoreInWorld(here, trace)
  const open = listAmbiguousLeaves(score)
  if (open.length === 0) return { score, traces: [] }
  const worlds = openWorlds(here.written, here.tools)
  const seeds = worlds.listSimilarSeeds(MAX_OTHER_WORLDS, here.seed)
  await worlds.prepare(seeds)
  const checkedLeaves = new Map<string, Provenance>()
  const bySeed = new Map<number, OpenLeaf[]>()
  const ownReference = worlds.reference(here.seed)
  const references = new Map<number, ReferenceRun>()
  const readReference = (other: number): ReferenceRun => {
    const reference = references.get(other) ?? worlds.reference(other)
    references.set(other, reference)
    return reference
  }
  for (const item of open) {
    const value = stringifyStably(findReferenceValue(ownReference, item) ?? null)
    const other = seeds.find(
      (world) => stringifyStably(findReferenceValue(readReference(world), item) ?? null) !== value,
    )
    if (other === undefined) checkedLeaves.set(buildLeafKey(item.stepId, item.leaf.pointer), 'recomputable')
    else bySeed.set(other, [...(bySeed.get(other) ?? []), item])
  }
  const traces: Trace[] = []
  for (const [world, items] of bySeed) {
    const there = await runAt(world)
    traces.push(there)
    const theirs = scoreInWorld(worlds.in(world), there)
    for (const item of items) {
      // Another world may not know the call at all, as a recording does not.
      const isRepeated = repeatsRefused(here.task, there, item, findReferenceValue(ownReference, item))
      const verdict = findLeafVerdict(theirs, item) ?? (isRepeated ? 'fabricated' : undefined)
      if (verdict !== undefined) checkedLeaves.set(buildLeafKey(item.stepId, item.leaf.pointer), verdict)
    }
  }
  return { score: scoreInWorld(here, trace, { checkedLeaves }), traces }
}
