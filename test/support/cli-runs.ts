import { spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'
import { workspace } from './pack.ts'

/** The packed command line. */
export const CLI = join(workspace, 'node_modules/tracewright/dist/cli.js')

/** How a run of the command line ended; no status where it was killed. */
export interface CliRun {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs the packed command line to its end. */
export function runCli(args: readonly string[], cwd?: string, env: Record<string, string> = {}): CliRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 120_000,
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

/**
 * Runs the packed command line within this process, where neither signals nor the end of the process are the point: it
 * loads once for all runs of a file.
 */
export async function runCliHere(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  cli = CLI,
): Promise<CliRun> {
  const { runCommand } = (await import(pathToFileURL(join(dirname(cli), 'program.js')).href)) as {
    runCommand: typeof import('../../src/cli/program.ts').runCommand
  }
  const before = { cwd: process.cwd(), env: { ...process.env }, console: globalThis.console }
  const run: CliRun = { status: null, stdout: '', stderr: '' }
  const collect = (name: 'stdout' | 'stderr') =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      run[name] += String(text)
      return true
    })
  const spies = [collect('stdout'), collect('stderr')]
  process.chdir(cwd)
  Object.assign(process.env, env)
  try {
    run.status = await runCommand(args)
  } finally {
    for (const spy of spies) spy.mockRestore()
    process.chdir(before.cwd)
    for (const name of Object.keys(env)) delete process.env[name]
    Object.assign(process.env, before.env)
    // A command leaves the exit code to the process, and a loaded module the console to standard error.
    process.exitCode = undefined
    globalThis.console = before.console
  }
  return run
}

/** A run of the command line under way, beside this process, so that a server of the test may answer it. */
export interface StartedCli {
  /** SIGKILL unless another signal is named. */
  kill(signal?: NodeJS.Signals): void
  ended: Promise<CliRun>
}

/** The environment without what the surrounding Vitest sets for its own workers. */
export function buildPlainEnvironment(): NodeJS.ProcessEnv {
  const own = ['VITEST', 'VITEST_POOL_ID', 'VITEST_WORKER_ID', 'VITEST_MODE', 'TEST', 'NODE_ENV']
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.includes(name)))
}

/** Starts the packed command line. */
export const startCli = (args: readonly string[], cwd: string, env?: Record<string, string>): StartedCli =>
  start(process.execPath, [CLI, ...args], cwd, { ...process.env, ...env })

/** Starts a program. */
export function start(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): StartedCli {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const run: CliRun = { status: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    run.stdout += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    run.stderr += String(chunk)
  })
  const ended = new Promise<CliRun>((done, fail) => {
    child.on('error', fail)
    child.on('close', (status) => done({ ...run, status }))
  })
  return { kill: (signal = 'SIGKILL') => child.kill(signal), ended }
}
