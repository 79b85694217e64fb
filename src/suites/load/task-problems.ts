import {
  BINDING_KEYS,
  findBindingProblems,
  holdsBinding,
  listStepsReadBy,
  readBindingKey,
} from '../../schema/binding.ts'
import { branchesSchema, type Condition, isBranches, listOperands } from '../../schema/condition.ts'
import type { ExpectedTrace, Step, Task } from '../../schema/task.ts'
import { collectAncestors, findCycle, sortTopologically } from '../../shared/dag.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
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
    ...Object.entries(value).flatMap(([name, item]) =>
      (name === 'where' && key !== undefined ? listOperands(item as Condition) : [item]).flatMap((part) =>
        findOperatorProblems(part, `${pointer}/${name}`),
      ),
    ),
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
  const groups = groupSteps(trace)
  for (const [i, step] of trace.steps.entries()) {
    for (const [name, values] of listValuesByField(step)) {
      if (name === 'arguments' && !holdsBinding(step.arguments)) continue
      const field = `steps.${i}.${name}`
      for (const { pointer, message } of values.flatMap(findAllBindingProblems))
        add(field + pointer.replaceAll('/', '.'), message)
      const read = name === 'arguments' ? values : [step[name] as Json]
      const lists = name === 'each' ? listNamedLists(step) : []
      for (const id of [...listStepsReadBy(read), ...lists]) {
        if (!ancestors.get(step.step_id)?.has(id))
          add(field, `${step.step_id} takes a value of "${id}", so its depends_on must list "${id}"`)
      }
      for (const message of copyProblems(read, groups, step)) add(field, message)
      for (const list of lists.filter((one) => !groups.has(one)))
        add(field, `"${list}" has no "each"; "list" is a binding, or the id of a step with "each"`)
    }
  }
  return problems
}

const findAllBindingProblems = (value: Json) => [
  ...findBindingProblems(value),
  ...findOperatorProblems(value),
]

/** The values of a step that may hold bindings, by field. */
export function listValuesByField({
  arguments: args,
  when,
  each,
}: Step): ['arguments' | 'when' | 'each', Json[]][] {
  return [
    ['arguments', [args]],
    ['when', when === undefined ? [] : listOperands(when)],
    [
      'each',
      each === undefined
        ? []
        : [
            ...(typeof each.list === 'string' ? [] : [each.list]),
            ...(each.where === undefined ? [] : listOperands(each.where)),
          ],
    ],
  ]
}

/** The earlier step whose items an `each` goes on with. */
const listNamedLists = ({ each }: Step): string[] => (typeof each?.list === 'string' ? [each.list] : [])

/** For each step with `each` the first one of its chain. */
function groupSteps({ steps }: ExpectedTrace): Map<string, string> {
  const groups = new Map<string, string>()
  for (const step of sortTopologically(steps)) {
    const [list = step.step_id] = listNamedLists(step)
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
  const stepGroup = step && groups.get(step.step_id)
  const problems: string[] = []
  const visit = (part: Json, hasItem: boolean): void => {
    if (typeof part !== 'object' || part === null) return
    const key = readBindingKey(part)
    if (key === '$literal') return
    const { $from, $each, $item } = part as JsonObject
    const group = key === '$from' ? groups.get(String($from)) : undefined
    if (group !== undefined && group !== stepGroup)
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

/** What the state of a world says that cannot be drawn. */
function drawProblems(value: Json, field: string): TaskProblem[] {
  if (typeof value !== 'object' || value === null) return []
  const [name = '', ...more] = Object.keys(value)
  const choices = more.length === 0 ? (value as JsonObject).$draw : undefined
  const isDraw = '$draw' in value || (more.length === 0 && name.startsWith('$'))
  if (isDraw && !(Array.isArray(choices) && choices.length > 0))
    return [{ field, message: 'expected {"$draw": [values]} with at least one value, and no other key' }]
  return Object.entries(value).flatMap(([key, item]) => drawProblems(item, `${field}.${key}`))
}

function findAnswerProblems(answer: Json | undefined, trace: ExpectedTrace, field: string): TaskProblem[] {
  if (answer === undefined) return []
  const problems: TaskProblem[] = []
  const add = (at: string, message: string) => problems.push({ field: at, message })
  const ids = new Set(trace.steps.map((step) => step.step_id))
  const isChosen = isBranches(answer)
  const parts = isChosen ? answer.flatMap(({ when, is }) => [is, ...listOperands(when)]) : [answer]
  const malformed = isChosen ? (branchesSchema().safeParse(answer).error?.issues ?? []) : []
  for (const { path, message } of malformed) add([field, ...path].join('.'), message)
  for (const { pointer, message } of parts.flatMap(findAllBindingProblems))
    add(`${field}${pointer.replaceAll('/', '.')}`, message)
  for (const id of listStepsReadBy(answer)) if (!ids.has(id)) add(field, `unknown step "${id}"`)
  for (const message of copyProblems(answer, groupSteps(trace))) add(field, message)
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
  problems.push(...drawProblems(task.world?.state ?? null, 'world.state'))
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
