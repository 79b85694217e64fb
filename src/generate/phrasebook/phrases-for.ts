import { phrasebook } from '../../simulators/phrasebook.ts'
import type { Phrases } from '../../simulators/phrases.ts'
import type { Registry } from '../../simulators/registry.ts'
import { inferTypes } from '../../toolkit/infer-types.ts'
import { derivePhrases } from './derive-phrases.ts'

/** The phrases of a tool: those that were written for it, else some made of its name and parameters. */
export function phrasesFor(tool: string, registry: Registry): Phrases | undefined {
  const written = phrasebook.get(tool)
  if (written !== undefined) return written
  const simulator = registry.get(tool)
  return simulator === undefined ? undefined : derivePhrases(inferTypes(simulator))
}
