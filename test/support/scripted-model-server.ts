import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const main = resolve(import.meta.dirname, 'scripted-server/main.mjs')

/**
 * Starts a server on loopback that plays a model, in a process of its own; gives its base URL and what ends it.
 *
 * @param plans File of the plans by the name of the model, as `scripted-server/main.mjs` describes them
 */
export function startScriptedModelServer(plans: string): Promise<{ url: string; close: () => void }> {
  const child = spawn(process.execPath, [main, plans], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('exit', (code) => fail(new Error(`the scripted model ended with ${code}`)))
    child.stdout.once('data', (line) => done({ url: String(line).trim(), close: () => child.kill() }))
  })
}
