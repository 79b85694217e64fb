import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { z } from 'zod'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { writeWhole } from '../shared/whole-file.ts'
import type { FileChange } from './plan.ts'

/** Where the files are kept as they were, from the root of the project. */
const RECORD = '.vitest/tracewright-init.json'

const recordSchema = z.array(
  z.strictObject({ file: z.string(), before: z.string().nullable(), after: z.string() }),
)
type SetupRecord = z.infer<typeof recordSchema>

function readRecord(root: string): SetupRecord {
  const file = join(root, RECORD)
  if (!existsSync(file)) return []
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new TracewrightError(
      `Failed to read ${RECORD}, which holds the files as they were: ${describeThrown(error).split('\n')[0]}. Undo with your version control, then delete the file.`,
      { cause: error, at: { file } },
    )
  }
}

const keep = (root: string, record: SetupRecord): void =>
  writeWhole(join(root, RECORD), [`${JSON.stringify(record, null, 1)}\n`])

/** Writes the files, each whole or not at all. What was there before is written down first, so that it can be undone. */
export function applyChanges(root: string, changes: readonly FileChange[]): void {
  if (changes.length === 0) return
  const earlier = readRecord(root)
  const entries = changes.map(({ file, before, after }) => ({
    file,
    // What the first of several runs found is what an undo gives back.
    before: earlier.find((one) => one.file === file)?.before ?? before ?? null,
    after,
  }))
  keep(root, [...earlier.filter(({ file }) => changes.every((one) => one.file !== file)), ...entries])
  for (const { file, after } of changes) writeWhole(join(root, file), [after])
}

/** Removes a folder of a project, and those around it, as far as nothing is in them. */
function removeEmpty(root: string, folder: string): void {
  if (folder === '.' || readdirSync(join(root, folder)).length > 0) return
  rmdirSync(join(root, folder))
  removeEmpty(root, dirname(folder))
}

/** Gives the files back as they were before init, but those that were edited since. A dry run only says so. */
export function undoChanges(root: string, { dryRun = false } = {}) {
  const record = readRecord(root)
  if (record.length === 0)
    throw new TracewrightError(
      'Failed to undo: this folder has no record of an init. Run the command where `init` ran.',
    )
  const undone = { restored: [] as string[], removed: [] as string[], edited: [] as string[] }
  const left: SetupRecord = []
  for (const one of record) {
    const path = join(root, one.file)
    const now = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    if (now === undefined && one.before === null) continue
    if (now !== one.after) {
      undone.edited.push(one.file)
      left.push(one)
    } else if (one.before === null) {
      if (!dryRun) {
        rmSync(path)
        removeEmpty(root, dirname(one.file))
      }
      undone.removed.push(one.file)
    } else {
      if (!dryRun) writeWhole(path, [one.before])
      undone.restored.push(one.file)
    }
  }
  if (dryRun) return undone
  if (left.length === 0) rmSync(join(root, RECORD))
  else keep(root, left)
  return undone
}

const MAX_SHOWN_LINES = 24
const MAX_SHOWN_CHARACTERS = 160

const shortenLine = (line: string): string =>
  line.length <= MAX_SHOWN_CHARACTERS
    ? line
    : `${line.slice(0, MAX_SHOWN_CHARACTERS)}… (${line.length} characters)`

/** A change as a unified diff. Of a new file the first lines: a suite or a toolkit has thousands. */
export function showChange({ file, before, after }: FileChange): string {
  if (before === undefined) {
    const lines = after.replace(/\n$/, '').split('\n')
    const more = lines.length - MAX_SHOWN_LINES
    return [
      `--- /dev/null\n+++ b/${file}\n@@ -0,0 +1,${lines.length} @@`,
      ...lines.slice(0, MAX_SHOWN_LINES).map((line) => shortenLine(`+${line}`)),
      ...(more > 0 ? [`… ${more} more lines`] : []),
    ].join('\n')
  }
  const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, '', '', { context: 3 })
  return patch
    .split('\n')
    .filter((line) => !/^=+$/.test(line) && line !== '\\ No newline at end of file')
    .map((line) => shortenLine(line.trimEnd()))
    .join('\n')
    .trimEnd()
}
