import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { simulatorsOfRecordings } from '../mend/record/recorded-simulators.ts'
import { isRecordingFile, readRecording } from '../mend/record/recording.ts'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import type { Simulator } from '../simulators/define-simulator.ts'
import { serve } from '../simulators/served.ts'
import { isToolkitFile } from '../synthetic/toolkit/read-toolkit.ts'

async function simulatorsFrom(path: string): Promise<Simulator[]> {
  const { simulatorsOfModule, simulatorsOfToolkit } = await import('../synthetic/own-simulators.ts')
  if (isToolkitFile(path)) return simulatorsOfToolkit(path)
  if (isRecordingFile(path)) return []
  const file = resolve(path)
  if (!existsSync(file))
    throw new TracewrightError(`Failed to load simulators ${path}: there is no such file. Check the path.`)
  let module: Record<string, unknown>
  try {
    module = await import(pathToFileURL(file).href)
  } catch (error) {
    throw new TracewrightError(
      `Failed to load simulators ${path}: ${messageOf(error)}. Mend the module; it is plain JavaScript.`,
      { cause: error },
    )
  }
  return simulatorsOfModule(module, path)
}

const collect = (file: string, files: readonly string[]): string[] => [...files, file]

/** Adds `--simulators` to a command: what it names is served, beside what comes with tracewright, before the command runs. */
export const withSimulators = (command: Command): Command =>
  command
    .option(
      '--simulators <file>',
      'simulators of your own tools: a module that exports an array of them, or a *.toolkit.json or *.recording.json; may be repeated',
      collect,
      [],
    )
    .hook('preAction', async (_, action) => {
      const { simulators } = action.opts<{ simulators: string[] }>()
      if (simulators.length === 0) return
      const lists: Simulator[][] = []
      for (const file of simulators) lists.push(await simulatorsFrom(file))
      const recordings = simulators.filter(isRecordingFile).map((file) => readRecording(resolve(file)))
      serve([...lists.flat(), ...simulatorsOfRecordings(recordings)])
    })
