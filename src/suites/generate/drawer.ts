import type { Level, Task } from '../../schema/task.ts'
import { resolve } from '../../scoring/bindings.ts'
import { ExpansionError, expandTask } from '../../scoring/expand.ts'
import { referenceRun } from '../../scoring/reference-run.ts'
import { stableJson } from '../../shared/json.ts'
import { type Rng, rngOf } from '../../shared/rng.ts'
import { listed } from '../../tools/content/wording.ts'
import type { Registry } from '../../tools/registry.ts'
import { WORLDS } from '../audit/subject.ts'
import { composeTask, numbered } from './compose-task.ts'
import type { Distractors } from './distractors.ts'
import type { DrawContext, Pattern } from './pattern.ts'
import { flawOf } from './soundness.ts'

/** Draws of one pattern in a row that may fail before it counts as exhausted. */
const MAX_ATTEMPTS = 60
const LARGEST_WORLD_SEED = 2 ** 31 - 1

export interface Lost {
  unfit: number
  seen: number
  flawed: number
  /** What the last of these were flawed by. */
  flaw?: string
}

export const nothingLost = (): Lost => ({ unfit: 0, seen: 0, flawed: 0 })

export const lostInAll = (before: Lost, after: Lost): Lost => ({
  ...before,
  ...after,
  unfit: before.unfit + after.unfit,
  seen: before.seen + after.seen,
  flawed: before.flawed + after.flawed,
})

/**
 * What became of attempts, in words.
 *
 * @param patterns Number of patterns of the level
 */
export function lostInWords({ unfit, seen, flawed, flaw }: Lost, level: Level, patterns: number): string {
  const parts = [
    ...(unfit > 0 ? [`${unfit} found no calls that fit together`] : []),
    ...(seen > 0 ? [`${seen} repeated an earlier task`] : []),
    ...(flawed > 0 ? [`${flawed} failed a check (${flaw})`] : []),
  ]
  if (patterns === 0)
    return level === 'L0_node'
      ? 'no call gives a value to ask for or does what a request can say'
      : 'no call gives an id that another call takes'
  return parts.length === 0
    ? 'more tasks would use the same few tools'
    : `of ${unfit + seen + flawed} draws ${listed(parts)}`
}

/** What one draw of a pattern gives, as plain data that can go to another thread. */
export interface Draw {
  /** Undefined where the pattern has nothing new to give. Its id is the name of its level; the suite gives it its own. */
  task: Task | undefined
  /** Keys of all tasks that were taken for new on the way: where one is not, the draw would go otherwise. */
  keys: readonly string[]
  lost: Lost
}

/** What no two tasks of a suite share; tasks in which nothing is to be called differ by their prompts alone. */
export const keysOf = ({ prompt, expected_trace: { steps } }: Task): string[] => [
  `prompt ${prompt}`,
  ...(steps.length === 0 ? [] : [`trace ${stableJson(steps)}`]),
]

/** What decides how tasks are drawn, but for the tools. */
export interface DrawSettings {
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
      expected_trace: { steps: numbered(steps) },
      expected_final_answer: binding,
      world: { seed: worldSeed, ...(state === undefined ? {} : { state }) },
    }
    return Array.from({ length: WORLDS }, (_, i) => {
      try {
        const expanded = expandTask(task, worldSeed + i, registry).task
        const { outputOf } = referenceRun(expanded, registry)
        return resolve(expanded.expected_final_answer ?? null, outputOf) ?? null
      } catch (error) {
        if (error instanceof ExpansionError) return null
        throw error
      }
    })
  },
})

/** Draws one pattern in its turn, of what counts as new. */
export type DrawTask = (pattern: Pattern, round: number, isNew: (keys: readonly string[]) => boolean) => Draw

/** Draws sound tasks. A draw depends on nothing but the settings, its pattern, its round and what counts as new. */
export function drawerOf({ seed, distractors, vet }: DrawSettings, registry: Registry): DrawTask {
  const worldSeed = rngOf(seed, 'world').int(1, LARGEST_WORLD_SEED)
  const context = drawContext(worldSeed, registry)
  return (pattern, round, isNew) => {
    const lost = nothingLost()
    const keys: string[] = []
    for (let attempt = 0; attempt < (pattern.attempts ?? MAX_ATTEMPTS); attempt++) {
      const rng: Rng = rngOf(seed, pattern.level, pattern.key, round, attempt)
      const draft = pattern.draw(rng, context)
      if (draft === undefined) {
        lost.unfit++
        continue
      }
      const taskId = pattern.level
      const task = composeTask(pattern, draft, { taskId, worldSeed, distractors, registry, rng })
      const taskKeys = keysOf(task)
      if (!isNew(taskKeys)) {
        lost.seen++
        continue
      }
      keys.push(...taskKeys)
      const flaw = flawOf(task, registry, { mayBeWeak: pattern.weak, vet })
      if (flaw === undefined) return { task, keys, lost }
      lost.flawed++
      lost.flaw = flaw
    }
    return { task: undefined, keys, lost }
  }
}
