import { readFileSync } from 'node:fs'
import { describeThrown } from './errors.ts'

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ELOOP: 'its symbolic links form a cycle',
}

/** Why a file could not be read, in plain words where the system gives a code. */
export const describeReadFailure = (error: unknown): string =>
  CAUSES[String((error as { code?: unknown } | undefined)?.code)] ?? describeThrown(error)

export function readText(file: string): { text: string } | { cause: string; error: unknown } {
  try {
    return { text: readFileSync(file, 'utf8') }
  } catch (error) {
    return { cause: describeReadFailure(error), error }
  }
}
