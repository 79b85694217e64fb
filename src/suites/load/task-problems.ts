import { BINDING_KEYS, bindingKey, bindingProblems, holdsBinding, stepsReadBy } from '../../schema/binding.ts'
import { branchesSchema, type Condition, isBranches, operandsOf } from '../../schema/condition.ts'
import type { ExpectedTrace, Step, Task } from '../../schema/task.ts'
import { ancestorsOf, findCycle, topological } from '../../shared/dag.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { TaskProblem } from './suite-error.ts'
import { textProblems } from './text-evidence.ts'

/** Objects with a key that looks like a binding's and is none, outside of `$literal`. */
function operatorProblems(value: Json, pointer = ''): { pointer: string; message: string }[] {
  const key = bindingKey(value)
  if (key === '$literal') return []
  if (Array.isArray(value)) return value.flatMap((item, i) => operatorProblems(item, `${pointer}/${i}`))
  if (!isObject(value)) return []
  const strange = key === undefined ? Object.keys(value).filter((name) => name.startsWith('$')) : []
  return [
    ...strange.map((name) => ({
      pointer,
      message: `unknown binding "${name}"${didYouMean(name, BINDING_KEYS) || '.'} Write {"$literal": ...} around data of that form`,
    })),
    ...Object.entries(value).flatMap(([name, item]) =>
      (name === 'where' && key !== undefined ? operandsOf(item as Condition) : [item]).flatMap((part) =>
        operatorProblems(part, `${pointer}/${name}`),
      ),
    ),
  ]
}

function traceProblems(trace: ExpectedTrace, available: ReadonlySet<string>, at: string): TaskProblem[] {
  const problems: TaskProblem[] = []
  const ids = new Set<string>()
  for (const [i, step] of trace.steps.entries()) {
    if (ids.has(step.step_id)) {
      problems.push({
        field: `${at}.steps.${i}.step_id`,
        message: `"${step.step_id}" is taken by an earlier step`,
      })
    }
    ids.add(step.step_id)
    if (!available.has(step.tool_name)) {
      problems.push({
        field: `${at}.steps.${i}.tool_name`,
        message: `"${step.tool_name}" is not among available_tools, so no agent can call it`,
      })
    }
  }
  for (const [i, step] of trace.steps.entries()) {
    for (const dependency of step.depends_on) {
      if (!ids.has(dependency)) {
        problems.push({ field: `${at}.steps.${i}.depends_on`, message: `unknown step "${dependency}"` })
      }
    }
  }
  if (trace.final_answer_source && !ids.has(trace.final_answer_source)) {
    problems.push({
      field: `${at}.final_answer_source`,
      message: `unknown step "${trace.final_answer_source}"`,
    })
  }
  if (problems.length > 0) return problems
  const cycle = findCycle(trace.steps)
  if (cycle !== undefined) {
    return [{ field: `${at}.steps`, message: `depends_on forms a cycle: ${cycle.join(' -> ')}` }]
  }
  const ancestors = ancestorsOf(trace.steps)
  const groups = groupsOf(trace)
  for (const [i, step] of trace.steps.entries()) {
    for (const [name, values] of partsOf(step)) {
      if (name === 'arguments' && !holdsBinding(step.arguments)) continue
      const field = `${at}.steps.${i}.${name}`
      for (const value of values) {
        for (const problem of [...bindingProblems(value), ...operatorProblems(value)])
          problems.push({ field: field + problem.pointer.replaceAll('/', '.'), message: problem.message })
      }
      const read = name === 'arguments' ? values : [step[name] as Json]
      for (const id of [...stepsReadBy(read), ...(name === 'each' ? namedList(step) : [])]) {
        if (!ancestors.get(step.step_id)?.has(id))
          problems.push({
            field,
            message: `${step.step_id} takes a value of "${id}", so its depends_on must list "${id}"`,
          })
      }
      for (const message of copyProblems(read, groups, step)) problems.push({ field, message })
      for (const list of name === 'each' ? namedList(step) : []) {
        if (!groups.has(list))
          problems.push({
            field,
            message: `"${list}" has no "each"; "list" is a binding, or the id of a step with "each"`,
          })
      }
    }
  }
  return problems
}

