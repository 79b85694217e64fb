import type { Task } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import { taskToLine } from '../load/task-line.ts'
import type { SuiteLine } from '../load/tasks-of.ts'

/**
 * The text of a suite of JSON lines with repaired tasks. A line whose task is still the same object keeps its bytes; a line
 * whose task was left out goes.
 */
export function formatRepaired(text: string, lines: readonly SuiteLine[], tasks: readonly Task[]): string {
  const repaired = new Map(tasks.map((task) => [task.task_id, task]))
  const taskAt = new Map(lines.map(({ line, task }) => [line, task]))
  return text
    .split('\n')
    .flatMap((row, i) => {
      const before = taskAt.get(i + 1)
      const after = repaired.get(before?.task_id ?? '')
      if (before === undefined || after === before) return [row]
      return after === undefined ? [] : [`${taskToLine(after)}${row.endsWith('\r') ? '\r' : ''}`]
    })
    .join('\n')
}

const CALL = /^(\s*)task(?:\.only|\.skip)?\(/

/**
 * The text of a suite as code in which every task with a finding is a `task.todo`, with the findings as comments above it.
 * Every other byte stays. What is not a call of `task` on a line of its own, such as a row of `task.each`, cannot be
 * marked.
 *
 * @returns `unmarked`: names of tasks that could not be marked
 */
export function markInCode(
  text: string,
  lines: readonly SuiteLine[],
  findings: readonly { task_id: string; rule: string; detail: string }[],
): { text: string; unmarked: string[] } {
  const held = groupBy(findings, ({ task_id }) => task_id)
  const broken = lines.filter(({ task }) => held.has(task.task_id))
  const rows = text.split('\n')
  const unmarked: string[] = []
  for (const { line, task } of broken.toReversed()) {
    const [start, indent = ''] = CALL.exec(rows[line - 1] ?? '') ?? []
    if (start === undefined || lines.filter((one) => one.line === line).length > 1) {
      unmarked.unshift(task.task_id)
      continue
    }
    const end = rows[line - 1]?.endsWith('\r') ? '\r' : ''
    const notes = (held.get(task.task_id) ?? []).map(
      ({ rule, detail }) => `${indent}// [${rule}] ${detail.replaceAll(/\s+/g, ' ')}${end}`,
    )
    rows.splice(line - 1, 1, ...notes, `${indent}task.todo(${rows[line - 1]?.slice(start.length)}`)
  }
  return { text: rows.join('\n'), unmarked }
}
