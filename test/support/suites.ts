import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Level, Task } from '../../src/schema/task.ts'
import type { WrittenTask } from '../../src/schema/task-in-world.ts'
import { memoizeOnce } from '../../src/shared/memoize.ts'
import type { CodeTask } from '../../src/suites/code/code-task.ts'
import type { DecidingTask } from '../../src/suites/generate/families/compose.ts'
import { type DecidingOptions, generateDeciding } from '../../src/suites/generate/generate-deciding.ts'
import { generateSuite, type SuiteOptions } from '../../src/suites/generate/generate-suite.ts'
import { loadSuite, parseSuite } from '../../src/suites/load/load.ts'
import { prepareTaskOf } from './code-task.ts'
import { readPrintedSuite } from './printed-suite.ts'
import { hasSharedData, readSharedText } from './shared-data.ts'

const EXAMPLE = resolve(import.meta.dirname, '../../example-project/suites')

/** The fixed traces of the example project's suites, or of the one of a level. */
export const loadExampleTasks = (level?: Level): Task[] =>
  readdirSync(EXAMPLE)
    .filter((file) => file.endsWith('.jsonl'))
    .filter((file) => level === undefined || file.startsWith(level.replace('_', '-').toLowerCase()))
    .flatMap((file) => loadSuite(resolve(EXAMPLE, file)).map(({ task }) => task))

/** The tasks of the example project that decide, as functions over the sources. */
async function loadExampleFunctions(): Promise<WrittenTask[]> {
  const printed = readPrintedSuite(readFileSync(resolve(EXAMPLE, 'deciding.suite.ts'), 'utf8'))
  const tasks: WrittenTask[] = []
  // One after the other: a run has ten seconds, and would wait for those of all other tasks.
  for (const { name, options, reference } of printed)
    tasks.push(await prepareTaskOf({ name, options: options as unknown as CodeTask['options'], reference }))
  return tasks
}

/** All tasks of the example project, in the order of their numbers. */
export async function loadExample(): Promise<WrittenTask[]> {
  const readNumber = ({ task_id }: WrittenTask): number => Number(/\d+$/.exec(task_id)?.[0])
  const all: WrittenTask[] = [...loadExampleTasks(), ...(await loadExampleFunctions())]
  return all.sort((one, other) => readNumber(one) - readNumber(other))
}

/** The tasks of the published benchmark; none where the reference data is not on this machine. */
export const loadPublishedTasks = (): Task[] =>
  hasSharedData
    ? parseSuite(readSharedText('comptoolbench/tasks.jsonl'), 'tasks.jsonl').map(({ task }) => task)
    : []

/** Drawn tasks, as many of a level as are named; without the costly rules of the audit unless these are asked for. */
export const generateTasks = (
  seed: number,
  counts: Partial<Record<Level, number>>,
  options: Partial<SuiteOptions> = {},
): Task[] => [
  ...generateSuite({
    seed,
    counts: { L0_node: 0, L1_chain: 0, L2_parallel: 0, L3_dag: 0, ...counts },
    vet: false,
    ...options,
  }),
]

/** The suite that is drawn where no counts are named: as many tasks as the published one, which call most of the tools. */
export const generatePlainTasks: () => readonly Task[] = memoizeOnce(() => [
  ...generateSuite({ seed: 42, vet: false }),
])

/** Drawn tasks that decide. */
export async function generateDecidingTasks(options: DecidingOptions): Promise<DecidingTask[]> {
  const tasks: DecidingTask[] = []
  for await (const task of generateDeciding({ vet: false, ...options })) tasks.push(task)
  return tasks
}
