import { unprocessable } from '../../simulators/tool-error.ts'
import type { World } from '../../world/world.ts'
import { Evaluator } from './evaluate.ts'
import { EvaluationError, Machine } from './machine.ts'
import { loadNames, saveNames } from './names.ts'
import { parse } from './parse.ts'
import { Scope } from './scope.ts'
import type { PyFunction, Value } from './values.ts'

/** What an expression is evaluated with. */
interface Setting {
  /** Tool whose names the expression sees and assigns. */
  tool: string
  /** Parameter that is to blame for a wrong expression. */
  parameter: string
  vocabulary: ReadonlyMap<string, Value>
  world: World
}

/** Vocabulary of functions by their own names. */
export const named = (functions: readonly PyFunction[]): [string, Value][] =>
  functions.map((callable) => [callable.name, callable])

/**
 * Evaluates text as one Python expression and gives what `finish` makes of its value. Names assigned with
 * `:=` are kept in the world, unless the expression is refused.
 */
export function run<T>(text: string, setting: Setting, finish: (value: Value, machine: Machine) => T): T {
  const machine = new Machine()
  try {
    const names = loadNames(setting.world, setting.tool)
    const scope = new Scope(names, new Scope(new Map(setting.vocabulary)))
    const value = new Evaluator(machine).evaluate(parse(text), scope)
    const result = finish(value, machine)
    saveNames(setting.world, setting.tool, names)
    return result
  } catch (thrown) {
    if (thrown instanceof EvaluationError) throw unprocessable(setting.parameter, thrown.message)
    throw thrown
  }
}
