import { computeSha256 } from '../../shared/digest.ts'
import { type Json, mapChildren, stringifyStably } from '../../shared/json.ts'
import { memoizeByObject } from '../../shared/memoize.ts'
import { countWorlds, type FunctionWorlds } from './function-worlds.ts'
import type { RunIdentity } from './plain-task.ts'

/** Worlds that decide whether two functions are the same task. */
const KEY_WORLDS = 8

/** The steps and the answer by their content: neither the order of the steps nor their ids count. */
function digestRun({ steps, answer }: RunIdentity): string {
  const digests = new Map<string, string>()
  const nameByContent = (value: Json): Json =>
    mapChildren(value, (item, key) =>
      key === '$from' ? (digests.get(item as string) ?? item) : nameByContent(item),
    )

  for (const { step_id, depends_on, ...step } of steps) {
    const waits = depends_on.map((id) => digests.get(id) ?? id).sort()
    digests.set(step_id, computeSha256(stringifyStably([nameByContent(step as Json), waits])))
  }
  return stringifyStably([[...digests.values()].sort(), nameByContent(answer)])
}

/** Digest of what a function asks for in eight worlds; a world in which it fails counts as such. */
export async function digestFunction(worlds: FunctionWorlds): Promise<string> {
  const first = worlds.task.world?.seed ?? 0
  await worlds.check(first)
  const digestOnce = memoizeByObject(digestRun)
  const digestIn = async (seed: number): Promise<string | null> => {
    const run = await worlds.runIn(seed)
    if (run.failure !== undefined) return null
    return digestOnce((worlds.findDescribed(run) ?? (await worlds.describe(seed))).identity)
  }
  const found: (string | null)[] = []
  const count = countWorlds(worlds.task.live, KEY_WORLDS)
  for (let seed = first; seed < first + count; seed++) found.push(await digestIn(seed))
  return computeSha256(stringifyStably(found))
}
