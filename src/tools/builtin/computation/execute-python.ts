import { createUnprocessableError } from '../../../schema/tool-error.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { toJson } from '../../python/evaluate.ts'
import { COLLECTION_FUNCTIONS, indexByName, NUMBER_FUNCTIONS, TYPES } from '../../python/library.ts'
import { typeName } from '../../python/values.ts'
import { evaluatePython } from './evaluate-python.ts'

// Looked for anywhere in the code, also within other words and within texts, as published.
const BLOCKED = ['import', 'exec', 'eval', 'open', '__', 'os.', 'sys.', 'subprocess']

const VOCABULARY = indexByName([...NUMBER_FUNCTIONS, ...COLLECTION_FUNCTIONS, ...TYPES])

export const executePython = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ code: z.string() }),
  output: (z) => ({ code: z.string(), result: z.json(), type: z.string() }),
  run({ code }) {
    const blocked = BLOCKED.find((word) => code.includes(word))
    if (blocked !== undefined)
      throw createUnprocessableError('code', `the code must not contain "${blocked}"`)
    return evaluatePython('code', code, VOCABULARY, (value, m) => ({
      code,
      result: toJson(m, value),
      type: typeName(value),
    }))
  },
})
