import type { Task } from '../../schema/task.ts'
import type { Draw } from '../../suites/generate/drawer.ts'
import { generateSuiteAhead } from '../../suites/generate/generate-ahead.ts'
import { generateSuite, type SuiteOptions } from '../../suites/generate/generate-suite.ts'
import type { Turn } from '../../suites/generate/turns.ts'
import type { DrawThread } from './draw-thread.ts'
import { withThreads } from './pool.ts'

/** Draws on their way for each thread, so that a long one holds up no other. */
const AHEAD = 4

/** Hands the tasks of a suite to `use`, drawn on this many threads; 1 draws in this one. */
export function generateInThreads<R>(
  options: SuiteOptions,
  tools: string | undefined,
  workers: number,
  use: (tasks: Iterable<Task> | AsyncIterable<Task>) => Promise<R>,
): Promise<R> {
  if (workers === 1) return use(generateSuite(options))
  const { tools: _, onShort: __, ...plain } = options
  const given: DrawThread = { options: plain, tools }
  return withThreads<Turn, Draw, R>('./draw-thread.js', workers, given, ({ ask }) =>
    use(generateSuiteAhead(options, workers * AHEAD, ask)),
  )
}
