import { type OwnTools, toolsOf } from '../generate/catalogue.ts'
import { registryOf } from '../simulators/registry.ts'
import { isImported, isToolkitFile, readImported, readToolkitJson } from '../toolkit/files.ts'
import { simulatorsFrom } from './simulators-option.ts'

/** The tools of a toolkit, or the simulators of a module. */
export const ownTools = async (file: string): Promise<OwnTools> =>
  isToolkitFile(file) && isImported(readToolkitJson(file))
    ? toolsOf(readImported(file))
    : { registry: registryOf(await simulatorsFrom(file)) }
