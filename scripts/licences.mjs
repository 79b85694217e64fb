/** Licences of what is installed with a package: its dependencies and theirs, as they are installed here. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const read = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folder that node would take a package from. */
function findPackageFolder(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
    if (at === dirname(at)) return undefined
  }
}

const readLicence = ({ license, licenses }) =>
  (typeof license === 'string' ? license : license?.type) ??
  licenses?.map(({ type }) => type).join(' OR ') ??
  'unknown'

/** `{ name, version, licence, direct }` of all dependencies, sorted by name; optional ones that are not installed are left out. */
export function listLicences(root) {
  const found = new Map()
  const visit = (folder, isDirect) => {
    const { dependencies = {}, optionalDependencies = {} } = read(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = findPackageFolder(name, folder)
      if (at === undefined) {
        if (name in optionalDependencies) continue
        throw new Error(`${name} is not installed`)
      }
      const manifest = read(at)
      const key = `${name}@${manifest.version}`
      if (found.has(key)) continue
      found.set(key, { name, version: manifest.version, licence: readLicence(manifest), direct: isDirect })
      visit(at, false)
    }
  }
  visit(root, true)
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
