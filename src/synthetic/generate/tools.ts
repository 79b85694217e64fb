import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Asker } from '../../models/ask.ts'
import { type JsonlFile, openJsonl, readJsonl } from '../../shared/jsonl-file.ts'
import { normalise } from '../dedupe/dedupe-tool.ts'
import { checkPlans, type Outline, type OutlineTool, outlineSchema, type TaskItem } from './outline.ts'
import { outlineTaskKey, runOutlines } from './outlines.ts'
import { toolPrompt } from './prompts/tools.ts'
import { runItems, type StageContext, type StageReport } from './run-items.ts'
import { distinct, type StageFiles } from './stage-file.ts'
import { tasksLineSchema } from './tasks.ts'
import { toolProblems } from './tool-problems.ts'
import {
  type GeneratedTool,
  generatedToolSchema,
  type ToolAnswer,
  toolAnswerSchema,
  toolLineOf,
} from './tool-schema.ts'

const text = z.string().trim().min(1)
const inSchema = z.union([tasksLineSchema, z.strictObject({ field: text, subdomain: text, task: text })])

const itemsOf = (line: z.infer<typeof inSchema>): TaskItem[] =>
  'tasks' in line
    ? line.tasks.map((task) => ({ field: line.field, subdomain: line.subdomain, task }))
    : [line]

export interface ToolFiles extends StageFiles {
  /** Tool sets and plans, one task a line. */
  readonly plans: string
}

interface ToolItem {
  readonly id: string
  readonly outline: Outline
  readonly tool: OutlineTool
}

/** Field, eight digits for the task, and name: the same for the same tool of the same task. */
function idOf(outline: Outline, { name }: OutlineTool): string {
  const task = createHash('sha256').update(outlineTaskKey(outline)).digest('hex').slice(0, 8)
  const field = normalise(outline.field).replaceAll(' ', '_')
  return `${field}__${task}__${name.trim().replaceAll(/\s+/g, '_')}`
}

const toolItems = (outline: Outline): ToolItem[] =>
  outline.tools.map((tool) => ({ id: idOf(outline, tool), outline, tool }))

function runTools(
  items: readonly ToolItem[],
  file: JsonlFile<GeneratedTool>,
  ask: Asker,
  context: StageContext,
): Promise<StageReport> {
  const done = new Set(file.lines.map(({ id }) => id))
  return runItems<ToolItem, ToolAnswer>(
    {
      stage: 'tools',
      items,
      nameOf: ({ id }) => id,
      isDone: ({ id }) => done.has(id),
      work({ outline, tool }) {
        const others = outline.tools.flatMap(({ name, purpose }) =>
          name === tool.name ? [] : `${name}: ${purpose}`,
        )
        return ask({
          name: 'tool',
          ...toolPrompt({ ...outline, ...tool, others }),
          schema: toolAnswerSchema,
          check: (answer) => toolProblems(answer, tool.name),
        })
      },
      save({ id, outline, tool }, answer) {
        const { field, subdomain, task } = outline
        file.append(toolLineOf({ id, field, subfield: subdomain, task }, { ...answer, name: tool.name }))
      },
    },
    context,
  )
}

/**
 * Sets plans apart that name a tool which was never made, takes back those whose tools exist by now; says
 * which.
 */
function settlePlans(file: JsonlFile<Outline>, tools: readonly GeneratedTool[]): string[] {
  const names = new Map<string, string[]>()
  for (const { field, name } of tools)
    names.set(normalise(field), [...(names.get(normalise(field)) ?? []), name])
  const settled = file.lines.map((line) => {
    const candidates = [...line.plans, ...line.dropped.map(({ level, tools }) => ({ level, tools }))]
    return { ...line, ...checkPlans(candidates, names.get(normalise(line.field)) ?? []) }
  })
  file.rewrite(settled)
  return settled.flatMap(({ task, dropped }) =>
    dropped.map(
      ({ tools, missing }) =>
        `${task}: the plan ${tools.join(' -> ')} is dropped, there is no ${missing.map((name) => `"${name}"`).join(', ')}`,
    ),
  )
}

const merge = (a: StageReport, b: StageReport, notes: readonly string[]): StageReport => ({
  ...b,
  items: a.items + b.items,
  done: a.done + b.done,
  resumed: a.resumed + b.resumed,
  failed: [...a.failed, ...b.failed],
  notes: [...a.notes, ...b.notes, ...notes],
  stopped: a.stopped ?? b.stopped,
})

/**
 * Tasks, as the stage before writes them or `{field, subdomain, task}` by hand, to tools, one a line, in the
 * shape of the published ones. First a question a task for its set of tools and the plans, then one a tool,
 * so that an answer is short enough not to be cut off. Items of the report are tasks and tools.
 */
export async function runToolsStage(
  files: ToolFiles,
  ask: Asker,
  context: StageContext,
): Promise<StageReport> {
  const tasks = distinct(readJsonl(files.in, inSchema).flatMap(itemsOf), outlineTaskKey)
  const outlines = openJsonl(files.plans, outlineSchema)
  const tools = openJsonl(files.out, generatedToolSchema)
  const first = await runOutlines(tasks, outlines, ask, context)
  const place = new Map(tasks.map((task, i) => [outlineTaskKey(task), i]))
  const at = (outline: Outline): number => place.get(outlineTaskKey(outline)) ?? tasks.length
  const sorted = outlines.lines
    .filter((line) => place.has(outlineTaskKey(line)))
    .toSorted((a, b) => at(a) - at(b))
  const items = sorted.flatMap(toolItems)
  const second = await runTools(items, tools, ask, context)
  if (first.stopped !== null || second.stopped !== null) return merge(first, second, [])
  const order = new Map(items.map(({ id }, i) => [id, i]))
  const rank = ({ id }: GeneratedTool): number => order.get(id) ?? items.length
  tools.rewrite(tools.lines.toSorted((a, b) => rank(a) - rank(b)))
  outlines.rewrite(outlines.lines.toSorted((a, b) => at(a) - at(b)))
  return merge(first, second, settlePlans(outlines, tools.lines))
}
