import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import type { Vite } from 'vitest/node'

const INSTALLED = /[\\/]node_modules[\\/]/

/** A file of the user's own: not installed, not virtual, not one of Node's. */
const isOwn = (id: string): boolean => isAbsolute(id) && !INSTALLED.test(id)

/**
 * Digest of the files that an agent's entry imports, at any depth, by Vite's own resolution: their contents as they are
 * on disk. Packages of node_modules, files that are only read, and imports whose name is computed are not covered.
 * Undefined where Vite cannot tell.
 */
export async function computeAgentDigest(
  environment: Vite.Environment,
  entry: string,
  root: string,
): Promise<string | undefined> {
  if (environment.mode !== 'dev') return undefined
  const files = new Map<string, string>()
  const visit = async (id: string): Promise<void> => {
    const file = id.replace(/[?#].*$/, '')
    if (files.has(file)) return
    files.set(file, readFileSync(file, 'utf8'))
    const transformed = await environment.transformRequest(id)
    for (const source of [...(transformed?.deps ?? []), ...(transformed?.dynamicDeps ?? [])]) {
      const found = await environment.pluginContainer.resolveId(source, file)
      if (found !== null && isOwn(found.id)) await visit(found.id)
    }
  }
  try {
    await visit(entry)
  } catch {
    // The module does not load; the suite module, which imports it, says why.
    return undefined
  }
  const hash = createHash('sha256')
  for (const [file, text] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${relative(root, file)}\0${text}\0`)
  return hash.digest('hex').slice(0, 16)
}
