import type { Task } from '../../../schema/task.ts'
import type { Json } from '../../../shared/json.ts'
import { createRng } from '../../../shared/rng.ts'
import { openWorld } from '../../../tasks/world-state.ts'
import { removeClosing } from '../../../tools/content/answer-request.ts'
import type { Registry } from '../../../tools/registry.ts'
import { WORLDS } from '../../audit/subject.ts'
import { SuiteError } from '../../load/suite-error.ts'
import { buildTaskKeys, type DrawSettings, drawWorldSeed } from '../drawer.ts'
import { roundLimit } from '../round-limit.ts'
import { findFlaw } from '../soundness.ts'
import { type DecidingTask, loadTaskText, type Placement, writeTaskText } from './compose.ts'
import { DrawError, type Drawing, type Family, type WorldTools } from './family.ts'

/** Draws of a family in a row that may fail before it has no more to give. */
const MAX_ATTEMPTS = 12

/** The tools of one world as functions, which throw where a tool refuses. */
const callableTools = (seed: number, registry: Registry): WorldTools => {
  const world = openWorld({}, seed, registry)
  return new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        (args: Json = {}) => {
          const result = registry.execute(name, args, world)
          if (!result.ok) throw new DrawError(`${name}: ${result.error.message}`)
          return result.output
        },
    },
  )
}

const createDrawing = (worldSeed: number, registry: Registry): Omit<Drawing, 'rng'> => ({
  limit(read) {
    const numbers = Array.from({ length: WORLDS }, (_, i) => read(callableTools(worldSeed + i, registry)))
    const limit = roundLimit(numbers.flat())
    if (limit === undefined) throw new DrawError('the numbers differ too little')
    return limit
  },
})

/** A new task of one draw of a family; undefined where the draw did not come out or the task does not hold up. */
async function drawSound(
  family: Family,
  drawing: Drawing,
  place: Placement,
  vet: boolean,
  isNew: (task: DecidingTask) => boolean,
): Promise<DecidingTask | undefined> {
  try {
    const text = writeTaskText(family, family.draw(drawing), place)
    const task = await loadTaskText(text, place.registry)
    if (!isNew(task)) return undefined
    const flaw = findFlaw(task, place.registry, { vet, isSteady: family.isSteady === true })
    return flaw === undefined ? task : undefined
  } catch (error) {
    if (error instanceof DrawError || error instanceof SuiteError) return undefined
    throw error
  }
}

/** Draws the next task of a family; undefined if it has nothing new to give. */
type DrawFamilyTask = (family: Family) => Promise<DecidingTask | undefined>

/** Draws sound tasks, no two of which share a request or make the same calls in their first world. */
export function createFamilyDrawer(
  { seed, distractors, vet }: DrawSettings,
  registry: Registry,
  others: readonly Task[] = [],
): DrawFamilyTask {
  const worldSeed = drawWorldSeed(seed)
  const drawing = createDrawing(worldSeed, registry)
  const seen = new Set(others.flatMap(buildTaskKeys))
  const buildKeys = (task: DecidingTask): string[] =>
    buildTaskKeys({ ...task, prompt: removeClosing(task.prompt) })
  const isNew = (task: DecidingTask): boolean => !buildKeys(task).some((key) => seen.has(key))
  const made = new Map<string, number>()
  return async (family) => {
    const number = (made.get(family.key) ?? 0) + 1
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const rng = createRng(seed, family.key, number, attempt)
      const place = { taskId: `${family.key}_${number}`, worldSeed, rng, distractors, registry }
      const task = await drawSound(family, { ...drawing, rng }, place, vet, isNew)
      if (task === undefined) continue
      for (const key of buildKeys(task)) seen.add(key)
      made.set(family.key, number)
      return task
    }
    return undefined
  }
}
