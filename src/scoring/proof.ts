import { listSources } from '../schema/binding.ts'
import type { LeafScore } from '../schema/score.ts'
import type { Step, Task } from '../schema/task.ts'
import type { ToolTable } from '../schema/tools.ts'
import type { JsonObject } from '../shared/json.ts'
import { resolve } from '../tasks/bindings.ts'
import { isGradedAsProse } from './answer.ts'
import { computeEntropyBits, MIN_ENTROPY_BITS } from './bits.ts'
import { listSourceSteps } from './bound-leaf.ts'
import { Evidence } from './evidence.ts'
import type { JudgedTrace } from './judge-trace.ts'
import type { Judging } from './judging.ts'
import { readScoringPlan } from './plan.ts'
import { schemaAt, schemaOf } from './provenance.ts'

/** What can use the output of a step beside later steps. */
export interface Uses {
  answerSources: ReadonlySet<string>
  isAnswerRight: boolean
  /** Steps by whose outputs something was decided. */
  deciding: ReadonlySet<string> | undefined
}

/** Whether the arguments of a call are too hard to guess for a call that was made by chance. */
function isDecisive({ tool_name }: Step, leaves: readonly LeafScore[], tools: ToolTable): boolean {
  const schema = schemaOf(tools, tool_name, 'inputSchema')
  let entropyBits = 0
  return leaves.some((leaf) => {
    entropyBits += computeEntropyBits(schemaAt(schema, leaf.pointer), leaf.actual)
    return entropyBits >= MIN_ENTROPY_BITS
  })
}

/**
 * Takes the credit of steps whose few bits of arguments prove nothing until something uses their output.
 *
 * @param replaced Steps whose call stands in for an equivalent one
 * @returns Whether a step keeps its credit although nothing uses its output
 */
export function withholdUnproved(
  { steps: judged, plan }: JudgedTrace,
  { answerSources, isAnswerRight, deciding }: Uses,
  tools: ToolTable,
  replaced: ReadonlySet<string>,
): boolean {
  let weak = false
  const byId = new Map(judged.map((item) => [item.step.step_id, item]))
  for (const item of judged) {
    const { step, leaves } = item
    const id = step.step_id
    if (item.credit === 0 || (!replaced.has(id) && isDecisive(step, leaves, tools))) continue
    const users = plan.usersOf(id)
    if (users.length === 0 && !answerSources.has(id)) {
      if (deciding?.has(id) !== true) weak = true
      continue
    }
    const isUsed = users.some((user) =>
      byId.get(user.step_id)?.leaves.some((leaf) => leaf.right && listSourceSteps(leaf).includes(id)),
    )
    if (isUsed || (answerSources.has(id) && isAnswerRight)) continue
    item.credit = 0
    item.unproved = true
  }
  return weak
}

/**
 * Whether nothing but prose could show that the task was done: its answer is judged as prose, and no step has credit
 * without it, by {@link withholdUnproved}. A graded end state is proof as well.
 */
export function isFreeText(
  { expected, prompt, answer, trace, tools }: Judging,
  task: Pick<Task, 'expected_state' | 'grade'>,
): boolean {
  const isStateGraded = (task.expected_state ?? task.grade) !== undefined
  if (
    isStateGraded ||
    answer === undefined ||
    !isGradedAsProse(answer, { prompt, expected_trace: expected }, trace)
  )
    return false
  const plan = readScoringPlan(expected, 'dag')
  // What feeds a later step is proved by that step.
  if (plan.bound.size > 0) return false
  const answerSources = new Set(listSources(answer).map(({ $from }) => $from))
  const context = {
    consumer: null,
    evidence: new Evidence(prompt, []),
    explain: 'none' as const,
    producerOf: () => undefined,
    outputSchemaOf: () => undefined,
  }
  return expected.steps.every((step) => {
    if (!answerSources.has(step.step_id)) return false
    const args = (resolve(step.arguments, () => undefined) ?? {}) as JsonObject
    const leaves = plan.judgeOf(step, schemaOf(tools, step.tool_name, 'inputSchema'))(args, context)
    return !isDecisive(step, leaves, tools)
  })
}
