import { appendFileSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { isDevice, isLinesWith } from '../shared/whole-file.ts'
import type { EndedRun } from './served-run.ts'

/** A file that traces are added to, one a line, which `tracewright score` reads. */
export class TraceFile {
  private readonly path: string
  /** What the last write failed with; what is not written is lost to `score`. */
  failure: string | undefined

  /** @throws TracewrightError if the file cannot be written */
  constructor(path: string) {
    this.path = path
    let before: string
    try {
      before = existsSync(path) && !isDevice(path) ? readFileSync(path, 'utf8') : ''
      closeSync(openSync(path, 'a'))
    } catch (error) {
      throw this.createWriteError(error)
    }
    if (before !== '' && !isLinesWith('task_id', 'calls')(before))
      throw this.createWriteError('it exists and does not contain traces')
  }

  private createWriteError(error: unknown): TracewrightError {
    return new TracewrightError(
      `Failed to write traces to ${this.path}: ${describeThrown(error)}. Name a file that can be written.`,
    )
  }

  /** @throws TracewrightError if it could not be written down */
  add({ trace }: EndedRun): void {
    try {
      appendFileSync(this.path, `${JSON.stringify(trace)}\n`)
    } catch (error) {
      const problem = this.createWriteError(error)
      this.failure = problem.message
      throw problem
    }
  }
}
