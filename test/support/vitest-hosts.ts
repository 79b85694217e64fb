import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { workspace } from './pack.ts'

/** The command line of Vitest. */
export const VITEST = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)

const HOST = join(import.meta.dirname, 'vitest-host.mjs')
/** What a host writes to both outputs at the end of a run. */
const END = /\0(\d+)\0$/

/** How a run of Vitest ended. */
export interface Outcome {
  exitCode: number
  /** Standard output without colours. */
  stdout: string
  stderr: string
}

interface AskedRun {
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
}

/** Hosts that wait for a run. */
const free: ChildProcess[] = []

// A file that shares its modules with an earlier file leaves its hosts to the end of the worker.
afterAll(async () => {
  const ends = free.splice(0).map((host) => {
    host.disconnect()
    return once(host, 'exit')
  })
  await Promise.all(ends)
})

const startHost = (env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [HOST, VITEST, workspace], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })

/** Collects the outputs of a process to its end, or to the end of a run of a host. */
export function collect(child: ChildProcess): Promise<Outcome> {
  const text = { stdout: '', stderr: '' }
  return new Promise((done, fail) => {
    const finish = (exitCode: number): void => {
      for (const name of ['stdout', 'stderr'] as const) child[name]?.removeAllListeners('data')
      for (const event of ['error', 'close']) child.removeAllListeners(event)
      done({ exitCode, ...text })
    }
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.on('data', (chunk) => {
        text[name] += chunk
        const code = END.exec(text.stdout)?.[1]
        if (code === undefined || !END.test(text.stderr)) return
        text.stdout = text.stdout.replace(END, '')
        text.stderr = text.stderr.replace(END, '')
        finish(Number(code))
      })
    child.on('error', fail)
    child.on('close', (code) => finish(code ?? -1))
  })
}

/**
 * Runs Vitest in a process that has loaded it for an earlier run of the file, where neither signals nor the process are the
 * point. Runs at the same time have a process each.
 */
export async function runInHost(asked: AskedRun): Promise<Outcome> {
  const host = free.pop() ?? startHost(asked.env)
  const ended = collect(host)
  host.send(asked)
  const outcome = await ended
  if (host.exitCode === null && host.connected) free.push(host)
  return outcome
}
