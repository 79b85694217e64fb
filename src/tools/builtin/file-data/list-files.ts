import { field } from '../../../schema/semantic.ts'
import { compareCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { filesOf } from './files.ts'

export const listFiles = defineBuiltIn({
  name: 'list_files',
  category: 'file_data',
  effect: 'read',
  capability: 'list-state',
  description:
    'Files below a directory, at any depth, in order of their paths, with media type, size in characters and time of creation. It does not show what is in them: read a file for that.',
  input: (z) => ({
    directory: field(
      z.string().default('/'),
      'directory',
      'Directory, for example "/data"; "/" for every file. Case matters.',
    ),
  }),
  output: (z) => ({
    directory: field(z.string(), 'directory', 'The directory, with a slash at the end.'),
    files: field(
      z.array(
        z.strictObject({
          path: field(z.string(), 'file-path', 'Full path.'),
          name: field(z.string(), 'label', 'What follows the last slash of the path.'),
          type: field(z.string(), 'label', 'Media type, for example "text/csv".'),
          size: field(z.int(), 'size', 'Recorded size in characters.'),
          created_at: field(z.string(), 'datetime', 'Time of creation, YYYY-MM-DDTHH:MM:SS, UTC.'),
        }),
      ),
      'records',
      'One record for each file.',
    ),
    count: field(z.int(), 'count', 'Number of files.'),
  }),
  run({ directory }, world) {
    const prefix = directory.endsWith('/') ? directory : `${directory}/`
    const files = [...filesOf(world)]
      .filter(([path]) => prefix === '/' || path.startsWith(prefix))
      .sort(([a], [b]) => compareCodePoints(a, b))
      .map(([path, { type, size, created_at }]) => {
        return { path, name: path.slice(path.lastIndexOf('/') + 1), type, size, created_at }
      })
    return { directory: prefix, files, count: files.length }
  },
  drawArguments: (rng) => (rng.int(0, 2) === 0 ? {} : { directory: '/data' }),
})
