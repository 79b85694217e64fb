import { phrasebook } from '../../../tools/builtin/phrasebook.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import { inferTypes } from '../../../tools/imported/infer-types.ts'
import type { Registry } from '../../../tools/registry.ts'
import { derivePhrases } from './derive-phrases.ts'

/** The phrases of a tool: those that were written for it, else some made of its name and parameters. */
export function phrasesFor(tool: string, registry: Registry): Phrases | undefined {
  const written = phrasebook.get(tool)
  if (written !== undefined) return written
  const simulator = registry.get(tool)
  return simulator === undefined ? undefined : derivePhrases(inferTypes(simulator))
}
