import type { Plugin } from 'vitest/config'
import { findWanted, wrapFunctions } from '../own-tools/wrap-functions.ts'
import type { OwnTools } from '../run/options.ts'
import { describeThrown } from '../shared/errors.ts'
import { OWN_FUNCTIONS, resolveBuiltModule } from './built-modules.ts'

/** The plugin for functions that are tools: what it reads is JavaScript by then. */
export function wrapOwnFunctions(ownTools: Exclude<OwnTools, boolean>): Plugin {
  let root = process.cwd()
  // Vitest leaves installed packages to Node, and no plugin sees them.
  const inline = Object.keys(ownTools)
    .filter((file) => file.includes('node_modules'))
    .map((file) => new RegExp(file.replace(/^\.\//, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return {
    name: 'tracewright:own-functions',
    config: () => ({ test: { server: { deps: { inline } } } }),
    configResolved(config) {
      root = config.root
    },
    transform(code, id) {
      const found = findWanted(ownTools, root, id)
      if (found === undefined) return undefined
      try {
        return wrapFunctions(code, this.parse(code).body, found, resolveBuiltModule(OWN_FUNCTIONS))
      } catch (error) {
        return this.error(describeThrown(error))
      }
    },
  }
}
