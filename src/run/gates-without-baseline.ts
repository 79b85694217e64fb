import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { createFailedGate } from '../baseline/gate-of-run.ts'
import { parseBaseline } from '../baseline/store.ts'
import type { Gate } from '../schema/gate.ts'
import type { Case } from '../schema/run.ts'
import { BASELINE_GLOBS, namesOfBaseline } from '../shared/old-names.ts'
import { isSameAgent } from '../shared/redact/agent-name.ts'
import { projectWords, updateCommand } from './baseline-at-start.ts'
import { type BaselineClaim, isReadBy, moveCommand } from './unused-baselines.ts'

/** Files of the repository around a folder whose paths fit, ignored files left out; none without git. */
function listRepositoryFiles(folder: string, ...patterns: string[]): string[] {
  const runGit = (cwd: string, ...args: string[]): string =>
    execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    })
  try {
    const top = resolve(folder, runGit(folder, 'rev-parse', '--show-cdup').trim())
    const listed = runGit(top, 'ls-files', '-z', '-co', '--exclude-standard', '--', ...patterns)
    return listed.split('\0').flatMap((name) => (name === '' ? [] : join(top, name)))
  } catch {
    return []
  }
}

/** A baseline of the same agent that shares a task with the cases of a project, and that no other config reads. */
function findBaselineElsewhere(
  claims: readonly BaselineClaim[],
  { folder }: BaselineClaim,
  cases: readonly Case[],
  agent: string,
): string | undefined {
  const claimed = new Set(claims.flatMap(({ file }) => namesOfBaseline(file)))
  const configs = listRepositoryFiles(folder, '*vite*.config.*').filter(
    (config) => dirname(config) !== folder,
  )
  return listRepositoryFiles(folder, ...BASELINE_GLOBS).find((file) => {
    if (claimed.has(file) || !existsSync(file) || configs.some((config) => isReadBy(config, file)))
      return false
    try {
      const { agent: other, tasks } = parseBaseline(readFileSync(file, 'utf8'), file)
      return isSameAgent(other, agent) && cases.some(({ key = '' }) => Object.hasOwn(tasks, key))
    } catch {
      // Another file of that name, or a baseline that nobody can read.
      return false
    }
  })
}

/**
 * The verdicts on projects without a baseline: where theirs is elsewhere in the repository, and where other projects are
 * gated, since nothing would hold them to anything.
 */
export const gatesWithoutBaseline = (
  claims: readonly BaselineClaim[],
  cases: readonly Case[],
  root: string,
): Gate[] => {
  const isGated = claims.some(({ asksForGate, file }) => asksForGate && existsSync(file))
  return claims.flatMap((claim) => {
    const { project, file, asksForGate } = claim
    const projectCases = cases.filter((item) => (item.project ?? '') === project)
    const agent = projectCases.find((item) => item.agent !== undefined)?.agent ?? ''
    if (!asksForGate || existsSync(file) || projectCases.length === 0) return []
    const baseline = relative(root, file)
    const elsewhere = findBaselineElsewhere(claims, claim, projectCases, agent)
    if (elsewhere === undefined && !isGated) return []
    const cause = `Failed to gate ${projectWords(project)}: its baseline ${baseline} is missing`
    const why =
      elsewhere === undefined
        ? `${cause}, and other projects of this run are gated. Write it by \`${updateCommand(project)}\`, or set mode: 'score' for the project.`
        : `${cause}, and ${relative(root, elsewhere)} has its tasks. Move it: \`${moveCommand(elsewhere, file, root)}\`. Or set mode: 'score' for the project.`
    return [createFailedGate({ agent, baseline, ...(project === '' ? {} : { project }) }, [why])]
  })
}
