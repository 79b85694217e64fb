import { load } from '../shared/load.ts'
import { memoizeOnce } from '../shared/memoize.ts'
import type { Simulator } from './define-simulator.ts'

/**
 * What the build made of every built-in tool (`scripts/tool-schemas-plugin.ts`), by name, in a file beside the built
 * modules. Where the sources are run, as by their tests, there is nothing.
 */
export const createBuiltFileReader = <T>(file: string) =>
  memoizeOnce((): Readonly<Record<string, T>> => {
    try {
      return load(file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return {}
      throw error
    }
  })

/** Descriptions and JSON Schemas, so that whoever calls a tool loads no zod. */
export const builtInSchemas =
  createBuiltFileReader<Pick<Simulator, 'description' | 'inputSchema' | 'outputSchema'>>(
    './tool-schemas.json',
  )
