import { type OwnTools, toolsOf } from '../suites/generate/catalogue.ts'
import { isImported, isToolkitFile, readImported, readToolkitJson } from '../tools/imported/files.ts'
import { registryOf } from '../tools/registry.ts'
import { simulatorsFrom } from './simulators-option.ts'

/** The tools of a toolkit, or the simulators of a module. */
export const ownTools = async (file: string): Promise<OwnTools> =>
  isToolkitFile(file) && isImported(readToolkitJson(file))
    ? toolsOf(readImported(file))
    : { registry: registryOf(await simulatorsFrom(file)) }
