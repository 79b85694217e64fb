import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const COMMAND = 'npx tracewright'

function declaresTracewright(folder: string): boolean {
  try {
    const { dependencies, devDependencies }: Record<string, object | undefined> = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    return 'tracewright' in { ...dependencies, ...devDependencies }
  } catch {
    return false
  }
}

/** A text whose commands work at the root of a workspace, where the command may be installed in a package alone. */
export function insertCommandPlace(text: string, root: string, folders: readonly string[]): string {
  if (!text.includes(COMMAND) || declaresTracewright(root)) return text
  const folder = folders.find(declaresTracewright)
  return folder === undefined ? text : text.replaceAll(COMMAND, `cd ${relative(root, folder)} && ${COMMAND}`)
}
