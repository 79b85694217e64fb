import { execFileSync } from 'node:child_process'

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
