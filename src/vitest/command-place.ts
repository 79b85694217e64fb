import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { shellWord } from '../shared/printable.ts'

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

/** A command, with the rest of its line or of its quotation. */
const COMMANDS = /npx tracewright(?:(?!npx tracewright)[^`\n])*/g

/**
 * A text whose commands work at the root of a workspace, where the command may be installed in a package alone. A command
 * about a project begins in its package.
 *
 * @param folders The folder of each project, by its name
 */
export function insertCommandPlace(text: string, root: string, folders: ReadonlyMap<string, string>): string {
  if (!text.includes(COMMAND) || declaresTracewright(root)) return text
  const places = [...folders].filter(([, folder]) => declaresTracewright(folder))
  if (places.length === 0) return text
  return text.replaceAll(COMMANDS, (command) => {
    const isNamed = ([name]: [string, string]): boolean =>
      `${command} `.includes(` --project ${shellWord(name)} `)
    const [, folder] = places.find(isNamed) ?? (places[0] as [string, string])
    return `cd ${relative(root, folder)} && ${command}`
  })
}
