import { bindingProblems, sourcesOf } from '../../schema/binding.ts'
import type { ExpectedTrace, Task } from '../../schema/task.ts'
import { ancestorsOf, findCycle } from '../../shared/dag.ts'
import { operatorProblems } from './check/operators.ts'
import type { TaskProblem } from './task-problem.ts'
import { textProblems } from './text-evidence.ts'

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
        problems.push({ field: `${at}.steps.${i}.depends_on`, message: `there is no step "${dependency}"` })
      }
    }
  }
  if (trace.final_answer_source && !ids.has(trace.final_answer_source)) {
    problems.push({
      field: `${at}.final_answer_source`,
      message: `there is no step "${trace.final_answer_source}"`,
    })
  }
  if (problems.length > 0) return problems
  const cycle = findCycle(trace.steps)
  if (cycle !== undefined) {
    return [{ field: `${at}.steps`, message: `depends_on forms a cycle: ${cycle.join(' -> ')}` }]
  }
  const ancestors = ancestorsOf(trace.steps)
  for (const [i, step] of trace.steps.entries()) {
    const field = `${at}.steps.${i}.arguments`
    for (const problem of [...bindingProblems(step.arguments), ...operatorProblems(step.arguments)]) {
      problems.push({ field: field + problem.pointer.replaceAll('/', '.'), message: problem.message })
    }
    for (const source of sourcesOf(step.arguments)) {
      if (!ancestors.get(step.step_id)?.has(source.$from)) {
        problems.push({
          field,
          message: `a binding takes from "${source.$from}", which ${step.step_id} does not depend on`,
        })
      }
    }
  }
  return problems
}

/** Limits that the expected trace itself would break. */
function limitProblems({ expected_trace: { steps }, never = [], within }: Task): TaskProblem[] {
  const problems: TaskProblem[] = []
  const forbidden = steps.find(({ tool_name }) => never.includes(tool_name))
  if (forbidden !== undefined) {
    problems.push({ field: 'never', message: `"${forbidden.tool_name}" is what ${forbidden.step_id} calls` })
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
        message: 'there are none, so an agent that calls nothing would solve the task',
      })
    }
  }
  problems.push(...limitProblems(task))
  const answer = task.expected_final_answer
  if (answer !== undefined) {
    const ids = new Set(task.expected_trace.steps.map((step) => step.step_id))
    for (const problem of [...bindingProblems(answer), ...operatorProblems(answer)]) {
      problems.push({
        field: `expected_final_answer${problem.pointer.replaceAll('/', '.')}`,
        message: problem.message,
      })
    }
    for (const source of sourcesOf(answer)) {
      if (!ids.has(source.$from)) {
        problems.push({ field: 'expected_final_answer', message: `there is no step "${source.$from}"` })
      }
    }
  }
  return problems.length > 0 ? problems : textProblems(task)
}
