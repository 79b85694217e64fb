/** The public entries, from the exports map: name of the built file, and what a user imports. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

export const entries = Object.entries(exports)
  .filter(([, file]) => file.endsWith('.js'))
  .map(([path, file]) => ({
    name: file.replace(/^\.\/dist\/|\.js$/g, ''),
    imported: path.replace(/^\./, name),
    types: join(root, file.replace(/\.js$/, '.d.ts')),
  }))
