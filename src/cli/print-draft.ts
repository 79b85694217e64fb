import { counted } from '../shared/english.ts'
import { shownPath } from '../shared/shown-path.ts'
import type { DraftReport } from '../suites/repair/draft/draft-files.ts'
import { printJson, printText } from './output.ts'

export function printDraft(report: DraftReport, json = false): void {
  const { suite, recording, tasks, ready, calls, bound, questions, fixed } = report
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
  for (const task of new Set(questions.map(({ task_id }) => task_id))) {
    printText(`\n${task}`)
    for (const { task_id, text } of questions) if (task_id === task) printText(`  ? ${text}`)
  }
  for (const { task_id, why } of fixed) printText(`\n${task_id} runs in the recorded world alone: ${why}`)
}
