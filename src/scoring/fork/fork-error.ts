import { TracewrightError } from '../../shared/errors.ts'

/** The error of a fork that cannot be made. */
export const forkError = (why: string, remedy: string): TracewrightError =>
  new TracewrightError(`Failed to fork: ${why}. ${remedy}`)
