/**
 * Runs the command line of Vitest, one run after the other, as its parent process asks. Vitest and Vite load once for all
 * runs. A run has its own environment, and its own instances of the package and of the modules of its project. It ends when
 * nothing is left to wait for, as a process does. If Vitest calls `process.exit`, this process ends with it.
 */
import { register } from 'node:module'
import { pathToFileURL } from 'node:url'

const [, , bin = '', workspace = ''] = process.argv
const cli = new URL('dist/cli.js', pathToFileURL(bin)).href
const turn = new Int32Array(new SharedArrayBuffer(4))
register('./fresh-modules.mjs', import.meta.url, {
  data: { turn, workspace: pathToFileURL(workspace).href },
})

/** Timers that nothing waits for end with a process. */
const timers = new Set()
const { setTimeout } = globalThis
globalThis.setTimeout = Object.assign((...given) => {
  const timer = setTimeout(...given)
  timers.add(timer)
  return timer
}, setTimeout)

const listListeners = () =>
  new Map(process.eventNames().map((event) => [event, new Set(process.rawListeners(event))]))
const end = () => finish()
process.on('beforeExit', end)
process.on('disconnect', () => process.exit())
process.on('message', ({ args, cwd, env }) => {
  process.channel?.unref()
  Atomics.add(turn, 0, 1)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  // In place: the parser of arguments holds on to the list.
  process.argv.splice(1, process.argv.length, bin, ...args)
  void import(`${cli}?run=${turn[0]}`)
})
const own = listListeners()

/** Ends a run: calls who listens for the end of the process, and puts back what the run changed in it. */
function finish() {
  const added = [...listListeners()].flatMap(([event, listeners]) =>
    [...listeners]
      .filter((listener) => !own.get(event)?.has(listener))
      .map((listener) => ({ event, listener })),
  )
  for (const { event, listener } of added)
    if (event === 'exit') listener.call(process, Number(process.exitCode ?? 0))
  const mark = `\0${process.exitCode ?? 0}\0`
  for (const { event, listener } of added) process.off(event, listener)
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (key.description?.startsWith('tracewright')) Reflect.deleteProperty(globalThis, key)
  process.exitCode = undefined
  process.channel?.ref()
  process.stdout.write(mark)
  process.stderr.write(mark)
}