/** The values of a step that may hold bindings, by field. */
function partsOf({ arguments: args, when, each }: Step): ['arguments' | 'when' | 'each', Json[]][] {
  return [
    ['arguments', [args]],
    ['when', when === undefined ? [] : operandsOf(when)],
    [
      'each',
      each === undefined
        ? []
        : [
            ...(typeof each.list === 'string' ? [] : [each.list]),
            ...(each.where === undefined ? [] : operandsOf(each.where)),
          ],
    ],
  ]
}

/** The earlier step whose items an `each` goes on with. */
const namedList = ({ each }: Step): string[] => (typeof each?.list === 'string' ? [each.list] : [])

/** For each step with `each` the first one of its chain. */
function groupsOf({ steps }: ExpectedTrace): Map<string, string> {
  const groups = new Map<string, string>()
  for (const step of topological(steps)) {
    const [list = step.step_id] = namedList(step)
    if (step.each !== undefined) groups.set(step.step_id, groups.get(list) ?? step.step_id)
  }
  return groups
}

/**
 * What a value says of copies that cannot be so.
 *
 * @param step The step that it is a part of; left out for an answer
 */
function copyProblems(value: Json, groups: ReadonlyMap<string, string>, step?: Step): string[] {
  const own = step && groups.get(step.step_id)
  const problems: string[] = []
  const visit = (part: Json, hasItem: boolean): void => {
    if (typeof part !== 'object' || part === null) return
    const key = bindingKey(part)
    if (key === '$literal') return
    const { $from, $each, $item } = part as JsonObject
    const group = key === '$from' ? groups.get(String($from)) : undefined
    if (group !== undefined && group !== own)
      problems.push(
        `${$from} has a copy for each item; take their outputs by {"$each": "${$from}", "at": ...}`,
      )
    if (key === '$each' && !groups.has(String($each))) problems.push(`"${$each}" has no "each"; use "$from"`)
    if (key === '$item' && !hasItem)
      problems.push(`{"$item": "${$item}"} is only valid within "each" and "where"`)
    for (const name in part) visit((part as JsonObject)[name] as Json, hasItem || name === 'where')
  }
  visit(value, step?.each !== undefined)
  return problems
}

function limitProblems({ expected_trace: { steps }, never = [], within }: Task): TaskProblem[] {
  const problems: TaskProblem[] = []
  const forbidden = steps.find(({ tool_name }) => never.includes(tool_name))
  if (forbidden !== undefined) {
    problems.push({ field: 'never', message: `"${forbidden.tool_name}" is the tool of ${forbidden.step_id}` })
  }
  if (within?.calls !== undefined && within.calls < steps.length) {
    problems.push({
      field: 'within.calls',
      message: `${within.calls} calls are fewer than the ${steps.length} steps of the expected trace`,
    })
  }
  return problems
}

/** What a task of the right shape says that cannot be so: steps, dependencies and bindings that lead nowhere. */
export function taskProblems(task: Task): TaskProblem[] {
  const available = new Set(task.available_tools)
  const problems = traceProblems(task.expected_trace, available, 'expected_trace')
  for (const [i, trace] of (task.alternatives ?? []).entries()) {
    problems.push(...traceProblems(trace, available, `alternatives.${i}`))
    if (trace.steps.length === 0 && task.expected_trace.steps.length > 0) {
      problems.push({
        field: `alternatives.${i}.steps`,
        message: 'expected at least one step: without steps an idle agent would solve the task',
      })
    }
  }
  problems.push(...limitProblems(task))
  const answer = task.expected_final_answer
  if (answer !== undefined) {
    const field = 'expected_final_answer'
    const ids = new Set(task.expected_trace.steps.map((step) => step.step_id))
    const isChosen = isBranches(answer)
    const parts = isChosen ? answer.flatMap(({ when, is }) => [is, ...operandsOf(when)]) : [answer]
    if (isChosen) {
      for (const { path, message } of branchesSchema().safeParse(answer).error?.issues ?? [])
        problems.push({ field: [field, ...path].join('.'), message })
    }
    for (const problem of parts.flatMap((part) => [...bindingProblems(part), ...operatorProblems(part)]))
      problems.push({ field: `${field}${problem.pointer.replaceAll('/', '.')}`, message: problem.message })
    for (const id of stepsReadBy(answer)) {
      if (!ids.has(id)) problems.push({ field, message: `unknown step "${id}"` })
    }
    for (const message of copyProblems(answer, groupsOf(task.expected_trace)))
      problems.push({ field, message })
  }
  return problems.length > 0 ? problems : textProblems(task)
}
