import { statSync } from 'node:fs'
import { isRecordingFile, readRecording } from '../suites/repair/record/recording.ts'
import { buildCorrectionsPath, isToolkitFile } from '../tools/imported/file-names.ts'
import { buildToolTypesPath, writeToolTypes } from '../tools/imported/tool-types-file.ts'

type ToolList = Parameters<typeof writeToolTypes>[1]

const readWriteTime = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

const hasOldTypes = (file: string): boolean =>
  readWriteTime(buildToolTypesPath(file)) <
  Math.max(readWriteTime(file), readWriteTime(buildCorrectionsPath(file)))

async function readTools(file: string): Promise<ToolList> {
  if (isRecordingFile(file)) return readRecording(file).tools
  const { loadToolkitTools } = await import('../synthetic/simulate/simulators.ts')
  return loadToolkitTools(file).simulators
}

/**
 * Writes the types of toolkits and recordings next to them where they are older. Of tools with one name the recorded one
 * answers, so its type counts.
 */
export async function writeTypesOfSimulators(files: readonly string[]): Promise<void> {
  const data = [...files.filter(isRecordingFile), ...files.filter(isToolkitFile)]
  if (!data.some(hasOldTypes)) return
  const typed = new Set<string>()
  for (const file of data) {
    const tools = (await readTools(file)).filter(({ name }) => !typed.has(name))
    for (const { name } of tools) typed.add(name)
    writeToolTypes(file, tools)
  }
}
