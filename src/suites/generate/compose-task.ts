import { sourcesOf } from '../../schema/binding.ts'
import type { Level, Task } from '../../schema/task.ts'
import type { Rng } from '../../shared/rng.ts'
import { registry as shipped } from '../../tools/builtin/registry.ts'
import { closingParagraph, expectedAnswer } from '../../tools/content/answer-request.ts'
import type { Registry } from '../../tools/registry.ts'
import { choicesOf } from '../audit/bound-values.ts'
import { stepId } from './bind.ts'
import { DEFAULT_DISTRACTORS, type Distractors, drawDistractors } from './distractors.ts'
import { inOwnWords } from './free-text.ts'
import type { Draft, Pattern } from './pattern.ts'

const CATEGORIES: Record<Exclude<Level, 'L0_node'>, string> = {
  L1_chain: 'chain',
  L2_parallel: 'parallel',
  L3_dag: 'dag',
}

/** One in so many of the tasks with a text asks for it in the agent's own words: about one in ten of all tasks. */
const FREE_TEXT_ODDS = 2

/** Tools that select and add up. */
const ARITHMETIC = ['min_max', 'statistical_analysis', 'data_sort']

const distinctSources = (value: Parameters<typeof sourcesOf>[0]): string[] => [
  ...new Set(sourcesOf(value).map(({ $from }) => $from)),
]

/** Where a task stands in its suite. */
export interface Placement {
  taskId: string
  worldSeed: number
  rng: Rng
  distractors?: Distractors
  /** The tools that there are; those that come with tracewright by default. */
  registry?: Registry
}

/** Makes a draft into a task: steps with their dependencies, a phrasing, the tools on offer. */
export function composeTask(
  { name, level }: Pattern,
  draft: Draft,
  { taskId, worldSeed, rng, distractors = DEFAULT_DISTRACTORS, registry = shipped }: Placement,
): Task {
  const isFree = rng.int(1, FREE_TEXT_ODDS) === 1
  const { steps, prompts, answer } = (isFree ? inOwnWords(draft, registry) : undefined) ?? draft
  const needed = new Set(steps.map(({ tool }) => tool))
  const expected = answer === undefined ? undefined : expectedAnswer(answer)
  const bound = [...steps.map((step) => step.arguments), expected ?? null]
  const workedOut = bound.flatMap(choicesOf).length > 0 ? ARITHMETIC : []
  const offered = rng.shuffle([...needed, ...drawDistractors(needed, workedOut, registry, distractors, rng)])
  const request = rng.pick(prompts)
  const answerSources = expected === undefined ? [] : distinctSources(expected)
  return {
    task_id: taskId,
    level,
    prompt: `${request}\n\n${closingParagraph(answer)}`,
    available_tools: offered,
    expected_trace: {
      steps: steps.map((step, i) => ({
        step_id: stepId(i + 1),
        tool_name: step.tool,
        arguments: step.arguments,
        depends_on: distinctSources(step.arguments),
      })),
      final_answer_source: answerSources.length === 1 ? (answerSources[0] as string) : null,
    },
    ...(expected === undefined ? {} : { expected_final_answer: expected }),
    num_steps: steps.length,
    num_tools_offered: offered.length,
    category: level === 'L0_node' ? (registry.get(steps[0]?.tool ?? '')?.category ?? '') : CATEGORIES[level],
    pattern: name,
    world: { seed: worldSeed },
  }
}
