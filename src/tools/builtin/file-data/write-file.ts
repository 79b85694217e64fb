import { countCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { filesOf, guessMediaType } from './files.ts'

export const writeFile = defineBuiltIn({
  // The same content at the same path again leaves the same file.
  effect: 'idempotent-write',
  capability: 'write-file',
  input: (z) => ({ path: z.string(), content: z.string() }),
  output: (z) => ({
    status: z.literal('written'),
    path: z.string(),
    size: z.int(),
    type: z.string(),
    overwrote_existing: z.boolean(),
  }),
  run({ path, content }, world) {
    const files = filesOf(world)
    const overwrote_existing = files.has(path)
    const size = countCodePoints(content)
    const type = guessMediaType(path)
    files.set(path, { content, type, size, created_at: world.clock.stamp })
    return { status: 'written' as const, path, size, type, overwrote_existing }
  },
})
