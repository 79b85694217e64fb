import { createTwoFilesPatch } from 'diff'
import type { FileChange } from './plan.ts'

/** Lines of a new file that are shown at most; a suite or a toolkit has thousands. */
const MOST_LINES = 24
const LONGEST_LINE = 160

const shortened = (line: string): string =>
  line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}… (${line.length} characters)`

function newFile(file: string, text: string): string {
  const lines = text.replace(/\n$/, '').split('\n')
  const shown = lines.slice(0, MOST_LINES).map((line) => shortened(`+${line}`))
  const more = lines.length - shown.length
  return [
    `--- /dev/null\n+++ b/${file}\n@@ -0,0 +1,${lines.length} @@`,
    ...shown,
    ...(more > 0 ? [`… ${more} more lines`] : []),
  ].join('\n')
}

/** A change as a unified diff. Of a long new file the first lines. */
export function showChange({ file, before, after }: FileChange): string {
  if (before === undefined) return newFile(file, after)
  const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, '', '', { context: 3 })
  return patch
    .split('\n')
    .filter((line) => !/^=+$/.test(line) && line !== '\\ No newline at end of file')
    .map((line) => shortened(line.trimEnd()))
    .join('\n')
    .trimEnd()
}
