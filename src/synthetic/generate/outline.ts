import { z } from 'zod'
import type { Asker, ModelAnswer, ModelQuestion } from '../../models/ask.ts'
import { DIFFICULTIES } from '../../schema/environment-result.ts'
import type { JsonlFile } from '../../shared/jsonl-file.ts'
import { normalise } from '../dedupe/dedupe.ts'
import { recordKey, text } from './list-stages.ts'
import { runItems, type StageContext, type StageReport } from './run-items.ts'
import { findRepeated } from './tool-schema.ts'
import { buildDesignPrompt, describeWords } from './while-asking.ts'

const outlineToolSchema = z.strictObject({
  name: text.regex(/^\S+( \S+){0,3}$/, 'has at most four words'),
  purpose: text,
  consumes: z.array(text),
  produces: z.array(text),
})
export type OutlineTool = z.infer<typeof outlineToolSchema>

const planSchema = z.strictObject({ level: z.enum(DIFFICULTIES), tools: z.array(text).min(1) })

const replySchema = z.strictObject({
  difficulty: z.enum(DIFFICULTIES),
  tools: z.array(outlineToolSchema).min(1),
  plans: z.array(planSchema).min(1),
})
type OutlineReply = z.infer<typeof replySchema>

/** A line of the file of plans: the tools of a task, and which of them, one after another, get it done. */
export const outlineSchema = z.object({
  field: text,
  subdomain: text,
  task: text,
  ...replySchema.shape,
  plans: z.array(planSchema),
})
export type Outline = z.infer<typeof outlineSchema>

export type TaskItem = Pick<Outline, 'field' | 'subdomain' | 'task'>

function nameProblems(tools: readonly OutlineTool[], taken: ReadonlySet<string>): string[] {
  const names = tools.map(({ name }) => normalise(name))
  return [
    ...findRepeated(names).map((name) => `two tools are called "${name}"`),
    ...names.filter((name) => taken.has(name)).map((name) => `the field has a tool "${name}" already`),
  ]
}

/** Asks for the tools and plans of a task. */
function buildOutlineQuestion(item: TaskItem, known: readonly string[]): ModelQuestion<OutlineReply> {
  const taken = new Set(known.map(normalise))
  return {
    name: 'tool_set',
    ...buildOutlinePrompt(item, known),
    schema: replySchema,
    check: ({ tools }) => nameProblems(tools, taken),
  }
}

/** @param known Tools that the field has */
const buildOutlinePrompt = ({ field, subdomain, task }: TaskItem, known: readonly string[]) =>
  buildDesignPrompt(
    ...describeWords({ field, subdomain, task }),
    'Draw up the set of tools that this task needs.',
    'First say how difficult the task is. A simple one has 4 to 8 tools, a medium one 8 to 12, a complex one 12 to 16.',
    'For each tool give a name of at most four words that no other tool has, one sentence about what it does, the ' +
      'kinds of data it consumes and the kinds it produces. Call the same data by the same words everywhere, so that ' +
      'one tool visibly feeds another.',
    known.length === 0
      ? undefined
      : `The field has these tools; do not draw them up again, but plans may use them: ${known.join('; ')}.`,
    'Then give plans: lists of tool names in the order of use that get such a task done. Give at least two of each ' +
      'level: simple (one or two tools), medium (three to five), complex (six or more, as far as there are so many).',
    'A plan names only tools of your list or of the field. What a tool consumes comes from an earlier one or from the ' +
      'person who asks.',
  )

export const buildTaskKey = ({ field, subdomain, task }: TaskItem): string =>
  recordKey([field, subdomain, task])

/**
 * First of each field, then second of each, and so on: fields go side by side, the tasks of one in their
 * order.
 */
function interleave(items: readonly TaskItem[]): TaskItem[] {
  const ranks = new Map<string, number>()
  return items
    .map((item) => {
      const field = normalise(item.field)
      const rank = ranks.get(field) ?? 0
      ranks.set(field, rank + 1)
      return { item, rank }
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/**
 * Asks for the tool sets of tasks. A task of a field waits for the one before, for it is told which tools
 * the field has by then. So the questions do not depend on which answer came first, and a resumed run asks
 * the same ones.
 */
export function runOutlines(
  items: readonly TaskItem[],
  file: JsonlFile<Outline>,
  ask: Asker,
  context: StageContext,
): Promise<StageReport> {
  const done = new Set(file.lines.map(buildTaskKey))
  const before = new Map<string, Promise<unknown>>()
  const listNames = (field: string): string[] =>
    file.lines
      .filter((line) => normalise(line.field) === normalise(field))
      .flatMap(({ tools }) => tools.map(({ name }) => name))
  const askOne = async (item: TaskItem): Promise<ModelAnswer<Outline>> => {
    const known = listNames(item.field)
    const answer = await ask(buildOutlineQuestion(item, known))
    if (!answer.ok) return answer
    // Written before the next task of the field reads which tools there are.
    const outline = { ...item, ...answer.value }
    file.append(outline)
    return { ...answer, value: outline }
  }
  return runItems<TaskItem, Outline>(
    {
      stage: 'outlines',
      items: interleave(items),
      nameOf: ({ field, subdomain, task }) => [field, subdomain, task].join(' / '),
      isDone: (item) => done.has(buildTaskKey(item)),
      work(item) {
        const field = normalise(item.field)
        const answered = (before.get(field) ?? Promise.resolve()).then(() => askOne(item))
        before.set(
          field,
          answered.catch(() => undefined),
        )
        return answered
      },
      save: () => undefined,
    },
    context,
  )
}
