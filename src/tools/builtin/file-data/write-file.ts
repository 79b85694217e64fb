import { field } from '../../../schema/semantic.ts'
import { length } from '../../../shared/python/text.ts'
import { drawPath } from '../../content/pools/addresses.ts'
import { drawMessage } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { filesOf, mediaType } from './files.ts'

export const writeFile = defineBuiltIn({
  name: 'write_file',
  category: 'file_data',
  // The same content at the same path again leaves the same file.
  effect: 'idempotent-write',
  capability: 'write-file',
  description:
    'Writes text to a file, replacing what was there, and returns size and media type of the new file. For a short fact under a key use a memory, for a table of cells a spreadsheet.',
  input: (z) => ({
    path: field(z.string(), 'file-path', 'Full path, for example "/data/summary.txt". Case matters.'),
    content: field(z.string(), 'text', 'New content of the file.'),
  }),
  output: (z) => ({
    status: field(z.literal('written'), 'status', 'Always "written".'),
    path: field(z.string(), 'file-path', 'Path of the file.'),
    size: field(z.int(), 'size', 'Size in characters.'),
    type: field(z.string(), 'label', 'Media type by the end of the path, for example "text/csv".'),
    overwrote_existing: field(z.boolean(), 'boolean', 'True where there was a file at the path before.'),
  }),
  run({ path, content }, world) {
    const files = filesOf(world)
    const overwrote_existing = files.has(path)
    const size = length(content)
    const type = mediaType(path)
    files.set(path, { content, type, size, created_at: world.clock.stamp })
    return { status: 'written' as const, path, size, type, overwrote_existing }
  },
  drawArguments: (rng) => ({ path: drawPath(rng), content: drawMessage(rng) }),
})
