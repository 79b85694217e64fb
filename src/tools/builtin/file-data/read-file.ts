import { defineBuiltIn } from '../../define-built-in.ts'
import { filesOf } from './files.ts'

export const readFile = defineBuiltIn({
  effect: 'read',
  capability: 'read-file',
  input: (z) => ({ path: z.string() }),
  output: (z) => ({
    path: z.string(),
    content: z.string().nullable(),
    type: z.string().optional(),
    size: z.int().optional(),
    exists: z.boolean(),
    error: z.string().optional(),
  }),
  run({ path }, world) {
    const file = filesOf(world).get(path)
    if (file === undefined) {
      return { path, content: null, exists: false, error: `There is no file at "${path}".` }
    }
    return { path, content: file.content, type: file.type, size: file.size, exists: true }
  },
})
