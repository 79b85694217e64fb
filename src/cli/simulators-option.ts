import { existsSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Run } from '../schema/run.ts'
import { describeThrown } from '../shared/errors.ts'
import { shellWord } from '../shared/printable.ts'
import { resolveBelow } from '../shared/resolve-below.ts'
import { isRecordingFile, readRecording } from '../suites/repair/record/recording.ts'
import type { Simulator } from '../tools/define-simulator.ts'
import { buildCorrectionsPath, isToolkitFile } from '../tools/imported/file-names.ts'
import { serve } from '../tools/served.ts'
import { simulatorsOfModule } from '../tools/simulators-of-module.ts'
import { loadModule } from './load-module.ts'
import { collect } from './options.ts'
import { warn } from './output.ts'

/** The simulators of a file that a command was given: a module, or a toolkit; none of a recording, which is served whole. */
export async function loadSimulators(path: string): Promise<Simulator[]> {
  if (isToolkitFile(path)) {
    const { loadToolkitTools } = await import('../synthetic/simulate/simulators.ts')
    return loadToolkitTools(path).simulators
  }
  if (isRecordingFile(path)) return []
  return simulatorsOfModule(await loadModule(path, 'simulators'), path)
}

/** Serves the simulators of such files beside what comes with tracewright. */
export async function serveFiles(files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const lists: Simulator[][] = []
  for (const file of files) lists.push(await loadSimulators(file))
  const recordings = files.filter(isRecordingFile).map((file) => resolve(file))
  if (recordings.length === 0) return serve(lists.flat())
  const { createRecordedSimulators } = await import('../suites/repair/record/recorded-simulators.ts')
  serve(lists.flat(), createRecordedSimulators(recordings.map(readRecording), recordings))
}

/** Whether a file that a run names may be read: a toolkit with its corrections, or a recording, below the root. */
function mayServe(root: string, name: string): boolean {
  const beside = isToolkitFile(name) ? [buildCorrectionsPath(name)] : []
  return [name, ...beside.filter((file) => existsSync(resolve(root, file)))].every((file) => {
    const real = resolveBelow(root, file)
    return real !== undefined && statSync(real, { throwIfNoEntry: false })?.isFile() === true
  })
}

/**
 * Serves the tools that answered in runs, unless `--simulators` names files. A run may come from elsewhere: of the files
 * that it names, toolkits and recordings below the root are read. Modules would be executed, so they are left out.
 */
export async function serveSimulatorFiles(
  runs: readonly Run[],
  root: string,
  given: readonly string[],
): Promise<void> {
  if (given.length > 0) return
  const named = [...new Set(runs.flatMap(({ simulators = [] }) => simulators))]
  const isData = (name: string): boolean => isToolkitFile(name) || isRecordingFile(name)
  const files = named.filter((name) => isData(name) && mayServe(root, name))
  const left = named.filter((name) => !files.includes(name) && existsSync(resolve(root, name)))
  if (left.length > 0)
    warn(
      `note: not loaded: ${left.join(', ')}, as a run may come from elsewhere. For the schemas of the tools, add ${left.map((name) => `--simulators ${shellWord(relative('', resolve(root, name)))}`).join(' ')} if you trust ${left.length === 1 ? 'the file' : 'the files'}.`,
    )
  try {
    await serveFiles(files.map((name) => resolve(root, name)))
  } catch (error) {
    warn(`The tools of the run are unknown: ${describeThrown(error)}`)
  }
}

/** Adds `--simulators` to a command: what it names is served, beside what comes with tracewright, before the command runs. */
export const addSimulatorsOption = (command: Command): Command =>
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
