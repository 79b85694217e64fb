import { load } from '../shared/load.ts'
import { once } from '../shared/once.ts'
import type { Simulator } from './define-simulator.ts'

/** JSON Schemas by the name of the tool, of the file `tool-schemas.json`, which `npm run make:index` writes. */
export const builtInSchemas = once(
  () => load('#tool-schemas') as Readonly<Record<string, Pick<Simulator, 'inputSchema' | 'outputSchema'>>>,
)
