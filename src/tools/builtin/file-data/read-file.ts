import { field } from '../../../schema/semantic.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { filesOf } from './files.ts'

/** Files that every fresh world holds. */
const PATHS = [
  '/data/employees.csv',
  '/data/config.json',
  '/data/report.txt',
  '/data/products.json',
  '/data/notes.txt',
] as const

export const readFile = defineBuiltIn({
  name: 'read_file',
  category: 'file_data',
  effect: 'read',
  capability: 'read-file',
  description:
    'Whole text of a file with its media type and size. The path must be exact: nothing is searched or resolved. Where there is no such file, exists is false, content null and error says so; to see which files there are, list them.',
  input: (z) => ({
    path: field(z.string(), 'file-path', 'Full path, for example "/data/config.json". Case matters.'),
  }),
  output: (z) => ({
    path: field(z.string(), 'file-path', 'The path as it was asked for.'),
    content: field(z.string().nullable(), 'text', 'Text of the file, or null where there is none.'),
    type: field(
      z.string(),
      'label',
      'Media type, for example "text/csv"; only of a file that exists.',
    ).optional(),
    size: field(z.int(), 'size', 'Recorded size in characters; only of a file that exists.').optional(),
    exists: field(z.boolean(), 'boolean', 'Whether there is a file at the path.'),
    error: field(z.string(), 'text', 'What is wrong; only where there is no such file.').optional(),
  }),
  run({ path }, world) {
    const file = filesOf(world).get(path)
    if (file === undefined) {
      return { path, content: null, exists: false, error: `There is no file at "${path}".` }
    }
    return { path, content: file.content, type: file.type, size: file.size, exists: true }
  },
  drawArguments: (rng) => ({ path: rng.pick(PATHS) }),
})
