import { z } from 'zod'
import { type Level, type Step, type Task, taskSchema } from '../../schema/task.ts'
import type { JsonObject } from '../../shared/json.ts'
import { findTaskProblems } from '../../suites/load/task-problems.ts'
import { writeClosingParagraph } from '../../tools/content/answer-request.ts'
import { joinList } from '../../tools/content/wording.ts'
import { cellSchema } from '../handlers/state.ts'
import { buildWireName } from '../simulate/effect.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { findTool } from '../validate/validate.ts'

const name = z.string().min(1)

const argumentSchema = z.strictObject({
  parameter: name,
  /** The value as the prompt states it; null where it comes from an earlier call. */
  value: cellSchema,
  /** Id of the call whose output it is, and the JSON Pointer of it there; null for a stated value. */
  from: name.nullable(),
  at: z.string().nullable(),
})
export type DraftArgument = z.infer<typeof argumentSchema>

const callSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/, 'is a name in lower case with underscores'),
  tool: name,
  args: z.array(argumentSchema),
  /** Calls that must come before, though nothing is taken from them. */
  after: z.array(name),
})
export type TaskDraftCall = z.infer<typeof callSchema>

/** What the final answer has to give: an output, and what to call it. */
const reportSchema = z.strictObject({ from: name, at: z.string(), words: name })

const validDraftSchema = z.strictObject({
  prompt: name,
  calls: z.array(callSchema).min(1),
  report: z.array(reportSchema),
})
export type ValidDraft = z.infer<typeof validDraftSchema>

const invalidDraftSchema = z.strictObject({
  prompt: name,
  /** What a solver would call; the last one is refused, or is what the missing tool would be. */
  calls: z.array(callSchema),
  report: z.array(reportSchema),
  because: z.enum(['no_tool', 'refused']),
  /** The tool that is missing, and what it would do; null where a call is refused. */
  missing: z.strictObject({ name, does: name }).nullable(),
  why: name,
})
export type InvalidDraft = z.infer<typeof invalidDraftSchema>

/** What a model is asked for a plan: tasks that can be done, and tasks that cannot. */
export const draftsSchema = z.strictObject({
  valid: z.array(validDraftSchema),
  invalid: z.array(invalidDraftSchema),
})
export type Drafts = z.infer<typeof draftsSchema>

/** Where a task stands in its suite. */
interface TaskPlace {
  readonly id: string
  readonly seed: number
  /** Wire names of the tools on offer. */
  readonly offered: readonly string[]
  readonly category: string
}

type TaskMade = { ok: true; task: Task } | { ok: false; problems: string[] }

function findArgumentProblems(call: TaskDraftCall, earlier: readonly string[], tool: ToolSpec): string[] {
  return call.args.flatMap(({ parameter, value, from, at }) => {
    const where = `${call.id} ${parameter}`
    if (!tool.parameters.some(({ name }) => name === parameter))
      return [`${where}: ${tool.name} has no such parameter`]
    if ((value === null) === (from === null))
      return [`${where}: give either the value that the prompt states or the call that it comes from`]
    if (from === null) return []
    if (!earlier.includes(from)) return [`${where}: no earlier call has the id "${from}"`]
    return at?.startsWith('/') === true ? [] : [`${where}: "at" is a JSON Pointer such as /order_id`]
  })
}

function findCallProblems(calls: readonly TaskDraftCall[], tools: readonly ToolSpec[]): string[] {
  return calls.flatMap((call, i) => {
    const earlier = calls.slice(0, i).map(({ id }) => id)
    const tool = findTool(call.tool, tools)
    if (tool === undefined) return [`${call.id}: unknown tool "${call.tool}"`]
    const unknown = call.after.filter((id) => !earlier.includes(id))
    return [
      ...(earlier.includes(call.id) ? [`two calls have the id "${call.id}"`] : []),
      ...unknown.map((id) => `${call.id}: no earlier call has the id "${id}"`),
      ...findArgumentProblems(call, earlier, tool),
    ]
  })
}

