import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { workspace } from './pack.ts'

const cli = join(workspace, 'node_modules/tracewright/dist/cli.js')

/** How a run of the command line ended; no status where it was killed. */
export interface CliRun {
  status: number | null
  stdout: string
  stderr: string
}

/** A run of the command line under way, beside this process, so that a server of the test may answer it. */
export interface StartedCli {
  kill(): void
  ended: Promise<CliRun>
}

/** Starts the packed command line. */
export function startCli(args: readonly string[], cwd: string, env: Record<string, string> = {}): StartedCli {
  const child = spawn(process.execPath, [cli, ...args], { cwd, env: { ...process.env, ...env } })
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
  return { kill: () => child.kill('SIGKILL'), ended }
}
