import { field } from '../../../schema/semantic.ts'
import { compareCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { filesOf } from './files.ts'

export const listFiles = defineBuiltIn({
  effect: 'read',
  capability: 'list-state',
  input: (z) => ({ directory: z.string().default('/') }),
  output: (z) => ({
    directory: z.string(),
    files: z.array(
      z.strictObject({
        path: field(z.string(), 'file-path', 'Full path.'),
        name: field(z.string(), 'label', 'What follows the last slash of the path.'),
        type: field(z.string(), 'label', 'Media type, for example "text/csv".'),
        size: field(z.int(), 'size', 'Recorded size in characters.'),
        created_at: field(z.string(), 'datetime', 'Time of creation, YYYY-MM-DDTHH:MM:SS, UTC.'),
      }),
    ),
    count: z.int(),
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
})
