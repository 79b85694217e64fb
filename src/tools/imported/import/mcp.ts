import { z } from 'zod'
import type { Effect } from '../../../schema/tool.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { formatIssues } from '../../../shared/problem-list.ts'
import type { Imported } from './build.ts'
import { buildToolkitOfTools, type LearnedOutputs } from './described-tools.ts'

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

export type Hints = { [hint in 'readOnlyHint' | 'idempotentHint' | 'destructiveHint']?: boolean | undefined }

/** What a call does to the world by the annotations; a tool that says nothing is told by its name. */
export function readEffect({
  readOnlyHint,
  idempotentHint,
  destructiveHint,
}: Hints = {}): Effect | undefined {
  if (readOnlyHint === true) return 'read'
  // The other hints are about tools that write.
  if (readOnlyHint === undefined && idempotentHint !== true && destructiveHint !== true) return undefined
  return idempotentHint === true ? 'idempotent-write' : 'write'
}

/**
 * Makes a toolkit of the tools that an MCP server lists.
 *
 * @param listing Result of `tools/list`, `{ tools: [...] }`, or the whole answer that holds it under `result`
 * @param from Where it came from, for messages
 */
export function importMcpToolkit(
  listing: unknown,
  name: string,
  from: string,
  learned?: LearnedOutputs,
): Imported {
  const whole = z.looseObject({ result: z.looseObject({ tools: z.unknown() }) }).safeParse(listing)
  const parsed = listingSchema.safeParse(whole.success ? whole.data.result : listing)
  if (!parsed.success) {
    throw new TracewrightError(
      `Failed to import ${from}: ${formatIssues(parsed.error)}. Give the result of tools/list.`,
      { at: { file: from } },
    )
  }
  const tools = parsed.data.tools.map(
    ({ inputSchema: input, outputSchema: output, annotations, ...tool }) => ({
      ...tool,
      input,
      output,
      effect: readEffect(annotations),
    }),
  )
  return buildToolkitOfTools(tools, name, { kind: 'mcp', from }, learned)
}
