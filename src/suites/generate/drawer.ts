import type { Task } from '../../schema/task.ts'
import { computeSha256 } from '../../shared/digest.ts'
import { createRng, type Rng } from '../../shared/rng.ts'
import type { Registry } from '../../tools/registry.ts'
import { printCalls } from '../audit/rules/duplicates.ts'
import { composeTask } from './compose-task.ts'
import type { Distractors } from './distractors.ts'
import type { Pattern } from './pattern.ts'
import { findFlaw } from './soundness.ts'

/** Draws of one pattern in a row that may fail before it counts as exhausted. */
const MAX_ATTEMPTS = 60
/** Distractors that a task is vetted with at least, so that the same tasks pass with any number up to this. */
export const VETTED_DISTRACTORS = 5
const LARGEST_WORLD_SEED = 2 ** 31 - 1

/** What no two tasks of a suite share. */
export const buildTaskKeys = ({
  prompt,
  expected_trace: { steps },
}: Pick<Task, 'prompt' | 'expected_trace'>) =>
  [`prompt ${prompt}`, `trace ${printCalls(steps)}`].map(computeSha256)

/** What decides how tasks are drawn, but for the tools. */
export interface DrawSettings {
  seed: number
  distractors: Distractors
  /** Whether tasks are held to the costly rules of the audit. */
  vet: boolean
}

/** Seed of the world that the tasks of a suite begin in. */
export const drawWorldSeed = (seed: number): number => createRng(seed, 'world').int(1, LARGEST_WORLD_SEED)

/** Draws one pattern in its turn; undefined if the pattern has nothing new to give. */
type DrawTask = (pattern: Pattern, round: number) => Task | undefined

/** Draws sound tasks, no two of which share a prompt or a trace. The id of a task is the name of its level. */
export function createDrawer({ seed, distractors, vet }: DrawSettings, registry: Registry): DrawTask {
  const worldSeed = drawWorldSeed(seed)
  /** Digests: the texts of a large suite would take its size. */
  const seen = new Set<string>()
  return (pattern, round) => {
    for (let attempt = 0; attempt < (pattern.attempts ?? MAX_ATTEMPTS); attempt++) {
      const openStream = (...of: string[]): Rng =>
        createRng(seed, pattern.level, pattern.key, round, attempt, ...of)
      const draft = pattern.draw(openStream())
      if (draft === undefined) continue
      const compose = (count: Distractors): Task =>
        composeTask(pattern, draft, {
          ...{ taskId: pattern.level, worldSeed, distractors: count, registry },
          rng: openStream('words'),
          offerRng: openStream('offer'),
        })
      const task = compose(distractors)
      const keys = buildTaskKeys(task)
      if (keys.some((key) => seen.has(key))) continue
      const vetted = vet && distractors !== 'all' ? compose(Math.max(distractors, VETTED_DISTRACTORS)) : task
      if (findFlaw(vetted, registry, { mayBeWeak: pattern.weak, vet }) !== undefined) continue
      for (const key of keys) seen.add(key)
      return task
    }
    return undefined
  }
}
