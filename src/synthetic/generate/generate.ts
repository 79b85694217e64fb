import { z } from 'zod'
import type { Asker, ModelQuestion } from '../../models/ask.ts'
import { computeSha256 } from '../../shared/digest.ts'
import { type JsonlFile, openJsonl, readJsonl } from '../../shared/jsonl-file.ts'
import { normalise } from '../dedupe/dedupe.ts'
import { keepDistinct, recordKey, runListStage, type StageFiles, sortInOrder, text } from './list-stages.ts'
import {
  buildTaskKey,
  type Outline,
  type OutlineTool,
  outlineSchema,
  runOutlines,
  type TaskItem,
} from './outline.ts'
import { mergeReports, runItems, type StageContext, type StageReport } from './run-items.ts'
import { COUNTS, type StageName } from './stage-names.ts'
import {
  buildToolLine,
  findToolProblems,
  type GeneratedTool,
  generatedToolSchema,
  type ToolAnswer,
  toolAnswerSchema,
} from './tool-schema.ts'
import { buildDesignPrompt, describeWords, runWhileAsking, type StageOptions } from './while-asking.ts'

const inSchema = z.union([
  z.strictObject({ field: text, subdomain: text, tasks: z.array(text).min(1) }),
  z.strictObject({ field: text, subdomain: text, task: text }),
])

const splitItems = (line: z.infer<typeof inSchema>): TaskItem[] =>
  'tasks' in line
    ? line.tasks.map((task) => ({ field: line.field, subdomain: line.subdomain, task }))
    : [line]

interface ToolFiles extends StageFiles {
  /** Tool sets and plans, one task a line. */
  readonly plans: string
}

interface ToolItem {
  readonly id: string
  readonly outline: Outline
  readonly tool: OutlineTool
}

/** Field, eight digits for the task, and name: the same for the same tool of the same task. */
function buildId(outline: Outline, { name }: OutlineTool): string {
  const task = computeSha256(buildTaskKey(outline)).slice(0, 8)
  const field = normalise(outline.field).replaceAll(' ', '_')
  return `${field}__${task}__${name.trim().replaceAll(/\s+/g, '_')}`
}

const listToolItems = (outline: Outline): ToolItem[] =>
  outline.tools.map((tool) => ({ id: buildId(outline, tool), outline, tool }))

function runTools(
  items: readonly ToolItem[],
  file: JsonlFile<GeneratedTool>,
  ask: Asker,
  context: StageContext,
): Promise<StageReport> {
  const done = new Set(file.lines.map(({ id }) => id))
  const buildQuestion = ({ outline, tool }: ToolItem): ModelQuestion<ToolAnswer> => {
    const others = outline.tools.flatMap(({ name, purpose }) =>
      name === tool.name ? [] : `${name}: ${purpose}`,
    )
    return {
      name: 'tool',
      ...buildToolPrompt(outline, tool, others),
      schema: toolAnswerSchema,
      check: (answer) => findToolProblems(answer, tool.name),
    }
  }
  return runItems<ToolItem, ToolAnswer>(
    {
      stage: 'tools',
      items,
      nameOf: ({ id }) => id,
      isDone: ({ id }) => done.has(id),
      work: (item) => ask(buildQuestion(item)),
      save({ id, outline, tool }, answer) {
        const { field, subdomain, task } = outline
        file.append(buildToolLine({ id, field, subfield: subdomain, task }, { ...answer, name: tool.name }))
      },
    },
    context,
  )
}

/** Plans with tools that were never made. */
function findBrokenPlans(outlines: readonly Outline[], tools: readonly GeneratedTool[]): string[] {
  const made = new Set(tools.map(({ field, name }) => recordKey([field, name])))
  return outlines.flatMap(({ field, task, plans }) =>
    plans.flatMap((plan) => {
      const missing = [...new Set(plan.tools.filter((name) => !made.has(recordKey([field, name]))))]
      return missing.length === 0
        ? []
        : [`${task}: the plan ${plan.tools.join(' -> ')} is left out: ${missing.join(', ')} is missing`]
    }),
  )
}

