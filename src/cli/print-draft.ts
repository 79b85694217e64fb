import { counted } from '../shared/english.ts'
import { shortList } from '../shared/problem-list.ts'
import { shownPath } from '../shared/shown-path.ts'
import type { DraftReport } from '../suites/repair/draft/draft-files.ts'
import { printJson, printText } from './output.ts'

const MAX_TASKS = 3

export function printDraft(report: DraftReport, json = false): void {
  const { suite, recording, tasks, ready, calls, bound, questions, asked, edited, fixed } = report
  if (json) {
    printJson(report)
    return
  }
  const open = tasks - ready
  printText(
    `${shownPath(suite)}: ${counted(tasks, 'task')}, ${counted(bound, 'argument')} bound to earlier results` +
      (open === 0
        ? ''
        : `; ${open} left as "todo" until ${open === 1 ? 'its' : 'their'} questions are answered`),
  )
  printText(`${shownPath(recording)}: ${counted(calls, 'call')}; name it in the option \`simulators\``)
  if (asked !== undefined) printText(`${shownPath(asked)}: the questions of all tasks, one per line`)
  if (edited.length > 0) printText(`Edited, so left as they are: ${shortList(edited, MAX_TASKS)}`)
  for (const { text, places } of questions) {
    const ids = [...new Set(places.map(({ task_id }) => task_id))]
    printText(`\n? ${text}\n  in ${shortList(ids, MAX_TASKS)}`)
  }
  for (const { task_id, why } of fixed) printText(`\n${task_id} runs in the recorded world alone: ${why}`)
}
