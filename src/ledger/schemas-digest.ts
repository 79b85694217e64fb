import type { Task } from '../schema/task.ts'
import type { Tool } from '../schema/tool.ts'
import { sha256 } from '../shared/digest.ts'
import { type Json, stableJson } from '../shared/json.ts'

type Shown = Pick<Tool, 'description' | 'inputSchema' | 'outputSchema'>

/** What an agent is shown of a tool, under the name that it is offered by. */
const textOf = (name: string, { description, inputSchema, outputSchema }: Partial<Shown>): string =>
  stableJson(JSON.parse(JSON.stringify({ name, description, inputSchema, outputSchema })) as Json)

const texts = new WeakMap<Shown, Map<string, string>>()

function knownText(name: string, tool: Shown): string {
  const digests = texts.get(tool) ?? new Map<string, string>()
  texts.set(tool, digests)
  const text = digests.get(name) ?? textOf(name, tool)
  digests.set(name, text)
  return text
}

/** Digests by the names that are offered, with the tools that bore them then: tasks of one suite often offer the same ones. */
const digests = new Map<string, { tools: readonly (Shown | undefined)[]; digest: string }>()
const MAX_DIGESTS = 1_000

/**
 * Digest of what an agent is shown of the tools that a task offers: 16 hexadecimal digits of the SHA-256 of names,
 * descriptions and schemas, in any order. Tools that nobody knows count by their names.
 */
export function schemasDigest(
  { available_tools: names }: Pick<Task, 'available_tools'>,
  tools: ReadonlyMap<string, Shown>,
): string {
  const offered = [...new Set(names)].sort()
  const found = offered.map((name) => tools.get(name))
  const key = JSON.stringify(offered)
  const known = digests.get(key)
  if (known?.tools.every((tool, i) => tool === found[i])) return known.digest
  const shown = offered.map((name, i) => {
    const tool = found[i]
    return tool === undefined ? textOf(name, {}) : knownText(name, tool)
  })
  const digest = sha256(`[${shown.join(',')}]`).slice(0, 16)
  if (digests.size >= MAX_DIGESTS) digests.clear()
  digests.set(key, { tools: found, digest })
  return digest
}
