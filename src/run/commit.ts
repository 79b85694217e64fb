import { execFileSync } from 'node:child_process'
import { basename, dirname } from 'node:path'

/** Commit that is checked out in a folder; undefined outside of a repository, or without git. */
export function commitOf(dir: string): string | undefined {
  try {
    const said = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: dir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return said.trim()
  } catch {
    return undefined
  }
}

/** Whether the repository around a file holds it, be it on disk or not. */
export function isTracked(file: string): boolean {
  try {
    execFileSync('git', ['ls-files', '--error-unmatch', '--', basename(file)], {
      cwd: dirname(file),
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
