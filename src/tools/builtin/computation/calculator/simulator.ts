import { field } from '../../../../schema/semantic.ts'
import { round } from '../../../../shared/python/number.ts'
import { defineBuiltIn } from '../../../define-built-in.ts'
import { byName, floatOf, MATH_FUNCTIONS, NUMBER_FUNCTIONS } from '../../../python/evaluator/builtins.ts'
import type { Vocabulary } from '../../../python/evaluator/evaluate.ts'
import { fail } from '../../../python/evaluator/machine.ts'
import { evaluatePython } from '../evaluate-python.ts'

const VOCABULARY: Vocabulary = new Map([
  ...byName([...NUMBER_FUNCTIONS, ...MATH_FUNCTIONS]),
  ['pi', Math.PI],
  ['e', Math.E],
])

export const calculator = defineBuiltIn({
  name: 'calculator',
  category: 'computation',
  // A `:=` leaves a name behind; that is scratch memory of the tool and no effect that a task could be about.
  effect: 'read',
  capability: 'compute',
  description:
    'Works out one arithmetic expression in Python syntax and returns the number, rounded to 6 decimals. It knows + - * / // % **, comparisons, conditionals and comprehensions, and the names abs, round, min, max, sum, pow, sqrt, log, log10, log2, sin, cos, tan (radians), ceil, floor, pi and e; ^ is exclusive or. Not for text or lists: use execute_python.',
  input: (z) =>
    z.strictObject({
      expression: field(
        z.string(),
        'expression',
        'Expression, for example "(45 * 3) + 17" or "sqrt(2) ** 3". At most 20,000 characters and 1,000,000 steps. A name assigned with (name := value) stays known to later calls, unless the call is refused.',
      ),
    }),
  output: (z) =>
    z.strictObject({
      expression: field(z.string(), 'expression', 'The expression as given.'),
      result: field(z.number(), 'number', 'Value; 1 or 0 for true or false.'),
    }),
  run({ expression }, world) {
    const setting = { tool: 'calculator', parameter: 'expression', vocabulary: VOCABULARY, world }
    return evaluatePython(expression, setting, (value, m) => {
      const result = round(floatOf(m, value), 6)
      if (!Number.isFinite(result)) fail('the result is not a finite number')
      return { expression, result }
    })
  },
})