/**
 * Tasks, as the stage before writes them or `{field, subdomain, task}` by hand, to tools, one a line, in the
 * shape of the published ones. First a question a task for its set of tools and the plans, then one a tool,
 * so that an answer is short enough not to be cut off. Items of the report are tasks and tools.
 */
async function runToolsStage(files: ToolFiles, ask: Asker, context: StageContext): Promise<StageReport> {
  const tasks = keepDistinct(readJsonl(files.in, inSchema).flatMap(splitItems), buildTaskKey)
  const outlines = openJsonl(files.plans, outlineSchema)
  const tools = openJsonl(files.out, generatedToolSchema)
  const first = await runOutlines(tasks, outlines, ask, context)
  const order = tasks.map(buildTaskKey)
  const wanted = new Set(order)
  const sorted = sortInOrder(
    outlines.lines.filter((line) => wanted.has(buildTaskKey(line))),
    order,
    buildTaskKey,
  )
  const items = sorted.flatMap(listToolItems)
  const second = await runTools(items, tools, ask, context)
  const report = { ...mergeReports('tools', [first, second]), ...context.limits.usage, ...context.counts }
  if (report.stopped !== null) return report
  const ids = items.map(({ id }) => id)
  tools.rewrite(sortInOrder(tools.lines, ids, ({ id }) => id))
  outlines.rewrite(sortInOrder(outlines.lines, order, buildTaskKey))
  return { ...report, notes: [...report.notes, ...findBrokenPlans(outlines.lines, tools.lines)] }
}

/** @param others The other tools of the set, with what they do */
const buildToolPrompt = (
  { field, subdomain, task }: TaskItem,
  { name, purpose, consumes, produces }: OutlineTool,
  others: readonly string[],
) =>
  buildDesignPrompt(
    ...describeWords({ field, subdomain, task }),
    `Specify this tool in full: ${name}. ${purpose}`,
    `It consumes: ${consumes.join('; ') || 'nothing from other tools'}.`,
    `It produces: ${produces.join('; ') || 'nothing for other tools'}.`,
    others.length === 0 ? undefined : `Other tools of the set: ${others.join(' | ')}`,
    '',
    'parameters: all that the tool knows comes in through them; at least one. Names in lower case with underscores. ' +
      'Types are string, number, integer, boolean, or array of one of these (say which in items). A date or time is a ' +
      'string in ISO 8601. An optional parameter may have a default of its own type.',
    'outputs: few and concise, with the same types. usage: when to call it, and what to give.',
    'errors: every way in which a call can fail, each as "Title: what is wrong and what to do".',
    'rules: for each error that a program can decide, the rule in machine-readable form, with that error word for ' +
      'word in its own error. Kinds: one_of (values allowed, of each item where it is an array), range (of numbers), ' +
      'length (of a string, in characters or words), item_count (of an array), non_empty, format, pattern (a regular ' +
      'expression that the whole string matches), equal_length (of arrays), required_if (whenever the parameter in ' +
      '"when" is given, or has one of its values), exclusive (at most one is given), any_of (at least one is given), ' +
      'ordering (lesser comes before greater), exists (the value is the key of a record in a collection), ' +
      'record_field (the record that the value names has one of these values in a field). Wherever a description ' +
      'lists the allowed values, there is a one_of; wherever it gives limits, a range, length or item_count. Leave out ' +
      'what is not given.',
  )

export interface GenerateOptions extends StageOptions {
  readonly in: string
  readonly out: string
  /** File of tool sets and plans; the stage `tools` alone writes it. */
  readonly plans: string
  /** Fields, subdomains or tasks to ask for at once. */
  readonly count?: number
}

/** Runs a stage of the generation: reads JSON Lines, asks the model, writes JSON Lines. */
export const generate = (stage: StageName, { count, ...options }: GenerateOptions): Promise<StageReport> =>
  runWhileAsking(options, ({ ask, ...context }) =>
    stage === 'tools'
      ? runToolsStage(options, ask, context)
      : runListStage(stage, count ?? COUNTS[stage], options, ask, context),
  )
