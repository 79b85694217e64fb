import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { convertFromJson, toJson, type Vocabulary } from '../../python/evaluate.ts'
import { convertToFloat, indexByName, MATH_FUNCTIONS, NUMBER_FUNCTIONS } from '../../python/library.ts'
import { throwEvaluationError } from '../../python/values.ts'
import { evaluatePython } from './evaluate-python.ts'

const VOCABULARY: Vocabulary = [
  ...indexByName([...NUMBER_FUNCTIONS, ...MATH_FUNCTIONS]),
  ['pi', Math.PI],
  ['e', Math.E],
]

export const calculator = defineBuiltIn({
  // A `:=` leaves a name behind; that is scratch memory of the tool and no effect that a task could be about.
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ expression: z.string() }),
  output: (z) => ({ expression: z.string(), result: z.number() }),
  run({ expression }, world) {
    const kept = world.store('calculator-names', () => [])
    const names = Array.from(kept, ([name, value]) => [name, convertFromJson(value)] as const)
    return evaluatePython('expression', expression, [...VOCABULARY, ...names], (value, m, assigned) => {
      const result = round(convertToFloat(m, value), 6)
      if (!Number.isFinite(result)) throwEvaluationError('the result is not a finite number')
      for (const [name, item] of Object.entries(assigned)) kept.set(name, toJson(m, item))
      return { expression, result }
    })
  },
})
