import { round } from '../../../shared/python/number.ts'
import type { Rng } from '../../../shared/rng.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import type { Vocabulary } from '../../python/evaluate.ts'
import { byName, floatOf, MATH_FUNCTIONS, NUMBER_FUNCTIONS } from '../../python/library.ts'
import { fail } from '../../python/values.ts'
import { evaluatePython } from './evaluate-python.ts'

const VOCABULARY: Vocabulary = new Map([
  ...byName([...NUMBER_FUNCTIONS, ...MATH_FUNCTIONS]),
  ['pi', Math.PI],
  ['e', Math.E],
])

const small = (rng: Rng): number => rng.int(3, 97)

const large = (rng: Rng): number => rng.int(101, 989)

const part = (rng: Rng): number => rng.decimal(1.1, 48, 2)

const EXPRESSIONS: readonly ((rng: Rng) => string)[] = [
  (rng) => `(${large(rng)} + ${large(rng)}) * ${part(rng)}`,
  (rng) => `(${large(rng)} - ${small(rng)}) / ${small(rng)}`,
  (rng) => `${large(rng)} * ${part(rng)} - ${large(rng)} / ${small(rng)}`,
  (rng) => `${part(rng)} ** 2 + ${part(rng)} ** 3`,
  (rng) => `sqrt(${large(rng)}) * ${part(rng)}`,
  (rng) => `log(${large(rng)}) + ${part(rng)} / ${small(rng)}`,
  (rng) => `${large(rng)} * (1 + ${rng.decimal(1.1, 9.9, 1)} / 100) ** ${rng.int(2, 12)}`,
  (rng) => `abs(${part(rng)} - ${large(rng)}) / ${part(rng)}`,
  (rng) => `pi * ${part(rng)} ** 2 * ${part(rng)}`,
]

export const calculator = defineBuiltIn({
  // A `:=` leaves a name behind; that is scratch memory of the tool and no effect that a task could be about.
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ expression: z.string() }),
  output: (z) => ({ expression: z.string(), result: z.number() }),
  run({ expression }, world) {
    const setting = { tool: 'calculator', parameter: 'expression', vocabulary: VOCABULARY, world }
    return evaluatePython(expression, setting, (value, m) => {
      const result = round(floatOf(m, value), 6)
      if (!Number.isFinite(result)) fail('the result is not a finite number')
      return { expression, result }
    })
  },
  drawArguments: (rng) => ({ expression: rng.pick(EXPRESSIONS)(rng) }),
})
