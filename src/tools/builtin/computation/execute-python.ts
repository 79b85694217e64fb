import { unprocessable } from '../../../schema/tool-error.ts'
import type { Rng } from '../../../shared/rng.ts'
import { WORLD_CITIES } from '../../content/pools/lists.ts'
import { drawFigures } from '../../content/pools/numbers.ts'
import { drawStock } from '../../content/pools/records.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { toJson, type Vocabulary } from '../../python/evaluate.ts'
import { byName, COLLECTION_FUNCTIONS, NUMBER_FUNCTIONS, TYPES } from '../../python/library.ts'
import { typeName } from '../../python/values.ts'
import { evaluatePython } from './evaluate-python.ts'

// Looked for anywhere in the code, also within other words and within texts, as published.
const BLOCKED = ['import', 'exec', 'eval', 'open', '__', 'os.', 'sys.', 'subprocess']

const VOCABULARY: Vocabulary = new Map(byName([...NUMBER_FUNCTIONS, ...COLLECTION_FUNCTIONS, ...TYPES]))

const list = (items: readonly (number | string)[]): string =>
  `[${items.map((item) => (typeof item === 'string' ? `'${item}'` : item)).join(', ')}]`

const CODES: readonly ((rng: Rng) => string)[] = [
  (rng) => `sum(n * n for n in range(${rng.int(3, 40)}, ${rng.int(60, 400)})) / ${rng.int(3, 97)}`,
  (rng) => `round(sum(${list(drawFigures(rng))}) * ${rng.decimal(1.1, 8.9, 2)}, 3)`,
  (rng) => `[v * ${rng.int(3, 19)} for v in ${list(drawFigures(rng, 4, 6))} if v > ${rng.int(11, 20)}]`,
  (rng) => `' + '.join(sorted(${list(rng.sample(WORLD_CITIES, rng.int(4, 6)))}, key=len))`,
  (rng) => `'-'.join(word[:3] for word in ${list(rng.sample(WORLD_CITIES, rng.int(4, 6)))})`,
  (rng) => `'${drawStock(rng).items[0]}'[::-1].upper()`,
  (rng) => `f'{${rng.int(1001, 9889)} / ${rng.int(13, 97)}:.4f} ${rng.pick(['litres', 'tons', 'hours'])}'`,
]

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
  drawArguments: (rng) => ({ code: rng.pick(CODES)(rng) }),
})
