import { watchInCommand } from '../run/watchdog/watch.ts'
import { TracewrightError } from '../shared/errors.ts'
import { shortenPath } from '../shared/shown-path.ts'
import { delay } from '../shared/timer.ts'
import { importTypeScript } from '../shared/vite.ts'
import { collectTasks } from '../suites/code/load.ts'
import { MAX_RUN_MS } from '../tasks/reference/run-function.ts'

/** Fails where a module waits for what never comes; its worker reports that. */
const failLate = (): Promise<never> =>
  delay(MAX_RUN_MS, undefined, { ref: false }).then(() => {
    throw new TracewrightError('the module does not end')
  })

/** The tasks of a suite as code by name, read in the main process; none of their functions is run. */
export async function readTaskNames(file: string): Promise<{ name: string; isAlone: boolean }[]> {
  const tasks = await watchInCommand(
    MAX_RUN_MS,
    `Failed to load suite ${shortenPath(file)}: the module did not end within ${MAX_RUN_MS / 1000} s. End every loop, and await only what settles.`,
    () => collectTasks(file, (path) => Promise.race([importTypeScript(path), failLate()])),
  )
  return tasks.map(({ name, mode }) => ({ name, isAlone: mode === 'only' }))
}
