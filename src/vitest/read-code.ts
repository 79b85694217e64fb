import { importTypeScript } from '../shared/vite.ts'
import { collectTasks } from '../suites/code/load.ts'

/** The tasks of a suite as code by name, read in the main process; none of their functions is run. */
export async function readTaskNames(file: string): Promise<{ name: string; isAlone: boolean }[]> {
  const tasks = await collectTasks(file, importTypeScript)
  return tasks.map(({ name, mode }) => ({ name, isAlone: mode === 'only' }))
}
