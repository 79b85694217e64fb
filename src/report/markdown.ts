import type { ReportTask } from '../schema/report.ts'
import { printable } from '../shared/printable.ts'

/** A share as a percentage; a dash if missing. */
export const shareCell = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(1)} %`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': '&#64;',
  '#': '&#35;',
  '://': '&#58;//',
}

/** A text as Markdown that shows it as it stands: on one line, and without links, mentions, HTML or columns of a table. */
export const plain = (text: string): string =>
  printable(text.replaceAll(/\s+/g, ' ')).replaceAll(
    /:\/\/|[&<>@#\\`*_{}[\]()|~!]/g,
    (found) => ENTITIES[found] ?? `\\${found}`,
  )

export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A part of a path as a part of an address that Markdown does not end at a parenthesis. */
const encode = (part: string): string =>
  encodeURIComponent(part).replaceAll('(', '%28').replaceAll(')', '%29')

const lineOf = (files: string, { suite, line }: ReportTask): string =>
  `${files.replace(/\/$/, '')}/${suite.split('/').map(encode).join('/')}?plain=1#L${line}`

/** The id of a task, as a link to its line where the address of the files is known. */
export const taskName = (task: ReportTask, files: string | undefined): string =>
  files === undefined ? plain(task.task_id) : `[${plain(task.task_id)}](${lineOf(files, task)})`

/** A difference of shares in percentage points, `6.2 points`. */
export const points = (share: number): string => `${(100 * share).toFixed(1)} points`
