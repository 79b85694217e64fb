import { z } from 'zod'
import type { Effect, Tool } from '../../schema/tool.ts'

/** A tool of an agent repo, as it is declared there. */
export interface ZodTool {
  name: string
  description: string
  input: z.ZodType
  /** What it returns; without it nothing is known to flow out of the tool. */
  output?: z.ZodType
  /** What a call does to the world. Default `write`, since a write taken for a read would go unpunished. */
  effect?: Effect
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest as Tool['inputSchema']
}

/**
 * A tool declared with zod. Meanings that `field` of this package or `.meta({ 'x-semantic': ... })` gave are kept.
 *
 * @example
 * toolFromZod({ name: 'find_hotel', description: '...', input: z.object({ city: z.string() }), effect: 'read' })
 */
export const toolFromZod = ({ name, description, input, output, effect = 'write' }: ZodTool): Tool => ({
  name,
  description,
  category: 'tools',
  effect,
  inputSchema: schemaOf(input, 'input'),
  outputSchema: output === undefined ? {} : schemaOf(output, 'output'),
})
