import { z } from 'zod'
import { fieldsLineSchema, type Named, namedSchema } from './fields.ts'
import { listRules } from './list-question.ts'
import { subdomainsPrompt } from './prompts/subdomains.ts'
import type { PipelineStage } from './stage-file.ts'

const text = z.string().trim().min(1)
const fieldSchema = z.strictObject({ field: text, description: text.optional() })
const inSchema = z.union([fieldsLineSchema, fieldSchema])
const replySchema = z.strictObject({ subdomains: z.array(namedSchema).min(1) })
export const subdomainsLineSchema = z.strictObject({ field: text, ...replySchema.shape })

type Line = z.infer<typeof inSchema>
type Field = z.infer<typeof fieldSchema>
type Reply = z.infer<typeof replySchema>
type Out = z.infer<typeof subdomainsLineSchema>

/**
 * Fields, as the stage before writes them or `{field}` by hand, to `{field, subdomains: [{name,
 * description}]}`.
 */
export function subdomainsStage(count: number): PipelineStage<Line, Field, Reply, Out> {
  const rules = listRules<Named>(count, 'subdomains', ({ name }) => name)
  return {
    name: 'subdomains',
    inSchema,
    itemsOf: (line) =>
      'fields' in line ? line.fields.map(({ name, description }) => ({ field: name, description })) : [line],
    pathOf: ({ field }) => [field],
    question: ({ field, description }) => ({
      name: 'subdomains',
      ...subdomainsPrompt(field, description, count),
      schema: replySchema,
      check: ({ subdomains }) => rules.check(subdomains),
      salvage({ subdomains }) {
        const { entries, notes } = rules.salvage(subdomains)
        return { value: { subdomains: entries }, notes }
      },
    }),
    outSchema: subdomainsLineSchema,
    lineOf: ({ field }, { subdomains }) => ({ field, subdomains }),
    pathOfLine: ({ field }) => [field],
  }
}
