import type { LeafScore, Lineage } from '../schema/score.ts'
import type { Task } from '../schema/task.ts'
import type { ToolTable } from '../schema/tools.ts'
import { type Call, succeeded, type Trace } from '../schema/trace.ts'
import type { Json } from '../shared/json.ts'
import { type LeafSchema, leafTypeOf, sameValue } from './equality.ts'
import { Evidence, leavesOf } from './evidence.ts'
import { idleArguments } from './idle-arguments.ts'
import { judgeTrace } from './judge-trace.ts'
import { schemaAt } from './lineage.ts'
import { carries } from './tokens.ts'

/** Where a leaf of an argument was found: in an earlier result, in the prompt, as a default of the schema, or nowhere. */
export type LeafSource =
  | { kind: 'result'; call: string; tool_name: string; pointer: string }
  | { kind: 'prompt' }
  | { kind: 'default' }
  | { kind: 'nowhere' }

/** One leaf of one argument: what it is, where it was found, and what the task says of it. */
export interface LeafExplanation {
  /** JSON Pointer into the arguments. */
  pointer: string
  actual: Json | undefined
  source: LeafSource
  /** How the value differs from what was found there: `none`, `type`, `case`, `form` (dates, separators, blanks). */
  transform: 'none' | 'type' | 'case' | 'form'
  /** `right` or `wrong` for a graded leaf, its lineage where it is bound, `ungraded` otherwise. */
  verdict: 'right' | 'wrong' | 'ungraded' | Lineage
  /** Right value of a graded leaf. */
  expected?: Json
  /** Step and pointer that a bound leaf takes its value from, such as `step_1 /price_usd`. */
  binding?: string
  note?: string
}

/** What became of one call. */
export interface CallExplanation {
  call: string
  tool_name: string
  /** The step it fulfils, if any. */
  step_id: string | null
  role: 'step' | 'out-of-order' | 'refused' | 'unneeded-write' | 'repeated-write' | 'surplus-read'
  leaves: LeafExplanation[]
}

const transformOf = (found: Json, actual: Json): LeafExplanation['transform'] => {
  if (Object.is(found, actual)) return 'none'
  if (typeof found !== typeof actual) return 'type'
  const isCase = typeof found === 'string' && found.toLowerCase() === String(actual).toLowerCase()
  return isCase ? 'case' : 'form'
}

/** Where a value was found that a call could have known, the latest result first. */
function findSource(
  actual: Json,
  call: Call,
  schema: LeafSchema | undefined,
  evidence: Evidence,
): Pick<LeafExplanation, 'source' | 'transform'> {
  const type = leafTypeOf(schema)
  for (const { call: earlier, leaves } of [...evidence.before(call)].reverse()) {
    const leaf =
      leaves.find(({ value }) => Object.is(value, actual)) ??
      leaves.find(({ value }) => value !== null && value !== '' && sameValue(value, actual, type))
    if (leaf === undefined || typeof leaf.value === 'boolean' || leaf.value === '') continue
    const { id, tool_name } = earlier
    return {
      source: { kind: 'result', call: id, tool_name, pointer: leaf.pointer },
      transform: transformOf(leaf.value, actual),
    }
  }
  if (carries(evidence.prompt, actual)) return { source: { kind: 'prompt' }, transform: 'none' }
  const isDefault = schema?.default !== undefined && Object.is(schema.default, actual)
  return { source: { kind: isDefault ? 'default' : 'nowhere' }, transform: 'none' }
}

function verdictOf(leaf: LeafScore | undefined): LeafExplanation['verdict'] {
  if (leaf === undefined) return 'ungraded'
  return leaf.lineage ?? (leaf.right ? 'right' : 'wrong')
}

/**
 * Explains every leaf of every argument of every call, those of calls that no step needs included: where its value was
 * found, how it was changed on the way, and what the task says of it. A value found in several places is shown at the
 * latest result that carries it.
 */
export function explainTrace(task: Task, trace: Trace, tools: ToolTable): CallExplanation[] {
  const { steps } = task.expected_trace
  const judged = judgeTrace(task.expected_trace, task.prompt, trace, tools, {
    isIdle: idleArguments(steps, task.expected_final_answer, trace, tools, task.world?.seed ?? 0),
  })
  const evidence = new Evidence(task.prompt, trace.calls)
  const roleOf = (call: Call): CallExplanation['role'] => {
    const step = judged.steps.find((item) => item.call === call)
    if (step !== undefined) return step.matched === 'in-order' ? 'step' : 'out-of-order'
    if (!succeeded(call)) return 'refused'
    if (judged.unneededWrites.includes(call)) return 'unneeded-write'
    return judged.repeatedWrites.includes(call) ? 'repeated-write' : 'surplus-read'
  }
  return trace.calls.map((call): CallExplanation => {
    const step = judged.steps.find((item) => item.call === call)
    const graded = new Map((step?.leaves ?? []).map((leaf) => [leaf.pointer, leaf]))
    const schema = tools.get(call.tool_name)?.inputSchema as LeafSchema | undefined
    const given = leavesOf(call.arguments).filter(({ pointer }) => pointer !== '')
    const explained = given.map(({ pointer, value }): LeafExplanation => {
      const leaf = graded.get(pointer)
      graded.delete(pointer)
      return {
        pointer,
        actual: value,
        ...findSource(value, call, schemaAt(schema, pointer), evidence),
        ...about(leaf),
      }
    })
    const missing = [...graded.values()].map(
      (leaf): LeafExplanation => ({
        pointer: leaf.pointer,
        actual: leaf.actual,
        source: { kind: 'nowhere' },
        transform: 'none',
        ...about(leaf),
      }),
    )
    return {
      call: call.id,
      tool_name: call.tool_name,
      step_id: step?.step.step_id ?? null,
      role: roleOf(call),
      leaves: [...explained, ...missing],
    }
  })
}

/** What the task says of a leaf. */
const about = (
  leaf: LeafScore | undefined,
): Pick<LeafExplanation, 'verdict' | 'expected' | 'binding' | 'note'> => ({
  verdict: verdictOf(leaf),
  ...(leaf === undefined ? {} : { expected: leaf.expected }),
  ...(leaf?.source === undefined ? {} : { binding: leaf.source }),
  ...(leaf?.note === undefined ? {} : { note: leaf.note }),
})
