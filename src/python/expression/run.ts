import type { Json } from '../../shared/json.ts'
import { Evaluator } from './evaluate.ts'
import { Machine } from './machine.ts'
import { loadNames, saveNames } from './names.ts'
import { parse } from './parse.ts'
import { Scope } from './scope.ts'
import type { PyFunction, Value } from './values.ts'

/** What an expression is evaluated with. */
interface Setting {
  /** What the expression can name. */
  vocabulary: ReadonlyMap<string, Value>
  /** Values of names that earlier expressions assigned with `:=`, as {@link saveNames} writes them; added to. */
  names: Map<string, Json>
}

/** Vocabulary of functions by their own names. */
export const named = (functions: readonly PyFunction[]): [string, Value][] =>
  functions.map((callable) => [callable.name, callable])

/**
 * Evaluates text as one Python expression and gives what `finish` makes of its value. Names assigned with
 * `:=` are kept, unless the expression is refused.
 *
 * @throws EvaluationError where the expression is wrong, or takes more steps or space than is allowed
 */
export function run<T>(
  text: string,
  { vocabulary, names }: Setting,
  finish: (value: Value, machine: Machine) => T,
): T {
  const machine = new Machine()
  const known = loadNames(names)
  const scope = new Scope(known, new Scope(new Map(vocabulary)))
  const value = new Evaluator(machine).evaluate(parse(text), scope)
  const result = finish(value, machine)
  saveNames(names, known)
  return result
}