const buildArguments = (args: readonly DraftArgument[]): JsonObject =>
  Object.fromEntries(
    args.map(({ parameter, value, from, at }) => [
      parameter,
      from === null ? value : { $from: from, at: at ?? '' },
    ]),
  )

/** @param given Calls whose output another call or the report takes: such a step says by which name */
const buildSteps = (
  calls: readonly TaskDraftCall[],
  tools: readonly ToolSpec[],
  given: ReadonlySet<string>,
): Step[] =>
  calls.map((call) => {
    const taken = new Set(call.args.flatMap(({ from }) => (from === null ? [] : [from])))
    const ordered = call.after.filter((id) => !taken.has(id))
    return {
      step_id: call.id,
      tool_name: buildWireName(findTool(call.tool, tools)?.name ?? call.tool),
      arguments: buildArguments(call.args),
      depends_on: [...taken, ...ordered],
      ...(given.has(call.id) ? { output_key: call.id } : {}),
      // Nothing flows over such a dependency; its order counts all the same.
      ...(ordered.length > 0 ? { order: true as const } : {}),
    }
  })

export function toTask(draft: ValidDraft, tools: readonly ToolSpec[], place: TaskPlace): TaskMade {
  const problems = findCallProblems(draft.calls, tools)
  const ids = draft.calls.map(({ id }) => id)
  for (const { from } of draft.report)
    if (!ids.includes(from)) problems.push(`the report takes from "${from}", which is not a call`)
  if (problems.length > 0) return { ok: false, problems }
  const flowing = [...draft.calls.flatMap(({ args }) => args), ...draft.report]
  const steps = buildSteps(draft.calls, tools, new Set(flowing.flatMap(({ from }) => from ?? [])))
  const report = draft.report.map(({ from, at }): JsonObject => ({ $from: from, at }))
  const [only, ...more] = report
  const answer = only === undefined ? undefined : more.length === 0 ? only : report
  const words = draft.report.map((one) => one.words)
  const sources = [...new Set(draft.report.map(({ from }) => from))]
  const parsed = taskSchema().safeParse({
    task_id: place.id,
    level: deriveLevel(steps),
    prompt:
      answer === undefined
        ? draft.prompt
        : `${draft.prompt.trim()}\n\n${writeClosingParagraph({ value: answer, gives: joinList(words) })}`,
    available_tools: place.offered,
    expected_trace: {
      steps,
      ...(sources.length === 1 ? { final_answer_source: sources[0] } : {}),
    },
    ...(answer === undefined ? {} : { expected_final_answer: answer }),
    num_steps: steps.length,
    num_tools_offered: place.offered.length,
    category: place.category,
    world: { seed: place.seed },
  })
  if (!parsed.success)
    return {
      ok: false,
      problems: parsed.error.issues.map(({ path, message }) => `${path.join('/')}: ${message}`),
    }
  const found = findTaskProblems(parsed.data).map(({ field, message }) => `${field}: ${message}`)
  return found.length === 0 ? { ok: true, task: parsed.data } : { ok: false, problems: found }
}

/**
 * The level of a graph of calls by its shape: one call; a sequence, where each takes from the one before. Calls side by
 * side, or side by side into one last call; anything else branches and merges.
 */
export function deriveLevel(steps: readonly Pick<Step, 'step_id' | 'depends_on'>[]): Level {
  if (steps.length === 1) return 'L0_node'
  const countTakers = (id: string): number => steps.filter(({ depends_on }) => depends_on.includes(id)).length
  const roots = steps.filter(({ depends_on }) => depends_on.length === 0)
  const rest = steps.filter(({ depends_on }) => depends_on.length > 0)
  const isChain =
    roots.length === 1 &&
    steps.every(({ step_id, depends_on }) => depends_on.length <= 1 && countTakers(step_id) <= 1)
  if (isChain) return 'L1_chain'
  const [last] = rest
  const isFanOut = rest.length === 0 || (rest.length === 1 && last?.depends_on.length === roots.length)
  return isFanOut && roots.length > 1 ? 'L2_parallel' : 'L3_dag'
}
