import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { TracewrightError } from '../shared/errors.ts'
import { formatShortList } from '../shared/problem-list.ts'
import { TOOLKIT_ENDING } from '../tools/imported/file-names.ts'
import {
  isImported,
  readImported,
  readToolkitJson,
  readWithCorrections,
  writeImported,
} from '../tools/imported/files.ts'
import { type Imported, importTools } from '../tools/imported/import/index.ts'
import { routesOfToolkit } from '../tools/imported/routes.ts'
import { simulatorsOfToolkit } from '../tools/imported/simulate/simulators.ts'
import { buildToolTypesPath, writeToolTypes } from '../tools/imported/tool-types-file.ts'
import type { Toolkit } from '../tools/imported/toolkit.ts'
import { loadModule } from './load-module.ts'
import { warn } from './output.ts'

/** Writes a toolkit and its types; gives the toolkit with its corrections, and the file of types if it is written. */
export function saveImported(imported: Imported, out: string): { toolkit: Toolkit; types?: string } {
  // Corrections of before have to hold for what was imported now; where they do not, the file stays as it was.
  const toolkit = readWithCorrections(imported.toolkit, out)
  const simulators = simulatorsOfToolkit(toolkit)
  routesOfToolkit(toolkit)
  writeImported(out, imported.toolkit)
  const types = buildToolTypesPath(out)
  if (writeToolTypes(out, simulators)) return { toolkit, types }
  warn(
    `${types} stays as it is: tracewright did not write it. Rename it to have the types of the tools written there.`,
  )
  return { toolkit }
}

/** Whether a toolkit file may be written again for a module: nothing else than the module is in it. */
function isOfModule(file: string, module: string): boolean {
  const json = readToolkitJson(file)
  if (!isImported(json)) return false
  const { source, tools } = readImported(file, json)
  return resolve(source.from) === resolve(module) && tools.every(({ learnedFrom = 0 }) => learnedFrom === 0)
}

/**
 * Imports the tools that a module declares for the toolkit next to a suite, `shop.toolkit.json` of `shop.suite.ts`.
 *
 * @returns The toolkit, the one that is there, and what writes the toolkit once the suite is written
 * @throws TracewrightError if the toolkit is there and has other tools, or schemas that the module does not have
 */
export async function importBesideSuite(
  module: string,
  suite: string,
): Promise<{ file: string; toolkit: Toolkit; before: Toolkit | undefined; save: () => void }> {
  const file = `${suite.replace(/(\.suite)?\.\w+$/, '')}${TOOLKIT_ENDING}`
  if (existsSync(file) && !isOfModule(file, module))
    throw new TracewrightError(
      `Failed to import ${module}: ${file} has tools of another source, or schemas learnt from results. To draw over it, write \`--tools ${file}\`. To replace it, delete it.`,
    )
  const exported = await loadModule(module, 'tools')
  const name = basename(file).slice(0, -TOOLKIT_ENDING.length)
  const imported = await importTools({ kind: 'zod', from: module, module: exported }, name)
  return {
    file,
    toolkit: readWithCorrections(imported.toolkit, file),
    before: existsSync(file) ? readImported(file) : undefined,
    save: () => saveImported(imported, file),
  }
}

/** Tools of which neither their source nor a recorded result says what they return. */
export const listToolsWithoutOutput = ({ tools }: Toolkit): string[] =>
  tools.flatMap(({ name, learnedFrom }) => (learnedFrom === 0 ? [name] : []))

const MAX_NAMES = 12

/** What tools without an output schema cannot do, and how they get one; empty where all have one. */
export function describeMissingOutputs(toolkit: Toolkit): string[] {
  const names = listToolsWithoutOutput(toolkit)
  if (names.length === 0) return []
  return [
    `No output schema: ${formatShortList(names, MAX_NAMES)}`,
    '  Their results are unknown, so a task can only call them last, and asks nothing of their results.',
    '  Declare an output schema, or learn it: `npx tracewright record` with prompts that call them, then `import` with --from RECORDING (node_modules/tracewright/docs/guides/agent-with-own-tools.md#output-schemas).',
  ]
}
