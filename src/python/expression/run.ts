import type { Json } from '../../shared/json.ts'
import { Evaluator } from './evaluate.ts'
import { Machine } from './machine.ts'
import { loadNames, saveNames } from './names.ts'
import { parse } from './parse.ts'
import { NameScope } from './scope.ts'
import type { PyFunction, PyValue } from './values.ts'

/** What an expression is evaluated with. */
interface Setting {
  /** What the expression can name. */
  vocabulary: ReadonlyMap<string, PyValue>
  /** Values of names that earlier expressions assigned with `:=`, as {@link saveNames} writes them; added to. */
  names: Map<string, Json>
}

/** Vocabulary of functions by their own names. */
export const byOwnName = (functions: readonly PyFunction[]): [string, PyValue][] =>
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
  finish: (value: PyValue, machine: Machine) => T,
): T {
  const machine = new Machine()
  const known = loadNames(names)
  const scope = new NameScope(known, new NameScope(new Map(vocabulary)))
  const value = new Evaluator(machine).evaluate(parse(text), scope)
  const result = finish(value, machine)
  saveNames(names, known)
  return result
}
