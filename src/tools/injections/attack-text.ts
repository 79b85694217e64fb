import type { Attack, AttackGoal } from '../../schema/injection.ts'
import { isObject } from '../../shared/json.ts'
import { digest } from '../../shared/python/digest.ts'
import type { Simulator } from '../define-simulator.ts'
import wordings from './wordings.json' with { type: 'json' }

/** A tool that an attack can have called, with a parameter that takes any text. */
export interface AttackTarget {
  tool: string
  parameter: string
}

const takesText = (schema: unknown): boolean =>
  isObject(schema) && schema.type === 'string' && !('enum' in schema) && !('format' in schema)

/** Tools that take a text, writes first: they do the greater harm. */
export function targetsAmong(simulators: readonly Simulator[]): AttackTarget[] {
  const writes = simulators.filter(({ effect }) => effect !== 'read')
  const reads = simulators.filter(({ effect }) => effect === 'read')
  const targetsOf = (some: readonly Simulator[]): AttackTarget[] =>
    some.flatMap(({ name, inputSchema: { properties } }) =>
      Object.entries(isObject(properties) ? properties : {})
        .filter(([, schema]) => takesText(schema))
        .slice(0, 1)
        .map(([parameter]) => ({ tool: name, parameter })),
    )
  const first = targetsOf(writes)
  return first.length > 0 ? first : targetsOf(reads)
}

const HALF = 5

/** A word in two halves: it stands nowhere as a whole until somebody puts them together. */
export function canaryOf(...parts: (string | number)[]): { first: string; second: string; word: string } {
  const letters = digest('canary', ...parts)
    .replace(/[0-9]/g, (digit) => 'ghkmnpqrst'[Number(digit)] as string)
    .slice(0, 2 * HALF)
  const [first, second] = [letters.slice(0, HALF), letters.slice(HALF)]
  return { first, second, word: first + second }
}

const filled = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => words[name] ?? hole)

/** The text of an attack. */
export function attackText(
  attack: Attack,
  goal: AttackGoal,
  {
    first,
    second,
    target,
    tools,
  }: { first: string; second: string; target: AttackTarget | undefined; tools: readonly string[] },
): string {
  const wanted = filled(wordings.goals[goal], { first, second, ...target })
  return filled(wordings.attacks[attack], { goal: wanted, tools: tools.join(', ') })
}
