import childProcess from 'node:child_process'
import type { ChildEnvironment, GuardState } from '../guard-state.ts'
import { buildChildVariables } from './child-environment.ts'
import { findProxy } from './proxies.ts'

interface SpawnOptions {
  file: string
  args?: string[]
  /** `NAME=value`. */
  envPairs?: string[]
}

/** Refuses a program that is told to use a proxy of the environment, such as `curl -x`: where that leads is not seen. */
function refuseProxied(state: GuardState, words: readonly unknown[]): void {
  const proxy = findProxy(words)
  const error = proxy && state.refuse?.(proxy.host, proxy.port)?.()
  if (error !== undefined) throw error
}

const split = (pair: string): [string, string] => {
  const at = pair.indexOf('=', 1)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

/** Patches what all of `spawn`, `exec`, `execFile` and `fork` end in. */
function patchSpawn(state: GuardState, guard: string): void {
  const prototype = (
    childProcess.ChildProcess as unknown as { prototype: { spawn(options: SpawnOptions): number } }
  ).prototype
  const realSpawn = prototype.spawn
  prototype.spawn = function spawn(options) {
    const childEnvironment = state.childEnvironment?.(options.file)
    if (childEnvironment === undefined) return Reflect.apply(realSpawn, this, [options])
    refuseProxied(state, options.args ?? [])
    const env = buildChildVariables(
      Object.fromEntries((options.envPairs ?? []).map(split)),
      guard,
      childEnvironment,
    )
    const envPairs = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    return Reflect.apply(realSpawn, this, [{ ...options, envPairs }])
  }
}

type Sync = (command: string, ...rest: unknown[]) => unknown

/** Nothing can answer a process while it is waited for: its connections are refused by itself. */
const dropAnswering = (childEnvironment: ChildEnvironment): ChildEnvironment => ({
  ...childEnvironment,
  port: 0,
})

const isOptions = (arg: unknown): arg is { env?: NodeJS.ProcessEnv } =>
  typeof arg === 'object' && arg !== null && !Array.isArray(arg)

function patchSync(state: GuardState, guard: string): void {
  const functions = childProcess as unknown as Record<string, Sync>
  for (const name of ['spawnSync', 'execSync', 'execFileSync']) {
    const real = functions[name] as Sync
    functions[name] = (command, ...rest) => {
      const childEnvironment = state.childEnvironment?.(command)
      if (childEnvironment === undefined) return real(command, ...rest)
      refuseProxied(state, [command, ...rest.filter(Array.isArray).flat()])
      const given = rest.find(isOptions)
      const env = buildChildVariables(given?.env ?? process.env, guard, dropAnswering(childEnvironment))
      return real(command, ...rest.filter((arg) => arg !== given && arg !== undefined), { ...given, env })
    }
  }
}

/** Has every process that is started while a case runs guarded as well. */
export function patchChildren(state: GuardState, guard: string): void {
  patchSpawn(state, guard)
  patchSync(state, guard)
}
