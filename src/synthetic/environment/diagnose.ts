import type { LeafScore, StepScore } from '../../schema/score.ts'
import type { Task } from '../../schema/task.ts'
import { explainLeaf } from '../../scoring/causes.ts'
import type { Json } from '../../shared/json.ts'
import type { Registry } from '../../simulators/registry.ts'
import type { SubmittedAttempt } from './attempt.ts'
import { type CallPair, pairCalls } from './pair-calls.ts'
import { type CausalVerdict, verifyCausally } from './verifiers/causal.ts'

/** One thing that is wrong with an attempt. */
export interface EnvironmentFinding {
  kind:
    | 'missing-call'
    | 'wrong-argument'
    | 'wrong-order'
    | 'unneeded-write'
    | 'too-many-reads'
    | 'wrong-answer'
    | 'end-state'
  /** Golden step that it is about; the call of the attempt, for what no step needs; `store/key` for an end state. */
  at: string
  tool?: string
  /** JSON Pointer into the arguments. */
  pointer?: string
  expected?: Json
  actual?: Json
  /** In a sentence. */
  text: string
}

const wrongLeaf = (at: string, tool: string, leaf: LeafScore): EnvironmentFinding => ({
  kind: 'wrong-argument',
  at,
  tool,
  pointer: leaf.pointer,
  expected: leaf.expected,
  ...(leaf.actual === undefined ? {} : { actual: leaf.actual }),
  text: `${at} ${tool}: ${explainLeaf(leaf).text}`,
})

/** What is wrong with the call of a step, whatever the order. */
function aboutPair({ step, call, wrong }: CallPair, steps: readonly StepScore[]): EnvironmentFinding[] {
  const { step_id: at, tool_name: tool, arguments: args } = step
  if (call === undefined) {
    const text = `${at} ${tool}: no call is left for ${JSON.stringify(args)}`
    return [{ kind: 'missing-call', at, tool, text }]
  }
  // Where the scorer took the same call, it knows what flowed into it.
  const scored = steps.find((other) => other.step_id === at && other.call === call.id)
  const leaves = scored === undefined ? wrong : scored.leaves.filter(({ right }) => !right)
  return leaves.map((leaf) => wrongLeaf(at, tool, leaf))
}

const aboutOrder = ({
  step_id: at,
  tool_name: tool,
  credit,
  reason = 'it is wrong',
}: StepScore): EnvironmentFinding[] => (credit === 1 ? [] : [{ kind: 'wrong-order', at, tool, text: reason }])

function unneededWrites({ score, trace }: CausalVerdict, pairs: readonly CallPair[]): EnvironmentFinding[] {
  if (score.unneeded_writes === 0) return []
  const needed = new Set(pairs.map(({ call }) => call))
  return trace.calls
    .filter((call) => call.committed === true && !needed.has(call))
    .map(({ id, tool_name }) => ({
      kind: 'unneeded-write',
      at: id,
      tool: tool_name,
      text: `${id} ${tool_name}: no step needs it, and it changed the world`,
    }))
}

/**
 * Everything that a verdict of the causal verifier holds against an attempt, call by call and argument by argument; empty
 * for a correct one. What is wrong with the order is told where all calls are there. For the authors of tests and tasks:
 * an agent is never shown it.
 */
export function findingsOf(verdict: CausalVerdict, task: Task, registry: Registry): EnvironmentFinding[] {
  if (verdict.correct) return []
  const { score, end, trace } = verdict
  const pairs = pairCalls(task, trace.calls, registry)
  const content = pairs.flatMap((pair) => aboutPair(pair, score.steps))
  const found: EnvironmentFinding[] = [
    ...(content.length > 0 ? content : score.steps.flatMap(aboutOrder)),
    ...unneededWrites(verdict, pairs),
    ...end.map(
      (at): EnvironmentFinding => ({
        kind: 'end-state',
        at,
        text: `${at} is not what the golden calls leave`,
      }),
    ),
  ]
  if (score.cause === 'over-budget')
    found.push({ kind: 'too-many-reads', at: task.task_id, text: score.reason ?? '' })
  if (score.answer === 'wrong')
    found.push({ kind: 'wrong-answer', at: task.task_id, text: 'the answer is wrong' })
  return found
}

/** Verifies an attempt causally and tells what is wrong with it; see {@link findingsOf}. */
export const diagnose = (attempt: SubmittedAttempt, task: Task, registry: Registry): EnvironmentFinding[] =>
  findingsOf(verifyCausally(attempt, task, registry), task, registry)
