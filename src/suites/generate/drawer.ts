import type { Task } from '../../schema/task.ts'
import { computeSha256 } from '../../shared/digest.ts'
import { stringifyStably } from '../../shared/json.ts'
import { createRng, type Rng } from '../../shared/rng.ts'
import { resolve } from '../../tasks/bindings.ts'
import { runReference } from '../../tasks/reference-run.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import type { Registry } from '../../tools/registry.ts'
import { WORLDS } from '../audit/subject.ts'
import { composeTask, numberSteps } from './compose-task.ts'
import type { Distractors } from './distractors.ts'
import type { DrawContext, Pattern } from './pattern.ts'
import { findFlaw } from './soundness.ts'

/** Draws of one pattern in a row that may fail before it counts as exhausted. */
const MAX_ATTEMPTS = 60
/** Distractors that a task is vetted with at least, so that the same tasks pass with any number up to this. */
export const VETTED_DISTRACTORS = 8
const LARGEST_WORLD_SEED = 2 ** 31 - 1

/** What no two tasks of a suite share; tasks in which nothing is to be called differ by their prompts alone. */
const buildTaskKeys = ({ prompt, expected_trace: { steps } }: Task): string[] =>
  [`prompt ${prompt}`, ...(steps.length === 0 ? [] : [`trace ${stringifyStably(steps)}`])].map(computeSha256)

/** What decides how tasks are drawn, but for the tools. */
interface DrawSettings {
  seed: number
  distractors: Distractors
  /** Whether tasks are held to the costly rules of the audit. */
  vet: boolean
}

/** What patterns may know of tasks whose own world has this seed. */
export const drawContext = (worldSeed: number, registry: Registry): DrawContext => ({
  valuesInWorlds(steps, binding, state) {
    const task: Task = {
      task_id: 'limit',
      level: 'L3_dag',
      prompt: '',
      available_tools: [],
      expected_trace: { steps: numberSteps(steps) },
      expected_final_answer: binding,
      world: { seed: worldSeed, ...(state === undefined ? {} : { state }) },
    }
    const worlds = openWorlds(task, registry)
    return Array.from({ length: WORLDS }, (_, i) => {
      const expanded = worlds.find(worldSeed + i)?.task
      if (expanded === undefined) return null
      const { outputOf } = runReference(expanded, registry)
      return resolve(expanded.expected_final_answer ?? null, outputOf) ?? null
    })
  },
})

/** Draws one pattern in its turn; undefined if the pattern has nothing new to give. */
type DrawTask = (pattern: Pattern, round: number) => Task | undefined

/** Draws sound tasks, no two of which share a prompt or a trace. The id of a task is the name of its level. */
export function createDrawer({ seed, distractors, vet }: DrawSettings, registry: Registry): DrawTask {
  const worldSeed = createRng(seed, 'world').int(1, LARGEST_WORLD_SEED)
  const context = drawContext(worldSeed, registry)
  /** Digests: the texts of a large suite would take its size. */
  const seen = new Set<string>()
  return (pattern, round) => {
    for (let attempt = 0; attempt < (pattern.attempts ?? MAX_ATTEMPTS); attempt++) {
      const openStream = (...of: string[]): Rng =>
        createRng(seed, pattern.level, pattern.key, round, attempt, ...of)
      const draft = pattern.draw(openStream(), context)
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
