import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * One chunk for what an entry needs: Node spends about as long on opening and linking fifty small modules as on
 * compiling them.
 *
 * @param entry Its file, from the root of the project
 * @param apart Entries that are loaded without it, so that what they need stays out of the chunk
 */
export function createCoreChunk(entry: string, apart: readonly string[]) {
  const core = new Set<string>()
  const plugin: Plugin = {
    name: 'core-chunk',
    buildEnd() {
      const reach = (file: string, found = new Set<string>()): Set<string> => {
        if (found.has(file)) return found
        found.add(file)
        for (const next of this.getModuleInfo(file)?.importedIds ?? []) reach(next, found)
        return found
      }
      const others = new Set(apart.flatMap((file) => [...reach(resolve(ROOT, file))]))
      for (const file of reach(resolve(ROOT, entry))) if (!others.has(file)) core.add(file)
    },
  }
  return { plugin, group: { name: 'core', test: (id: string) => core.has(id) } }
}
