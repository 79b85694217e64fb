import { z } from 'zod'
import type { Effect, Tool } from '../../schema/tool.ts'
import { TracewrightError } from '../../shared/errors.ts'

const schema = z.record(z.string(), z.unknown())

/** The part of the answer to `tools/list` that is read here (Model Context Protocol, 2025-06-18). */
const listingSchema = z.looseObject({
  tools: z.array(
    z.looseObject({
      name: z.string().min(1),
      title: z.string().optional(),
      description: z.string().optional(),
      inputSchema: schema,
      outputSchema: schema.optional(),
      annotations: z
        .looseObject({ readOnlyHint: z.boolean().optional(), idempotentHint: z.boolean().optional() })
        .optional(),
    }),
  ),
})

type Hints = { readOnlyHint?: boolean | undefined; idempotentHint?: boolean | undefined }

const effectOf = ({ readOnlyHint, idempotentHint }: Hints = {}): Effect => {
  if (readOnlyHint) return 'read'
  return idempotentHint ? 'idempotent-write' : 'write'
}

/**
 * The tools that an MCP server lists. What a call does to the world is taken from the annotations; a tool without
 * them counts as one that writes, as the protocol has it.
 *
 * @param listing Result of `tools/list`, `{ tools: [...] }`.
 * @throws TracewrightError where it is something else
 */
export function toolsFromMcp(listing: unknown): Tool[] {
  const parsed = listingSchema.safeParse(listing)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new TracewrightError(
      `Failed to read MCP tools: ${issue?.path.join('.') || 'the listing'}: ${issue?.message}. Give the result of tools/list.`,
    )
  }
  return parsed.data.tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    description: description ?? title ?? '',
    category: 'tools',
    effect: effectOf(annotations),
    inputSchema,
    outputSchema: outputSchema ?? {},
  }))
}
