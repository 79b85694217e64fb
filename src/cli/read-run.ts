import { type BaselineOf, parseBaseline } from '../baseline/store.ts'
import type { Baseline } from '../schema/baseline.ts'
import { type Run, runSchema } from '../schema/run.ts'
import { TracewrightError } from '../shared/errors.ts'
import { renameRun } from '../shared/old-names.ts'
import { readDocument } from '../shared/read-document.ts'
import { readText } from '../shared/read-text.ts'

/** Reads the document of a run. */
export const readRun = (file: string): Run =>
  readDocument(file, runSchema(), {
    what: 'the run ',
    advice: 'Run `vitest run` first, or name its run.json',
    update: renameRun,
  })

/** Reads a baseline; undefined if it is missing. Throws a {@link TracewrightError} where it cannot be read. */
export function readBaseline(file: string, of?: BaselineOf): Baseline | undefined {
  const read = readText(file)
  if ('text' in read) return parseBaseline(read.text, file, of)
  if ((read.error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw new TracewrightError(
    `Failed to read the baseline ${file}: ${read.cause}. Name the file of a baseline by --baseline.`,
    { at: { file }, cause: read.error },
  )
}

export function needBaseline(file: string, of?: BaselineOf): Baseline {
  const baseline = readBaseline(file, of)
  if (baseline !== undefined) return baseline
  throw new TracewrightError(
    `Failed to read the baseline ${file}: the file is missing. Write it with \`tracewright baseline update\`.`,
  )
}
