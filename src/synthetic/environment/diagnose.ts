import type { EnvironmentFinding } from '../../schema/environment-result.ts'
import type { LeafScore, StepScore } from '../../schema/score.ts'
import type { Step, Task } from '../../schema/task.ts'
import { type Call, succeeded } from '../../schema/trace.ts'
import { explainLeaf } from '../../scoring/causes.ts'
import type { LeafSchema } from '../../scoring/equality.ts'
import { goldRun } from '../../scoring/gold-run.ts'
import { judgeLiteral, UNEXPECTED } from '../../scoring/literal.ts'
import { stableJson } from '../../shared/json.ts'
import type { Registry } from '../../tools/registry.ts'
import type { SubmittedAttempt } from './execute-attempt.ts'
import { type CausalVerdict, verifyCausally } from './verifiers/index.ts'

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

/** A golden step and the call that comes nearest to it, with what is wrong with that; no call where none is left. */
interface CallPair {
  step: Step
  call: Call | undefined
  wrong: LeafScore[]
}

/** Leaves of a call that differ from what the golden calls pass; defaults that are written out do not count. */
function wrongLeaves(args: Call['arguments'], call: Call, registry: Registry): LeafScore[] {
  const schema = registry.get(call.tool_name)?.inputSchema as LeafSchema | undefined
  return judgeLiteral(args, call.arguments, '', schema).filter((leaf) => {
    if (leaf.right) return false
    const [, name = ''] = leaf.pointer.split('/')
    const standard = schema?.properties?.[name]?.default
    const isDefault =
      standard !== undefined && stableJson(standard) === stableJson(call.arguments[name] ?? null)
    return !(leaf.note === UNEXPECTED && isDefault)
  })
}

/**
 * Pairs each golden step with a successful call of its tool, whatever the order: those that are alike first, then those
 * that differ least.
 */
function pairCalls(task: Task, calls: readonly Call[], registry: Registry): CallPair[] {
  const { argumentsOf } = goldRun(task, registry)
  const { steps } = task.expected_trace
  const options = steps
    .flatMap((step) =>
      calls
        .filter((call) => succeeded(call) && call.tool_name === step.tool_name)
        .map((call) => ({
          step,
          call,
          wrong: wrongLeaves(argumentsOf.get(step.step_id) ?? {}, call, registry),
        })),
    )
    .sort((a, b) => a.wrong.length - b.wrong.length)
  const taken = new Set<Step | Call>()
  const pairs = new Map<Step, CallPair>()
  for (const option of options) {
    if (taken.has(option.step) || taken.has(option.call)) continue
    taken.add(option.step).add(option.call)
    pairs.set(option.step, option)
  }
  return steps.map((step) => pairs.get(step) ?? { step, call: undefined, wrong: [] })
}
