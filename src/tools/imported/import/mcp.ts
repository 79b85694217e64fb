import { z } from 'zod'
import { TracewrightError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { issuesOf } from '../../../shared/problem-list.ts'
import { type Imported, toolkitOfOperations } from './build.ts'
import { plainSchema, resolverOf } from './json-schema.ts'
import type { Operation } from './operation.ts'
import { shapeOfNames } from './shape-of-names.ts'

const schema = z.record(z.string(), z.json())

/** The part of the answer to `tools/list` that is read here (Model Context Protocol, 2025-06-18). */
const listingSchema = z.looseObject({
  tools: z
    .array(
      z.looseObject({
        name: z.string().min(1),
        title: z.string().optional(),
        description: z.string().optional(),
        inputSchema: schema,
        outputSchema: schema.optional(),
        annotations: z
          .looseObject({
            readOnlyHint: z.boolean().optional(),
            idempotentHint: z.boolean().optional(),
            destructiveHint: z.boolean().optional(),
          })
          .optional(),
      }),
    )
    .min(1, 'its list of tools is empty'),
})

type Hints = { [hint in 'readOnlyHint' | 'idempotentHint' | 'destructiveHint']?: boolean | undefined }

/** What a call does to the world by the annotations; a tool that says nothing is told by its name. */
function effectOf({ readOnlyHint, idempotentHint, destructiveHint }: Hints = {}): Pick<Operation, 'effect'> {
  if (readOnlyHint === true) return { effect: 'read' }
  // The other hints are about tools that write.
  if (readOnlyHint === undefined && idempotentHint !== true && destructiveHint !== true) return {}
  return { effect: idempotentHint === true ? 'idempotent-write' : 'write' }
}

/** A schema that stands by itself, with its `$defs` put where they are referred to. */
export const standalone = (own: JsonObject): JsonObject => plainSchema(own, resolverOf(own))

/**
 * Makes a toolkit of the tools that an MCP server lists.
 *
 * @param listing Result of `tools/list`, `{ tools: [...] }`, or the whole answer that holds it under `result`
 * @param from Where it came from, for messages
 */
export function toolkitFromMcp(listing: unknown, name: string, from: string): Imported {
  const whole = z.looseObject({ result: z.looseObject({ tools: z.unknown() }) }).safeParse(listing)
  const parsed = listingSchema.safeParse(whole.success ? whole.data.result : listing)
  if (!parsed.success) {
    throw new TracewrightError(
      `Failed to import ${from}: ${issuesOf(parsed.error)}. Give the result of tools/list.`,
      { at: { file: from } },
    )
  }
  const operations = parsed.data.tools.map(
    ({ name: tool, title, description, inputSchema, outputSchema, annotations }): Operation => ({
      name: tool,
      summary: title ?? '',
      description: description ?? title ?? '',
      input: { ...standalone(inputSchema), type: 'object', additionalProperties: false },
      output: outputSchema === undefined ? {} : standalone(outputSchema),
      examples: [],
      headers: [],
      ...effectOf(annotations),
    }),
  )
  const { entities, roleOf } = shapeOfNames(operations)
  return toolkitOfOperations(name, { kind: 'mcp', from }, operations, entities, roleOf)
}
