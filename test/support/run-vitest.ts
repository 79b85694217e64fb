import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'vitest'
import { type Run, runSchema } from '../../src/schema/run.ts'
import { buildPlainEnvironment } from './cli-runs.ts'
import { workspace } from './pack.ts'
import { collect, type Outcome, runInHost, VITEST } from './vitest-hosts.ts'

const projects = resolve(import.meta.dirname, '../integration/projects')

export type { Outcome }

/** A copy of a mini-project, to change and to run Vitest in. */
export interface Project {
  dir: string
  write(file: string, text: string): void
  read(file: string): string
  /** Runs Vitest, in a process that earlier runs of the file have started unless `isProcess` says otherwise. */
  vitest(args?: readonly string[], env?: Record<string, string>): Promise<Outcome>
  /** The same, held to an exit code. */
  exits(code: number, args?: readonly string[], env?: Record<string, string>): Promise<Outcome>
  start(args: readonly string[], env?: Record<string, string>): ChildProcess
  /** `run.json` of the last run. */
  run(): Run
  /** Traces of the last run. */
  traces(): Record<string, unknown>[]
}

const OUTPUT = '.vitest/tracewright'

/** Copies a mini-project to a folder of its own. With `isProcess`, each run is a process. */
export function createProject(
  name: string,
  files: Record<string, string> = {},
  { isProcess = false } = {},
): Project {
  const dir = mkdtempSync(join(workspace, `${name}-`))
  cpSync(join(projects, name), dir, { recursive: true })
  const write = (file: string, text: string): void => writeFileSync(join(dir, file), text)
  for (const [file, text] of Object.entries(files)) write(file, text)
  const build = (env: Record<string, string>): NodeJS.ProcessEnv => ({
    ...buildPlainEnvironment(),
    NO_COLOR: '1',
    CI: '1',
    ...env,
  })
  const start: Project['start'] = (args, env = {}) =>
    spawn(process.execPath, [VITEST, ...args], {
      cwd: dir,
      env: build(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const vitest: Project['vitest'] = async (args = ['run'], env = {}) => {
    // Vitest reads them as it loads.
    const isApart = isProcess || 'CI' in env || 'GITHUB_ACTIONS' in env
    const { exitCode, stdout, stderr } = isApart
      ? await collect(start(args, env))
      : await runInHost({ args, cwd: dir, env: build(env) })
    return { exitCode, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) }
  }
  return {
    dir,
    write,
    read: (file) => readFileSync(join(dir, file), 'utf8'),
    start,
    vitest,
    async exits(code, ...how) {
      const outcome = await vitest(...how)
      expect(outcome.exitCode, outcome.stdout + outcome.stderr).toBe(code)
      return outcome
    },
    run: () => runSchema().parse(JSON.parse(readFileSync(join(dir, OUTPUT, 'run.json'), 'utf8'))),
    traces() {
      const { traces } = runSchema().parse(JSON.parse(readFileSync(join(dir, OUTPUT, 'run.json'), 'utf8')))
      return traces.flatMap((file) =>
        readFileSync(join(dir, OUTPUT, file), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      )
    },
  }
}

/** Files below a folder of a project, as far as it exists. */
export const listFiles = (dir: string): string[] => (existsSync(dir) ? readdirSync(dir).sort() : [])
