import type { Target } from './ast.ts'
import { toArray } from './iterate.ts'
import { fail, type Machine } from './machine.ts'
import type { PyValue } from './values.ts'

/** Names of the expression, of one call of a lambda, or of one comprehension. */
export class NameScope {
  readonly names: Map<string, PyValue>
  private readonly parent: NameScope | undefined
  private readonly isComprehension: boolean

  constructor(names: Map<string, PyValue>, parent?: NameScope, isComprehension = false) {
    this.names = names
    this.parent = parent
    this.isComprehension = isComprehension
  }

  get(name: string): PyValue {
    let scope: NameScope | undefined = this
    while (scope !== undefined) {
      const value = scope.names.get(name)
      if (value !== undefined) return value
      scope = scope.parent
    }
    return fail(`name ${JSON.stringify(name.slice(0, 60))} is not defined`)
  }

  /** What `:=` does: in a comprehension it binds the name outside. */
  assign(name: string, value: PyValue): void {
    let scope: NameScope = this
    while (scope.isComprehension && scope.parent !== undefined) scope = scope.parent
    scope.names.set(name, value)
  }
}

/** Binds the names that follow `for`. */
export function bindTarget(m: Machine, scope: NameScope, target: Target, value: PyValue): void {
  if (target.kind === 'name') {
    scope.names.set(target.name, value)
    return
  }
  const values = toArray(m, value)
  if (values.length !== target.targets.length) {
    fail(`${target.targets.length} names cannot take ${values.length} values`)
  }
  target.targets.forEach((part, i) => {
    bindTarget(m, scope, part, values[i] as PyValue)
  })
}
