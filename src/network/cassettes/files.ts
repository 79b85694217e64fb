import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Folder beside a suite that holds the cassettes of its tasks. */
const FOLDER = '__cassettes__'
const SUITE = '.suite.jsonl'
const MAX_NAME_LENGTH = 100

/** A name as a file may have it; one that had to be changed has a digest of itself, so that no two meet. */
function buildSafeName(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, MAX_NAME_LENGTH)
  if (plain === name) return name
  return `${plain}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

/**
 * File of a task's cassette: `__cassettes__/<suite>/<task_id>.json` beside the suite, in a folder of its own for a
 * project of Vitest that has a name.
 *
 * @param suite Path of the suite
 */
export const buildCassettePath = (
  suite: string,
  { task_id, project }: { task_id: string; project: string },
): string =>
  join(
    dirname(resolve(suite)),
    FOLDER,
    buildSafeName(basename(suite, SUITE)),
    ...(project === '' ? [] : [buildSafeName(project)]),
    `${buildSafeName(task_id)}.json`,
  )

export interface FoundCassette {
  file: string
  /** The suite of the same name beside it; undefined if missing. */
  suite: string | undefined
}

const listFolders = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

/** Cassettes below a folder, packages and hidden folders left out, sorted. */
export function findCassettesBelow(folder: string): FoundCassette[] {
  return listFolders(folder).flatMap((name) => {
    const inner = join(folder, name)
    if (name === FOLDER)
      return listFolders(inner).flatMap((suite) => findCassettesIn(folder, join(inner, suite)))
    return name === 'node_modules' || name.startsWith('.') ? [] : findCassettesBelow(inner)
  })
}

function findCassettesIn(beside: string, folder: string): FoundCassette[] {
  const suite = readdirSync(beside).find(
    (name) => name.endsWith(SUITE) && buildSafeName(basename(name, SUITE)) === basename(folder),
  )
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      file: join(folder, name),
      suite: suite === undefined ? undefined : join(beside, suite),
    }))
}
