import { refuseIf } from '../../../schema/tool-error.ts'
import type { Json } from '../../../shared/json.ts'
import { markFloats } from '../../../shared/python/float.ts'
import { formatPythonStr } from '../../../shared/python/repr.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { MAX_RESULT, unescapeSeparator } from './patterns.ts'

export const joinTexts = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ texts: z.array(z.json()), separator: z.string() }),
  output: (z) => ({ result: z.string() }),
  run({ texts, separator }, _world, call) {
    const pieces = (texts as Json[]).map((item, i) =>
      formatPythonStr(markFloats(item, call.floats, `/texts/${i}`)),
    )
    const between = unescapeSeparator(separator)
    refuseIf(
      pieces.reduce((size, piece) => size + piece.length + between.length, 0) > MAX_RESULT,
      'separator',
      `would make a result of more than ${MAX_RESULT} characters`,
    )
    return { result: pieces.join(between) }
  },
})
