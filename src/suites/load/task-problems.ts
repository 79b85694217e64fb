import {
  BINDING_KEYS,
  findBindingProblems,
  holdsBinding,
  listStepsReadBy,
  readBindingKey,
} from '../../schema/binding.ts'
import type { ExpectedTrace, Task } from '../../schema/task.ts'
import { collectAncestors, findCycle } from '../../shared/dag.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { isObject, type Json } from '../../shared/json.ts'
import type { TaskProblem } from './suite-error.ts'
import { findTextProblems } from './text-evidence.ts'

/** Objects with a key that looks like a binding's and is none, outside of `$literal`. */
function findOperatorProblems(value: Json, pointer = ''): { pointer: string; message: string }[] {
  const key = readBindingKey(value)
  if (key === '$literal') return []
  if (Array.isArray(value)) return value.flatMap((item, i) => findOperatorProblems(item, `${pointer}/${i}`))
  if (!isObject(value)) return []
  const strange = key === undefined ? Object.keys(value).filter((name) => name.startsWith('$')) : []
  return [
    ...strange.map((name) => ({
      pointer,
      message: `unknown binding "${name}"${didYouMean(name, BINDING_KEYS) || '.'} Write {"$literal": ...} around data of that form`,
    })),
    ...Object.entries(value).flatMap(([name, item]) => findOperatorProblems(item, `${pointer}/${name}`)),
  ]
}

function findReferenceProblems(
  trace: ExpectedTrace,
  available: ReadonlySet<string>,
  at: string,
  messages: number,
): TaskProblem[] {
  const problems: TaskProblem[] = []
  const add = (field: string, message: string) => problems.push({ field: `${at}.${field}`, message })
  const ids = new Set<string>()
  for (const [i, { step_id, tool_name, after_turn = 1 }] of trace.steps.entries()) {
    if (after_turn > messages)
      add(`steps.${i}.after_turn`, `the user has ${messages} messages, the prompt and \`turns\``)
    if (ids.has(step_id)) add(`steps.${i}.step_id`, `"${step_id}" is taken by an earlier step`)
    ids.add(step_id)
    if (!available.has(tool_name))
      add(`steps.${i}.tool_name`, `"${tool_name}" is not among available_tools, so no agent can call it`)
  }
  for (const [i, { depends_on }] of trace.steps.entries()) {
    for (const id of depends_on) if (!ids.has(id)) add(`steps.${i}.depends_on`, `unknown step "${id}"`)
  }
  const { final_answer_source: source } = trace
  if (source && !ids.has(source)) add('final_answer_source', `unknown step "${source}"`)
  if (problems.length > 0) return problems
  const cycle = findCycle(trace.steps)
  if (cycle !== undefined) {
    add('steps', `depends_on forms a cycle: ${cycle.join(' -> ')}`)
    return problems
  }
  const ancestors = collectAncestors(trace.steps)
  for (const [i, { step_id, arguments: args }] of trace.steps.entries()) {
    if (!holdsBinding(args)) continue
    const field = `steps.${i}.arguments`
    for (const { pointer, message } of findAllBindingProblems(args))
      add(field + pointer.replaceAll('/', '.'), message)
    for (const id of listStepsReadBy(args)) {
      if (!ancestors.get(step_id)?.has(id))
        add(field, `${step_id} takes a value of "${id}", so its depends_on must list "${id}"`)
    }
  }
  return problems
}

const findAllBindingProblems = (value: Json) => [
  ...findBindingProblems(value),
  ...findOperatorProblems(value),
]

function findAnswerProblems(answer: Json | undefined, trace: ExpectedTrace, field: string): TaskProblem[] {
  if (answer === undefined) return []
  const problems: TaskProblem[] = []
  const add = (at: string, message: string) => problems.push({ field: at, message })
  const ids = new Set(trace.steps.map((step) => step.step_id))
  for (const { pointer, message } of findAllBindingProblems(answer))
    add(`${field}${pointer.replaceAll('/', '.')}`, message)
  for (const id of listStepsReadBy(answer)) if (!ids.has(id)) add(field, `unknown step "${id}"`)
  return problems
}

/** What a task of the right shape says that cannot be so: steps, dependencies and bindings that lead nowhere. */
export function findTaskProblems(task: Task): TaskProblem[] {
  const { expected_trace, alternatives = [], never = [], within, expected_final_answer: answer } = task
  const { steps } = expected_trace
  const available = new Set(task.available_tools)
  const messages = 1 + (task.turns?.length ?? 0)
  const problems = findReferenceProblems(expected_trace, available, 'expected_trace', messages)
  const add = (field: string, message: string) => problems.push({ field, message })
  for (const [i, trace] of alternatives.entries()) {
    problems.push(...findReferenceProblems(trace, available, `alternatives.${i}`, messages))
    if (trace.steps.length === 0 && steps.length > 0)
      add(
        `alternatives.${i}.steps`,
        'expected at least one step: without steps an idle agent would solve the task',
      )
  }
  const forbidden = steps.find(({ tool_name }) => never.includes(tool_name))
  if (forbidden !== undefined) add('never', `"${forbidden.tool_name}" is the tool of ${forbidden.step_id}`)
  if (within?.calls !== undefined && within.calls < steps.length)
    add(
      'within.calls',
      `${within.calls} calls are fewer than the ${steps.length} steps of the expected trace`,
    )
  if (expected_trace.expected_final_answer !== undefined)
    add('expected_trace.expected_final_answer', 'write the answer into the expected_final_answer of the task')
  problems.push(...findAnswerProblems(answer, expected_trace, 'expected_final_answer'))
  for (const [i, trace] of alternatives.entries())
    problems.push(
      ...findAnswerProblems(trace.expected_final_answer, trace, `alternatives.${i}.expected_final_answer`),
    )
  return problems.length > 0 ? problems : findTextProblems(task)
}
