import type { ExpectedTrace, Task } from '../../../schema/task.ts'
import { dependsOnWorld } from '../../../scoring/expand.ts'
import type { Registry } from '../../../tools/registry.ts'
import { SuiteError, type SuiteProblem } from '../suite-error.ts'
import type { TaskProblem } from '../task-problem.ts'
import type { SuiteLine } from '../tasks-of.ts'
import { argumentProblems } from './arguments.ts'
import { levelProblem } from './level-shape.ts'
import { pointerProblems } from './pointers.ts'
import { UnknownTools } from './tool-names.ts'
import { worldProblems } from './worlds.ts'

function traceProblems(trace: ExpectedTrace, registry: Registry, at: string): TaskProblem[] {
  const toolOf = new Map(trace.steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
  return trace.steps.flatMap((step, i) => {
    const simulator = registry.get(step.tool_name)
    if (simulator === undefined) return []
    const place = `${at}.steps.${i}`
    return [
      ...argumentProblems(step, simulator, place),
      ...pointerProblems(step.arguments, toolOf, registry, `${place}.arguments`),
    ]
  })
}

function problemsOf(task: Task, registry: Registry) {
  const { level, expected_trace, alternatives = [], expected_final_answer } = task
  const problems = traceProblems(expected_trace, registry, 'expected_trace')
  for (const [i, trace] of alternatives.entries())
    problems.push(...traceProblems(trace, registry, `alternatives.${i}`))
  const misfit = dependsOnWorld(task) ? undefined : levelProblem(level, expected_trace)
  if (misfit !== undefined) problems.push({ field: 'level', message: misfit })
  if (expected_final_answer !== undefined) {
    const toolOf = new Map(expected_trace.steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
    problems.push(...pointerProblems(expected_final_answer, toolOf, registry, 'expected_final_answer'))
  }
  return problems.length > 0 ? problems : worldProblems(task, registry)
}

/**
 * What in a suite the tools' schemas do not allow. Of rows in the published form, which are taken as they are, only
 * unknown tools.
 */
export function schemaProblems(lines: Iterable<SuiteLine>, registry: Registry): SuiteProblem[] {
  const problems: SuiteProblem[] = []
  const unknown = new UnknownTools(registry)
  for (const entry of lines) {
    unknown.look(entry)
    const { line, task, published } = entry
    if (published !== true)
      problems.push(...problemsOf(task, registry).map((problem) => ({ line, ...problem })))
  }
  return [...unknown.problems(), ...problems].sort((one, other) => one.line - other.line)
}

/**
 * Holds a suite against the schemas of its tools: a task that asks for what no tool takes or gives can never be solved.
 *
 * @param file Name of the suite, for messages
 * @throws SuiteError that lists every problem with its line
 */
export function checkSuite(lines: Iterable<SuiteLine>, file: string, registry: Registry): void {
  const problems = schemaProblems(lines, registry)
  if (problems.length > 0) throw new SuiteError(file, problems)
}
