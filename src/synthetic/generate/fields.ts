import { z } from 'zod'
import { listRules } from './list-question.ts'
import { fieldsPrompt } from './prompts/fields.ts'
import type { PipelineStage } from './stage-file.ts'

const text = z.string().trim().min(1)
export const namedSchema = z.strictObject({ name: text, description: text })
export type Named = z.infer<typeof namedSchema>

const themeSchema = z.strictObject({ theme: text })
const replySchema = z.strictObject({ fields: z.array(namedSchema).min(1) })
export const fieldsLineSchema = z.strictObject({ theme: text, ...replySchema.shape })

type Theme = z.infer<typeof themeSchema>
type Reply = z.infer<typeof replySchema>

/** Themes `{theme}` to fields `{theme, fields: [{name, description}]}`. */
export function fieldsStage(
  count: number,
): PipelineStage<Theme, Theme, Reply, z.infer<typeof fieldsLineSchema>> {
  const rules = listRules<Named>(count, 'fields', ({ name }) => name)
  return {
    name: 'fields',
    inSchema: themeSchema,
    itemsOf: (line) => [line],
    pathOf: ({ theme }) => [theme],
    question: ({ theme }) => ({
      name: 'fields',
      ...fieldsPrompt(theme, count),
      schema: replySchema,
      check: ({ fields }) => rules.check(fields),
      salvage({ fields }) {
        const { entries, notes } = rules.salvage(fields)
        return { value: { fields: entries }, notes }
      },
    }),
    outSchema: fieldsLineSchema,
    lineOf: ({ theme }, { fields }) => ({ theme, fields }),
    pathOfLine: ({ theme }) => [theme],
  }
}
