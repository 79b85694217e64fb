import type { Task } from '../schema/task.ts'
import type { Tool } from '../schema/tool.ts'
import { computeSha256 } from '../shared/digest.ts'
import { stringifyStably } from '../shared/json.ts'
import { memoizeByObject } from '../shared/memoize.ts'

type Shown = Pick<Tool, 'description' | 'inputSchema' | 'outputSchema'>

/** What an agent is shown of a tool, under the name that it is offered by. */
const writeSchemas = (name: string, { description, inputSchema, outputSchema }: Partial<Shown>): string =>
  stringifyStably({ name, description, inputSchema, outputSchema })

const textsOf = memoizeByObject((_: Shown) => new Map<string, string>())

function writeSchemasOnce(name: string, tool: Shown): string {
  const byName = textsOf(tool)
  const text = byName.get(name) ?? writeSchemas(name, tool)
  byName.set(name, text)
  return text
}

/**
 * Digest of what an agent is shown of the tools that a task offers: 16 hexadecimal digits of the SHA-256 of names,
 * descriptions and schemas, in any order. Tools that nobody knows count by their names.
 */
export function schemasDigest(
  { available_tools: names }: Pick<Task, 'available_tools'>,
  tools: ReadonlyMap<string, Shown>,
): string {
  const texts = [...new Set(names)].sort().map((name) => {
    const tool = tools.get(name)
    return tool === undefined ? writeSchemas(name, {}) : writeSchemasOnce(name, tool)
  })
  return computeSha256(`[${texts.join(',')}]`).slice(0, 16)
}
