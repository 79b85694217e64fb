import { existsSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { Command } from 'commander'
import { toolMissingIn } from '../run/worlds.ts'
import type { Run } from '../schema/run.ts'
import type { Task } from '../schema/task.ts'
import { counted } from '../shared/english.ts'
import { messageOf } from '../shared/errors.ts'
import { isRecordingFile, readRecording } from '../suites/repair/record/recording.ts'
import type { Simulator } from '../tools/define-simulator.ts'
import { isToolkitFile } from '../tools/imported/files.ts'
import { serve } from '../tools/served.ts'
import { loadModule } from './load-module.ts'
import { collect } from './options.ts'
import { warn } from './output.ts'

/** The simulators of a file that a command was given: a module, or a toolkit; none of a recording, which is served whole. */
export async function simulatorsFrom(path: string): Promise<Simulator[]> {
  const { simulatorsOfModule, toolsOfToolkit } = await import('../synthetic/simulate/simulators.ts')
  if (isToolkitFile(path)) return toolsOfToolkit(path).simulators
  if (isRecordingFile(path)) return []
  return simulatorsOfModule(await loadModule(path, 'simulators'), path)
}

/** Serves the simulators of such files beside what comes with tracewright. */
export async function serveFiles(files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const lists: Simulator[][] = []
  for (const file of files) lists.push(await simulatorsFrom(file))
  const recordings = files.filter(isRecordingFile).map((file) => readRecording(resolve(file)))
  if (recordings.length === 0) return serve(lists.flat())
  const { simulatorsOfRecordings } = await import('../suites/repair/record/recorded-simulators.ts')
  serve(lists.flat(), simulatorsOfRecordings(recordings))
}

/** Serves the tools that answered in runs, unless `--simulators` names files; what is gone or broken is left out. */
export async function serveFilesOf(
  runs: readonly Run[],
  root: string,
  given: readonly string[],
): Promise<void> {
  if (given.length > 0) return
  const named = new Set(runs.flatMap(({ simulators = [] }) => simulators.map((file) => resolve(root, file))))
  // A run may come from elsewhere, and modules are executed: those of other folders are for `--simulators`.
  const inRoot = [...named].filter((file) => file.startsWith(resolve(root) + sep) && existsSync(file))
  try {
    await serveFiles(inRoot)
  } catch (error) {
    warn(`The tools of the run are unknown: ${messageOf(error)}`)
  }
}

/** Tasks whose expected trace cannot be worked out, because their tools are unknown; warns that this part of them is lost. */
export function tasksWithoutTools(tasks: readonly Task[], part: string): Task[] {
  const lost = tasks.filter((task) => toolMissingIn(task) !== undefined)
  const [first] = lost
  if (first !== undefined)
    warn(
      `${part} of ${counted(lost.length, 'task')} are missing, because what they expect depends on their world and ${toolMissingIn(first)} is unknown. Name the tools by --simulators.`,
    )
  return lost
}

/** Adds `--simulators` to a command: what it names is served, beside what comes with tracewright, before the command runs. */
export const withSimulators = (command: Command): Command =>
  command
    .option(
      '--simulators <file>',
      'simulators of further tools: a module (.js, .ts) that exports an array of them, a *.toolkit.json or a *.recording.json; may be repeated',
      collect,
      [],
    )
    .hook('preAction', async (_, action) => {
      await serveFiles(action.opts<{ simulators: string[] }>().simulators)
    })
