import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ResolvedOptions } from '../run/options.ts'
import { buildCorrectionsPath, isToolkitFile } from '../tools/imported/file-names.ts'
import { resolveOptionFiles } from './option-files.ts'

/** The files below a folder, without those of linked folders, which may form a ring: Node 24 would follow them. */
function listFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => {
      const at = join(path, entry.name)
      if (entry.isDirectory()) return listFiles(at)
      return statSync(at, { throwIfNoEntry: false })?.isFile() === true ? [at] : []
    })
    .sort()
}

function computeFolderDigest(path: string): string {
  const hash = createHash('sha256')
  for (const file of listFiles(path))
    hash
      .update(`${file.slice(path.length)}\0`)
      .update(createHash('sha256').update(readFileSync(file)).digest())
  return hash.digest('hex').slice(0, 16)
}

/**
 * Digests of the files that an attempt depends on and no module imports: those of the option `inputs`, and those that
 * answer or judge calls. Named as people see them where a resumed run finds them changed.
 */
export function computeInputDigests(root: string, options: ResolvedOptions): Record<string, string> {
  const digests: Record<string, string> = {}
  for (const option of ['inputs', 'simulators', 'routes', 'checks'] as const) {
    const names = options[option].flatMap((name) => {
      const corrections = isToolkitFile(name) ? buildCorrectionsPath(name) : undefined
      return corrections !== undefined && existsSync(resolve(root, corrections))
        ? [name, corrections]
        : [name]
    })
    for (const [i, file] of resolveOptionFiles(root, names, option).entries())
      digests[`${option}: ${names[i]}`] = computeFolderDigest(file)
  }
  return digests
}
