import { z } from 'zod'
import { EFFECTS } from '../../schema/tool.ts'
import { handlerSchema } from './handler.ts'
import { ruleSchema } from './rule.ts'
import type { SpecValueType } from './tool-spec.ts'

/** Names of types in published files and what they are here. */
const TYPES: Readonly<Record<string, SpecValueType>> = {
  string: 'string',
  str: 'string',
  number: 'number',
  float: 'number',
  integer: 'integer',
  int: 'integer',
  boolean: 'boolean',
  bool: 'boolean',
  array: 'array',
  list: 'array',
  object: 'object',
  dict: 'object',
  any: 'any',
}

const typeName = z.string().transform((text, context): SpecValueType => {
  const type = TYPES[text.toLowerCase()]
  if (type !== undefined) return type
  context.addIssue(`no type is called "${text}"; there are ${Object.keys(TYPES).join(', ')}`)
  return z.NEVER
})

const publishedShape = z.looseObject({
  type: typeName,
  description: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().int().nonnegative().optional(),
  maxItems: z.number().int().nonnegative().optional(),
  required: z.union([z.boolean(), z.array(z.string())]).optional(),
  default: z.json().optional(),
  get items(): z.ZodOptional<z.ZodUnion<readonly [typeof typeName, typeof publishedShape]>> {
    return z.union([typeName, publishedShape]).optional()
  },
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof publishedShape>> {
    return z.record(z.string(), publishedShape).optional()
  },
})
export type PublishedShape = z.infer<typeof publishedShape>

const named = publishedShape.safeExtend({ name: z.string().min(1) })
/** A list of named members, or an object of members by name. */
const members = z.union([z.array(named), z.record(z.string(), publishedShape)])
export type PublishedMembers = z.infer<typeof members>

const id = z.string().min(1).optional()

/** What tools may have beside. */
const beside = {
  effect: z.enum(EFFECTS).nullish(),
  handler: handlerSchema.nullish(),
  rules: z.array(ruleSchema).default([]),
}

/** A row of a published tool list. */
export const publishedRow = z
  .looseObject({
    id,
    name: z.string().min(1),
    description: z.string().default(''),
    parameters: members,
    errors: z.array(z.string()).default([]),
    usage: z.string().default(''),
    outputs: members.default([]),
    ...beside,
  })
  .transform(({ errors: failureModes, ...tool }) => ({ ...tool, failureModes }))
export type PublishedTool = z.infer<typeof publishedRow>

/** A published tool file. */
export const publishedFile = z
  .looseObject({
    id,
    tool_name: z.string().min(1),
    tool_description: z.string().default(''),
    parameters: members,
    error_messages: z.array(z.string()).default([]),
    usage: z.string().default(''),
    output_details: members.default([]),
    ...beside,
  })
  .transform(
    ({ tool_name, tool_description, error_messages, output_details, ...tool }): PublishedTool => ({
      ...tool,
      name: tool_name,
      description: tool_description,
      failureModes: error_messages,
      outputs: output_details,
    }),
  )
