import type { Task } from '../../../schema/task.ts'
import { computeSha256 } from '../../../shared/digest.ts'
import { type Json, stringifyStably } from '../../../shared/json.ts'
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
import { DrawError, type Drawing, type Family, type FamilyDraft, type WorldTools } from './family.ts'

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

/** The requests and calls of tasks so far, which a new task shares with none. */
class Seen {
  private readonly keys: Set<string>
  /** Drafts whose calls an earlier task makes: to find that out again takes 20 runs of a function. */
  private readonly functions = new Set<string>()

  constructor(tasks: readonly Task[]) {
    this.keys = new Set(tasks.flatMap(buildTaskKeys))
  }

  private buildKeys = (task: DecidingTask): string[] =>
    buildTaskKeys({ ...task, prompt: removeClosing(task.prompt) })

  /** All that the calls of a draft depend on: its requests only word them. */
  private buildFunctionKey = ({ calls, alternatives, state, turns, options }: FamilyDraft): string =>
    computeSha256(stringifyStably([calls, alternatives, state, turns, options]))

  hasFunction = (draft: FamilyDraft): boolean => this.functions.has(this.buildFunctionKey(draft))

  has(task: DecidingTask, draft: FamilyDraft): boolean {
    const [prompt, calls] = this.buildKeys(task)
    const repeatsCalls = calls !== undefined && this.keys.has(calls)
    if (repeatsCalls) this.functions.add(this.buildFunctionKey(draft))
    return repeatsCalls || this.keys.has(prompt as string)
  }

  add(task: DecidingTask, draft: FamilyDraft): void {
    const keys = this.buildKeys(task)
    for (const key of keys) this.keys.add(key)
    // Without calls, requests tell tasks apart.
    if (keys.length > 1) this.functions.add(this.buildFunctionKey(draft))
  }
}

/** A new task of one draw of a family; undefined where the draw did not come out or the task does not hold up. */
async function drawSound(
  family: Family,
  drawing: Drawing,
  place: Placement,
  vet: boolean,
  seen: Seen,
): Promise<DecidingTask | undefined> {
  try {
    const draft = family.draw(drawing)
    if (seen.hasFunction(draft)) return undefined
    const task = await loadTaskText(writeTaskText(family, draft, place), place.registry)
    if (seen.has(task, draft)) return undefined
    const flaw = findFlaw(task, place.registry, { vet, isSteady: family.isSteady === true })
    if (flaw !== undefined) return undefined
    seen.add(task, draft)
    return task
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
  const seen = new Seen(others)
  const made = new Map<string, number>()
  return async (family) => {
    const number = (made.get(family.key) ?? 0) + 1
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const rng = createRng(seed, family.key, number, attempt)
      const place = { taskId: `${family.key}_${number}`, worldSeed, rng, distractors, registry }
      const task = await drawSound(family, { ...drawing, rng }, place, vet, seen)
      if (task === undefined) continue
      made.set(family.key, number)
      return task
    }
    return undefined
  }
}
