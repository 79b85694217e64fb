import { z } from 'zod'
import { listRules } from './list-question.ts'
import { tasksPrompt } from './prompts/tasks.ts'
import type { PipelineStage } from './stage-file.ts'
import { subdomainsLineSchema } from './subdomains.ts'

const text = z.string().trim().min(1)
const subdomainSchema = z.strictObject({ field: text, subdomain: text, description: text.optional() })
const inSchema = z.union([subdomainsLineSchema, subdomainSchema])
const replySchema = z.strictObject({ tasks: z.array(text).min(1) })
export const tasksLineSchema = z.strictObject({ field: text, subdomain: text, ...replySchema.shape })

type Line = z.infer<typeof inSchema>
type Subdomain = z.infer<typeof subdomainSchema>
type Reply = z.infer<typeof replySchema>
type Out = z.infer<typeof tasksLineSchema>

/**
 * Subdomains, as the stage before writes them or `{field, subdomain}` by hand, to `{field, subdomain,
 * tasks}`.
 */
export function tasksStage(count: number): PipelineStage<Line, Subdomain, Reply, Out> {
  const rules = listRules<string>(count, 'tasks', (task) => task)
  return {
    name: 'tasks',
    inSchema,
    itemsOf: (line) =>
      'subdomains' in line
        ? line.subdomains.map(({ name, description }) => ({
            field: line.field,
            subdomain: name,
            description,
          }))
        : [line],
    pathOf: ({ field, subdomain }) => [field, subdomain],
    question: ({ field, subdomain, description }) => ({
      name: 'tasks',
      ...tasksPrompt({ field, subdomain, description, count }),
      schema: replySchema,
      check: ({ tasks }) => rules.check(tasks),
      salvage({ tasks }) {
        const { entries, notes } = rules.salvage(tasks)
        return { value: { tasks: entries }, notes }
      },
    }),
    outSchema: tasksLineSchema,
    lineOf: ({ field, subdomain }, { tasks }) => ({ field, subdomain, tasks }),
    pathOfLine: ({ field, subdomain }) => [field, subdomain],
  }
}
