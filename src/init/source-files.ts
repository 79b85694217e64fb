import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const SKIPPED = /^(node_modules|dist|build|out|coverage|vendor|\..*)$/
const DEEPEST = 6
const MOST = 2000

/** Files of a project that people write, by their paths from its root, sorted; folders of tools are left out. */
export function sourceFiles(root: string, fits: (path: string) => boolean): string[] {
  const found: string[] = []
  const visit = (folder: string, depth: number): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (found.length >= MOST) return
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (depth < DEEPEST && !SKIPPED.test(entry.name)) visit(path, depth + 1)
      } else if (entry.isFile() && fits(path)) found.push(path)
    }
  }
  visit('', 0)
  return found.sort()
}
