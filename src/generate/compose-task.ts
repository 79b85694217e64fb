import { choicesOf } from '../audit/bound-values.ts'
import { answerRequest, expectedAnswer } from '../content/answer-request.ts'
import { sourcesOf } from '../schema/binding.ts'
import type { Level, Task } from '../schema/task.ts'
import type { Rng } from '../shared/rng.ts'
import { type Registry, registry as shipped } from '../simulators/registry.ts'
import { stepId } from './bind.ts'
import { DEFAULT_DISTRACTORS, type Distractors, drawDistractors } from './distractors.ts'
import type { Draft, Pattern } from './pattern.ts'

const CATEGORIES: Record<Exclude<Level, 'L0_node'>, string> = {
  L1_chain: 'chain',
  L2_parallel: 'parallel',
  L3_dag: 'dag',
}

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
  { steps, prompts, answer }: Draft,
  { taskId, worldSeed, rng, distractors = DEFAULT_DISTRACTORS, registry = shipped }: Placement,
): Task {
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
    prompt: answer === undefined ? request : `${request} ${answerRequest(answer, rng)}`,
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
