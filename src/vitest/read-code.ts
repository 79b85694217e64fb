import { importViteOfVitest } from '../shared/vite.ts'
import { collectTasks } from '../suites/code/load.ts'

/** The tasks of a suite as code by name, read in the main process; none of their functions is run. */
export async function readTaskNames(file: string): Promise<{ name: string; isAlone: boolean }[]> {
  const { runnerImport } = await importViteOfVitest()
  const tasks = await collectTasks(file, (path) =>
    runnerImport(path, { configFile: false, logLevel: 'silent', root: process.cwd() }),
  )
  return tasks.map(({ name, mode }) => ({ name, isAlone: mode === 'only' }))
}
