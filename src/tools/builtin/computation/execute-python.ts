import { unprocessable } from '../../../schema/tool-error.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { toJson, type Vocabulary } from '../../python/evaluate.ts'
import { byName, COLLECTION_FUNCTIONS, NUMBER_FUNCTIONS, TYPES } from '../../python/library.ts'
import { typeName } from '../../python/values.ts'
import { evaluatePython } from './evaluate-python.ts'

// Looked for anywhere in the code, also within other words and within texts, as published.
const BLOCKED = ['import', 'exec', 'eval', 'open', '__', 'os.', 'sys.', 'subprocess']

const VOCABULARY: Vocabulary = new Map(byName([...NUMBER_FUNCTIONS, ...COLLECTION_FUNCTIONS, ...TYPES]))

export const executePython = defineBuiltIn({
  // A `:=` leaves a name behind; that is scratch memory of the tool and no effect that a task could be about.
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ code: z.string() }),
  output: (z) => ({ code: z.string(), result: z.json(), type: z.string() }),
  run({ code }, world) {
    const blocked = BLOCKED.find((word) => code.includes(word))
    if (blocked !== undefined) throw unprocessable('code', `the code must not contain "${blocked}"`)
    const setting = { tool: 'execute_python', parameter: 'code', vocabulary: VOCABULARY, world }
    return evaluatePython(code, setting, (value, m) => ({
      code,
      result: toJson(m, value),
      type: typeName(value),
    }))
  },
})
