import { formatCount } from '../shared/english.ts'
import { formatShortList } from '../shared/problem-list.ts'
import { isCodeSuiteName, shortenPath } from '../shared/shown-path.ts'
import type { DraftReport } from '../suites/repair/draft/draft-files.ts'
import { printJson, printText } from './output.ts'

const MAX_TASKS = 3

export function printDraft(report: DraftReport, json = false): void {
  const { suite, recording, tasks, ready, calls, bound, questions, asked, edited, fixed, own } = report
  if (json) {
    printJson(report)
    return
  }
  const open = tasks - ready
  printText(
    `${shortenPath(suite)}: ${formatCount(tasks, 'task')}, ${formatCount(bound, 'argument')} bound to earlier results` +
      (open === 0
        ? ''
        : `; ${open} left as "todo" until ${open === 1 ? 'its' : 'their'} questions are answered`),
  )
  printText(`${shortenPath(recording)}: ${formatCount(calls, 'call')}; name it in the option \`simulators\``)
  for (const [what, names = []] of [
    ['Tools that ran themselves', own?.ran],
    ['Tools that simulators answered for, so not recorded (the option `live` lets them run)', own?.simulated],
  ] as const)
    if (names.length > 0) printText(`${what}: ${names.join(', ')}`)
  if (asked !== undefined) printText(`${shortenPath(asked)}: the questions of all tasks, one per line`)
  const reason = isCodeSuiteName(suite) ? 'In the suite already' : 'Edited'
  if (edited.length > 0) printText(`${reason}, so left as they are: ${formatShortList(edited, MAX_TASKS)}`)
  for (const { text, places } of questions) {
    const ids = [...new Set(places.map(({ task_id }) => task_id))]
    printText(`\n? ${text}\n  in ${formatShortList(ids, MAX_TASKS)}`)
  }
  const isWritten = questions.some(({ places }) => places.some(({ task_id }) => !edited.includes(task_id)))
  if (isWritten && isCodeSuiteName(suite))
    printText(
      `\nEach question is a TODO in ${shortenPath(suite)}: change the code or leave it, then write task in place of task.todo.`,
    )
  for (const { task_id, why } of fixed) printText(`\n${task_id} runs in the recorded world alone: ${why}`)
}
