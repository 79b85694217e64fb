import { z } from 'zod'
import type { ModelQuestion } from '../../models/ask.ts'
import { normalise } from '../dedupe/dedupe-tool.ts'
import { outlinePrompt } from './prompts/outline.ts'
import { repeated } from './tool-problems.ts'

const text = z.string().trim().min(1)
const LEVELS = ['simple', 'medium', 'complex'] as const

const outlineToolSchema = z.strictObject({
  name: text.regex(/^\S+( \S+){0,3}$/, 'has at most four words'),
  purpose: text,
  consumes: z.array(text),
  produces: z.array(text),
})
export type OutlineTool = z.infer<typeof outlineToolSchema>

const planSchema = z.strictObject({ level: z.enum(LEVELS), tools: z.array(text).min(1) })
export type OutlinePlan = z.infer<typeof planSchema>

const replySchema = z.strictObject({
  difficulty: z.enum(LEVELS),
  tools: z.array(outlineToolSchema).min(1),
  plans: z.array(planSchema).min(1),
})
export type OutlineReply = z.infer<typeof replySchema>

/** A line of the file of plans: the tools of a task, and which of them, one after another, get it done. */
export const outlineSchema = z.strictObject({
  field: text,
  subdomain: text,
  task: text,
  difficulty: z.enum(LEVELS),
  tools: z.array(outlineToolSchema).min(1),
  plans: z.array(planSchema),
  /** Plans that name tools which do not exist. */
  dropped: z.array(planSchema.extend({ missing: z.array(text).min(1) })),
})
export type Outline = z.infer<typeof outlineSchema>

export type TaskItem = Pick<Outline, 'field' | 'subdomain' | 'task'>

/**
 * Splits plans by whether every tool they name exists; names are set right where only their spelling
 * differs.
 */
export function checkPlans(
  plans: readonly OutlinePlan[],
  names: readonly string[],
): Pick<Outline, 'plans' | 'dropped'> {
  const known = new Map(names.map((name) => [normalise(name), name]))
  const good: OutlinePlan[] = []
  const dropped: Outline['dropped'] = []
  for (const { level, tools } of plans) {
    const missing = [...new Set(tools.filter((tool) => !known.has(normalise(tool))))]
    const spelt = tools.map((tool) => known.get(normalise(tool)) ?? tool)
    if (missing.length === 0) good.push({ level, tools: spelt })
    else dropped.push({ level, tools: spelt, missing })
  }
  return { plans: good, dropped }
}

function nameProblems(tools: readonly OutlineTool[], taken: ReadonlySet<string>): string[] {
  const names = tools.map(({ name }) => normalise(name))
  return [
    ...repeated(names).map((name) => `the tool "${name}" is there twice`),
    ...names.filter((name) => taken.has(name)).map((name) => `the field has a tool "${name}" already`),
  ]
}

/**
 * Asks for the tools and plans of a task. Plans may name these tools and those that the field has; a plan
 * that names another is asked for again with the unknown names, and where that does not help, left to
 * `outlineOf` to drop.
 *
 * @param known Names of the field's tools
 */
export function outlineQuestion(item: TaskItem, known: readonly string[]): ModelQuestion<OutlineReply> {
  const taken = new Set(known.map(normalise))
  return {
    name: 'tool_set',
    ...outlinePrompt({ ...item, known }),
    schema: replySchema,
    check(reply) {
      const missing = outlineOf(item, reply, known).dropped.flatMap((plan) => plan.missing)
      const listed = [...new Set(missing)].join('; ')
      const unknown = listed === '' ? [] : [`plans name tools that do not exist: ${listed}`]
      return [...nameProblems(reply.tools, taken), ...unknown]
    },
    salvage: (reply) =>
      nameProblems(reply.tools, taken).length > 0 ? undefined : { value: reply, notes: [] },
  }
}

/** The line of a reply, with the plans that name unknown tools set apart. */
export function outlineOf(
  { field, subdomain, task }: TaskItem,
  { difficulty, tools, plans }: OutlineReply,
  known: readonly string[],
): Outline {
  const names = [...known, ...tools.map(({ name }) => name)]
  return { field, subdomain, task, difficulty, tools, ...checkPlans(plans, names) }
}
