import type { Task } from '../schema/task.ts'
import type { OpenWorld, ToolResult, Tools } from '../schema/tools.ts'
import type { WorldHooks } from '../schema/world.ts'
import { isObject, type Json, type JsonObject, mapChildren } from '../shared/json.ts'
import { createRng } from '../shared/rng.ts'

/** The records of each store in the world of a seed. */
export function drawState(world: Task['world'], seed: number): Record<string, Json[]> | undefined {
  const draw = (value: Json, path: string): Json => {
    if (isObject(value) && Array.isArray(value.$draw) && Object.keys(value).length === 1)
      return draw(createRng(seed, 'state', path).pick(value.$draw), path)
    return mapChildren(value, (item, key) => draw(item, `${path}/${key}`))
  }
  return (
    world?.state &&
    Object.fromEntries(
      Object.entries(world.state).map(([store, records]) => [
        store,
        (draw(records, store) as Json[]).filter((record) => record !== null),
      ]),
    )
  )
}

export function openWorld<World extends OpenWorld>(
  { world }: { world?: Task['world'] },
  seed: number,
  tools: Tools<World>,
  hooks?: WorldHooks,
): World {
  const state = drawState(world, seed)
  return tools.open(seed, state === undefined ? hooks : { ...hooks, state })
}

/** What is wrong with a store that a task gives and no step reads. */
export const describeUnreadStore = (store: string, readStores: readonly string[]): string =>
  `no step reads a store "${store}"; ${
    readStores.length === 0
      ? 'name a store of the tools, such as "memory" or an entity of a toolkit'
      : `the steps read ${readStores.map((name) => JSON.stringify(name)).join(', ')}`
  }`

/** The same tools, whose worlds begin with the state that a task gives, unless `hooks` give another one. */
export function prepareTools<T extends Tools>({ world }: { world?: Task['world'] }, tools: T): T {
  if (world?.state === undefined) return tools
  const open = (seed: number, hooks?: WorldHooks): OpenWorld =>
    hooks?.state === undefined ? openWorld({ world }, seed, tools, hooks) : tools.open(seed, hooks)
  return Object.assign(new Map(tools), { open, execute: tools.execute }) as Tools as T
}

/** A recorded API may refuse a call at first and take an equal one later: how often a refused call is made again. */
const MAX_REPEATS = 5

/** Calls the tool of an expected step, again where it is refused. */
export function executeStep<World extends OpenWorld>(
  tool: string,
  args: Json,
  world: World,
  tools: Tools<World>,
): ToolResult {
  let result = tools.execute(tool, args, world)
  for (let i = 0; i < MAX_REPEATS && !result.ok; i++) result = tools.execute(tool, args, world)
  return result
}

/** Runs the live tool of an expected step, again where it is refused. */
export async function spoilLiveStep(
  tool: string,
  args: JsonObject,
  run: () => Promise<ToolResult>,
  { spoilLive = (_tool, _args, act) => act() }: Tools,
): Promise<ToolResult> {
  let result = await spoilLive(tool, args, run)
  for (let i = 0; i < MAX_REPEATS && !result.ok; i++) result = await spoilLive(tool, args, run)
  return result
}
