import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from '../schema/run.ts'

/** Name of the document of a run. */
export const RUN_FILE = 'run.json'

/** Writes the run's document in one step, so that a reader never sees half of it. */
export function writeRun(dir: string, run: Run): void {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, RUN_FILE)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(run, null, 2)}\n`)
  renameSync(unfinished, file)
}
