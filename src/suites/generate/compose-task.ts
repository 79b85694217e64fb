import {
  fillTemplate,
  type Gap,
  isTemplate,
  listBoundParts,
  listStepsReadBy,
  type Template,
} from '../../schema/binding.ts'
import type { Level, Step, Task } from '../../schema/task.ts'
import { computeSha256 } from '../../shared/digest.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'
import { registry as shipped } from '../../tools/builtin/registry.ts'
import { buildExpectedAnswer, writeClosingParagraph } from '../../tools/content/answer-request.ts'
import { joinList } from '../../tools/content/wording.ts'
import type { Registry } from '../../tools/registry.ts'
import { listChoices } from '../audit/bound-values.ts'
import { classifyBinding } from '../load/prose-classes.ts'
import { stepId } from './bind.ts'
import { DEFAULT_DISTRACTORS, type Distractors, drawDistractors } from './distractors.ts'
import type { Draft, DraftStep, Pattern } from './pattern.ts'

const listGapNames = ({ $template }: Template): string[] =>
  $template.flatMap((part) => (typeof part === 'string' ? [] : [(part as Gap).gap]))

/**
 * A draft whose texts are asked for in the agent's own words, in place of a quoted wording. Undefined where that would
 * not do: a tool computes with the text, or two of its values are of one class, so that nobody would see them exchanged.
 */
function rewriteInOwnWords(draft: Draft, registry: Registry): Draft | undefined {
  const { steps, prompts } = draft
  const findToolOfStep = (id: string): string | undefined => steps.find((_, i) => stepId(i + 1) === id)?.tool
  let asked = prompts
  let count = 0
  const free: Draft['steps'] = []
  for (const step of steps) {
    const { tool, arguments: args } = step
    const entries = Object.entries(args).map(([name, value]): [string, Json] | undefined => {
      if (!isTemplate(value)) return [name, value]
      const classes = listBoundParts(value).map((part) => classifyBinding(part, findToolOfStep, registry))
      if (registry.get(tool)?.effect === 'read' || new Set(classes).size < classes.length) return undefined
      const words = `a short sentence with the ${joinList(listGapNames(value))}`
      asked = asked.map((prompt) =>
        prompt.replace(/(["`'])(.*?)\1/gs, (quoted, _mark, text) =>
          text === fillTemplate(value) ? words : quoted,
        ),
      )
      count++
      return [
        name,
        {
          $text: value.$template.map((part) =>
            typeof part === 'string' ? part : (part as Gap).is,
          ) as Json[],
        },
      ]
    })
    if (entries.some((entry) => entry === undefined)) return undefined
    free.push({ ...step, arguments: Object.fromEntries(entries as [string, Json][]) as JsonObject })
  }
  if (count === 0) return undefined
  return { ...draft, steps: free, prompts: asked }
}

const CATEGORIES: Record<Exclude<Level, 'L0_node'>, string> = {
  L1_chain: 'chain',
  L2_parallel: 'parallel',
  L3_dag: 'dag',
}

/** One in this many of the tasks with a text asks for it in the agent's own words: about one in ten of all tasks. */
const FREE_TEXT_ODDS = 2

/** Tools that select and add up. */
export const ARITHMETIC = ['min_max', 'statistical_analysis', 'data_sort']

const numberSteps = (steps: readonly DraftStep[]): Step[] =>
  steps.map(({ tool, arguments: args, after }, i) => ({
    step_id: stepId(i + 1),
    tool_name: tool,
    arguments: args,
    depends_on: [...new Set([...listStepsReadBy(args), ...(after === undefined ? [] : [stepId(after)])])],
    ...(after === undefined ? {} : { order: true }),
  }))

/** Names in an order that a further name does not change. */
export function orderByLot(names: readonly string[], seed: string): string[] {
  const lots = new Map(names.map((name) => [name, computeSha256(`${seed}\n${name}`)]))
  return names.toSorted((a, b) => ((lots.get(a) ?? '') < (lots.get(b) ?? '') ? -1 : 1))
}

export interface Placement {
  taskId: string
  worldSeed: number
  rng: Rng
  /** Draws of the offer alone, so that the number of distractors changes nothing else; `rng` by default. */
  offerRng?: Rng
  distractors?: Distractors
  /** The tools that there are; those that come with tracewright by default. */
  registry?: Registry
}

/** Makes a draft into a task: steps with their dependencies, a phrasing, the tools on offer. */
export function composeTask(
  { name, level }: Pattern,
  draft: Draft,
  {
    taskId,
    worldSeed,
    rng,
    offerRng = rng,
    distractors = DEFAULT_DISTRACTORS,
    registry = shipped,
  }: Placement,
): Task {
  const isFree = rng.int(1, FREE_TEXT_ODDS) === 1
  const { steps, prompts, answer } = (isFree ? rewriteInOwnWords(draft, registry) : undefined) ?? draft
  const needed = new Set(steps.map(({ tool }) => tool))
  const expected = answer === undefined ? undefined : buildExpectedAnswer(answer)
  const bound = [...steps.map((step) => step.arguments), expected ?? null]
  const workedOut = bound.flatMap(listChoices).length > 0 ? ARITHMETIC : []
  const others = drawDistractors(needed, workedOut, registry, distractors, offerRng)
  const available = new Set([...needed, ...others])
  const request = rng.pick(prompts)
  const answerSources = expected === undefined ? [] : listStepsReadBy(expected)
  return {
    task_id: taskId,
    level,
    prompt: `${request}\n\n${writeClosingParagraph(answer)}`,
    available_tools: orderByLot([...available], request),
    expected_trace: {
      steps: numberSteps(steps),
      final_answer_source: answerSources.length === 1 ? (answerSources[0] as string) : null,
    },
    ...(expected === undefined ? {} : { expected_final_answer: expected }),
    num_steps: steps.length,
    num_tools_offered: available.size,
    category: level === 'L0_node' ? (registry.get(steps[0]?.tool ?? '')?.category ?? '') : CATEGORIES[level],
    pattern: name,
    world: { seed: worldSeed },
  }
}
