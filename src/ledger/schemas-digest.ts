import { createHash } from 'node:crypto'
import type { Task } from '../schema/task.ts'
import type { Tool } from '../schema/tool.ts'
import { type Json, stableJson } from '../shared/json.ts'

/**
 * Digest of what an agent is shown of the tools that a task offers: 16 hexadecimal digits of the SHA-256 of names,
 * descriptions and schemas, in any order. Tools that nobody knows count by their names.
 */
export function schemasDigest(
  { available_tools: names }: Pick<Task, 'available_tools'>,
  tools: ReadonlyMap<string, Pick<Tool, 'description' | 'inputSchema' | 'outputSchema'>>,
): string {
  const shown = [...new Set(names)].sort().map((name) => {
    const { description, inputSchema, outputSchema } = tools.get(name) ?? {}
    return { name, description, inputSchema, outputSchema }
  })
  const text = stableJson(JSON.parse(JSON.stringify(shown)) as Json)
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16)
}
