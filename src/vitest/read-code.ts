import { watchInCommand } from '../run/watchdog/watch.ts'
import { TracewrightError } from '../shared/errors.ts'
import { shortenPath } from '../shared/shown-path.ts'
import { limitTime, NOT_SETTLED } from '../shared/timer.ts'
import { importTypeScript } from '../shared/vite.ts'
import { collectTasks } from '../suites/code/load.ts'
import { MAX_RUN_MS } from '../tasks/reference/run-time.ts'

/** Imports a module. One that waits for what never comes would let this process end without a run; its worker reports it. */
async function importInTime(file: string): Promise<unknown> {
  const module = await limitTime(importTypeScript(file), MAX_RUN_MS)
  if (module === NOT_SETTLED)
    throw new TracewrightError(`Failed to load suite ${shortenPath(file)}: its module does not end.`)
  return module
}

/** The tasks of a suite as code by name, read in the main process; none of their functions is run. */
export async function readTaskNames(file: string): Promise<{ name: string; isAlone: boolean }[]> {
  const tasks = await watchInCommand(
    MAX_RUN_MS,
    `Failed to load suite ${shortenPath(file)}: the module did not end within ${MAX_RUN_MS / 1000} s. End every loop, and await only what settles.`,
    () => collectTasks(file, importInTime),
  )
  return tasks.map(({ name, mode }) => ({ name, isAlone: mode === 'only' }))
}
