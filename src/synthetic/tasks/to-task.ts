import { type Level, type Step, type Task, taskSchema } from '../../schema/task.ts'
import type { JsonObject } from '../../shared/json.ts'
import { taskProblems } from '../../suites/load/task-problems.ts'
import { closingParagraph } from '../../tools/content/answer-request.ts'
import { listed } from '../../tools/content/wording.ts'
import { wireName } from '../simulate/effect.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { findTool } from '../validate/validate.ts'
import type { DraftArgument, TaskDraftCall, ValidDraft } from './draft-schema.ts'

/** Where a task stands in its suite. */
interface TaskPlace {
  readonly id: string
  readonly seed: number
  /** Wire names of the tools on offer. */
  readonly offered: readonly string[]
  readonly category: string
}

/** A task, or what is wrong with the draft of it. */
type TaskMade = { ok: true; task: Task } | { ok: false; problems: string[] }

function argumentProblems(call: TaskDraftCall, earlier: readonly string[], tool: ToolSpec): string[] {
  return call.args.flatMap(({ parameter, value, from, at }) => {
    const where = `${call.id} ${parameter}`
    if (!tool.parameters.some(({ name }) => name === parameter))
      return [`${where}: ${tool.name} has no such parameter`]
    if ((value === null) === (from === null))
      return [`${where}: give either the value that the prompt states or the call that it comes from`]
    if (from === null) return []
    if (!earlier.includes(from)) return [`${where}: there is no call "${from}" before it`]
    return at?.startsWith('/') === true ? [] : [`${where}: "at" is a JSON Pointer such as /order_id`]
  })
}

function callProblems(calls: readonly TaskDraftCall[], tools: readonly ToolSpec[]): string[] {
  return calls.flatMap((call, i) => {
    const earlier = calls.slice(0, i).map(({ id }) => id)
    const tool = findTool(call.tool, tools)
    if (tool === undefined) return [`${call.id}: there is no tool "${call.tool}"`]
    const unknown = call.after.filter((id) => !earlier.includes(id))
    return [
      ...(earlier.includes(call.id) ? [`the id "${call.id}" is there twice`] : []),
      ...unknown.map((id) => `${call.id}: there is no call "${id}" before it`),
      ...argumentProblems(call, earlier, tool),
    ]
  })
}

const argumentsOf = (args: readonly DraftArgument[]): JsonObject =>
  Object.fromEntries(
    args.map(({ parameter, value, from, at }) => [
      parameter,
      from === null ? value : { $from: from, at: at ?? '' },
    ]),
  )

/** The calls as steps of an expected trace. Every tool must be there. */
const stepsOf = (calls: readonly TaskDraftCall[], tools: readonly ToolSpec[]): Step[] =>
  calls.map((call) => {
    const taken = new Set(call.args.flatMap(({ from }) => (from === null ? [] : [from])))
    const ordered = call.after.filter((id) => !taken.has(id))
    return {
      step_id: call.id,
      tool_name: wireName(findTool(call.tool, tools)?.name ?? call.tool),
      arguments: argumentsOf(call.args),
      depends_on: [...taken, ...ordered],
      // Nothing flows over such a dependency; its order counts all the same.
      ...(ordered.length > 0 ? { order: true as const } : {}),
    }
  })

/** Makes the draft of a valid task into a task of a suite. */
export function toTask(draft: ValidDraft, tools: readonly ToolSpec[], place: TaskPlace): TaskMade {
  const problems = callProblems(draft.calls, tools)
  const ids = draft.calls.map(({ id }) => id)
  for (const { from } of draft.report)
    if (!ids.includes(from)) problems.push(`the report takes from "${from}", which is no call`)
  if (problems.length > 0) return { ok: false, problems }
  const steps = stepsOf(draft.calls, tools)
  const report = draft.report.map(({ from, at }): JsonObject => ({ $from: from, at }))
  const [only, ...more] = report
  const answer = only === undefined ? undefined : more.length === 0 ? only : report
  const words = draft.report.map((one) => one.words)
  const sources = [...new Set(draft.report.map(({ from }) => from))]
  const parsed = taskSchema().safeParse({
    task_id: place.id,
    level: levelOf(steps),
    prompt:
      answer === undefined
        ? draft.prompt
        : `${draft.prompt.trim()}\n\n${closingParagraph({ value: answer, gives: listed(words) })}`,
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
  const found = taskProblems(parsed.data).map(({ field, message }) => `${field}: ${message}`)
  return found.length === 0 ? { ok: true, task: parsed.data } : { ok: false, problems: found }
}

/**
 * The level of a graph of calls by its shape: one call; a sequence, where each takes from the one before; calls side by
 * side, or side by side into one last call; anything else branches and merges.
 */
export function levelOf(steps: readonly Pick<Step, 'step_id' | 'depends_on'>[]): Level {
  if (steps.length === 1) return 'L0_node'
  const takers = (id: string): number => steps.filter(({ depends_on }) => depends_on.includes(id)).length
  const roots = steps.filter(({ depends_on }) => depends_on.length === 0)
  const rest = steps.filter(({ depends_on }) => depends_on.length > 0)
  const isChain =
    roots.length === 1 &&
    steps.every(({ step_id, depends_on }) => depends_on.length <= 1 && takers(step_id) <= 1)
  if (isChain) return 'L1_chain'
  const [last] = rest
  const isFanOut = rest.length === 0 || (rest.length === 1 && last?.depends_on.length === roots.length)
  return isFanOut && roots.length > 1 ? 'L2_parallel' : 'L3_dag'
}
