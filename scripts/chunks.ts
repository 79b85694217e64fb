import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'

const ROOT = resolve(import.meta.dirname, '..')

/** A chunk of modules that are loaded together. Paths are from the root of the project. */
export interface ChunkPlan {
  name: string
  /** The entry that needs them. */
  entry: string
  /** Entries of which one has to need a module as well. Default: any module of the entry. */
  sharedWith?: readonly string[]
}

/**
 * A few chunks in place of one for each module: Node spends about as long on opening and linking fifty small modules as on
 * compiling them. A module goes into the first chunk that it fits. A chunk takes what its modules import along, so a chunk
 * for what several entries need comes before the chunks for one entry.
 */
export function createChunks(plans: readonly ChunkPlan[]) {
  const modules = new Map<string, ReadonlySet<string>>()
  const plugin: Plugin = {
    name: 'chunks',
    buildEnd() {
      const reach = (file: string, found = new Set<string>()): Set<string> => {
        if (found.has(file)) return found
        found.add(file)
        for (const next of this.getModuleInfo(file)?.importedIds ?? []) reach(next, found)
        return found
      }
      const reachEntry = (entry: string): Set<string> => {
        const file = resolve(ROOT, entry)
        if (this.getModuleInfo(file) === null)
          this.error(`no module ${entry}; correct the chunks of the build`)
        return reach(file)
      }
      for (const { name, entry, sharedWith = [entry] } of plans) {
        const others = sharedWith.map(reachEntry)
        const needed = reachEntry(entry)
        // Statements of an entry run for whoever imports the entry alone.
        needed.delete(resolve(ROOT, entry))
        modules.set(name, new Set([...needed].filter((file) => others.some((other) => other.has(file)))))
      }
    },
  }
  const groups = plans.map(({ name }, i) => ({
    name,
    priority: plans.length - i,
    test: (id: string) => modules.get(name)?.has(id) === true,
  }))
  return { plugin, groups }
}
