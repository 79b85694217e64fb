import { formatted } from './format.ts'
import { memberOf } from './library.ts'
import { arithmetic, COMPARISONS, itemOf, STRENGTH, signed, sliceOf } from './operators.ts'
import { numberOf, stringOf, Tokens, unescaped } from './tokens.ts'
import {
  call,
  dictOf,
  fail,
  isTrue,
  itemsOf,
  type Machine,
  PyFunction,
  PyIterable,
  type PyValue,
  Scope,
  tupleOf,
} from './values.ts'

/** A compiled expression. */
export type Code = (scope: Scope) => PyValue

/** One `for ... in ... if ...` of a comprehension. */
interface Clause {
  bind: (scope: Scope, value: PyValue) => void
  iterable: Code
  conditions: Code[]
}

const [NOT, COMPARISON, UNARY, POWER] = [3, 4, 10, 11]
const MAX_LENGTH = 20_000

/** Reads an expression and makes it a function, without a tree in between. */
class Compiler extends Tokens {
  private readonly m: Machine
  constructor(source: string, m: Machine, at = 0, brackets = 0) {
    super(source, at, brackets)
    this.m = m
    this.next()
  }

  /** A part whose evaluation counts as a step and a level. */
  private part(run: Code): Code {
    const { m } = this
    return (scope) => {
      m.step()
      return m.nested(() => run(scope))
    }
  }

  /** A lambda, or an operand with `if ... else`. */
  expression(): Code {
    return this.m.nested(() => {
      if (this.take('lambda')) return this.lambda()
      const value = this.operation(1)
      if (!this.take('if')) return value
      const condition = this.operation(1)
      this.expect('else')
      const other = this.expression()
      return this.part((scope) => (isTrue(this.m, condition(scope)) ? value(scope) : other(scope)))
    })
  }

  /** An expression that may be an assignment `name := value`. */
  private assignable(): Code {
    if (!this.isNamed(':=')) return this.expression()
    const name = this.name()
    this.next()
    const code = this.expression()
    return this.part((scope) => {
      if (!scope.isAssignable) fail('an assignment within a comprehension or a lambda is not supported')
      const value = code(scope)
      scope.names.set(name, value)
      return value
    })
  }

  /** Whether a name and the sign come next. */
  private isNamed(sign: string): boolean {
    const rest = this.rest.trimStart()
    return this.kind === 'name' && rest.startsWith(sign) && !rest.startsWith('==')
  }

  /** Expressions with commas between them: one value, or a tuple. */
  tuple(parse: () => Code = () => this.expression()): Code {
    const first = parse()
    if (!this.is(',')) return first
    const items = [first, ...this.more(parse)]
    return this.part((scope) => tupleOf(this.valuesOf(items, scope)))
  }

  /** Items that each follow a comma, which may also be the last. */
  private more(parse: () => Code): Code[] {
    const items: Code[] = []
    while (this.take(',') && !this.is(')', ']', '}') && this.kind !== 'end') items.push(parse())
    return items
  }

  private valuesOf(items: readonly Code[], scope: Scope): PyValue[] {
    this.m.make(items.length)
    return items.map((code) => code(scope))
  }

  /** The operator that comes next, where it binds at least so tightly. */
  private operator(least: number): string | undefined {
    if (this.kind !== 'sign') return undefined
    const isNegated = this.text === 'not' && /^\s+in\b/.test(this.rest)
    const operator = isNegated ? 'not in' : this.text
    if ((STRENGTH.get(operator) ?? 0) < least) return undefined
    this.next()
    if (isNegated) this.next()
    return operator === 'is' && this.take('not') ? 'is not' : operator
  }

  /** Operands with operators between them that bind at least so tightly. */
  private operation(least: number): Code {
    const { m } = this
    let left = m.nested(() => this.unary(least))
    for (let name = this.operator(least); name !== undefined; name = this.operator(least)) {
      const [first, operator, strength] = [left, name, STRENGTH.get(name) as number]
      if (strength === COMPARISON) {
        left = this.comparison(first, operator)
        continue
      }
      const second = m.nested(() => this.operation(strength === POWER ? UNARY : strength + 1))
      if (operator === 'and' || operator === 'or')
        left = this.part((scope) => {
          const value = first(scope)
          return isTrue(m, value) === (operator === 'or') ? value : second(scope)
        })
      else left = this.part((scope) => arithmetic(m, operator, first(scope), second(scope)))
    }
    return left
  }

  /** A chain of comparisons: `a < b < c` compares each with the next. */
  private comparison(first: Code, operator: string): Code {
    const links: [operator: string, code: Code][] = []
    for (let name: string | undefined = operator; name !== undefined; name = this.operator(COMPARISON))
      links.push([name, this.operation(COMPARISON + 1)])
    return this.part((scope) => {
      let left = first(scope)
      return links.every(([name, code]) => {
        const right = code(scope)
        const holds = COMPARISONS[name]?.(this.m, left, right) ?? false
        left = right
        return holds
      })
    })
  }

  private unary(least: number): Code {
    if (least <= NOT && this.take('not')) {
      const operand = this.operation(NOT)
      return this.part((scope) => !isTrue(this.m, operand(scope)))
    }
    const { text } = this
    if (!this.is('-', '+', '~')) return this.primary()
    this.next()
    const operand = this.operation(UNARY)
    return this.part((scope) => signed(text, operand(scope)))
  }

  /** An atom with what follows it: calls, members and subscripts. */
  private primary(): Code {
    let value = this.atom()
    for (;;) {
      const object = value
      if (this.take('.')) {
        const name = this.name()
        value = this.part((scope) => memberOf(object(scope), name))
      } else if (this.take('(')) value = this.callOf(object)
      else if (this.take('[')) value = this.subscript(object)
      else return value
    }
  }

  private callOf(callee: Code): Code {
    const args: Code[] = []
    const keywords: [string, Code][] = []
    while (!this.take(')')) {
      if (this.isNamed('=')) {
        const name = this.name()
        this.next()
        keywords.push([name, this.expression()])
      } else if (keywords.length > 0) fail('invalid syntax: a positional argument follows a keyword argument')
      else {
        const code = this.assignable()
        args.push(this.is('for') ? this.generator(code) : code)
      }
      if (!this.is(')')) this.expect(',')
    }
    return this.part((scope) => {
      const called = callee(scope)
      const positional = this.valuesOf(args, scope)
      return call(this.m, called, {
        positional,
        named: new Map(keywords.map(([name, code]) => [name, code(scope)])),
      })
    })
  }

  private subscript(object: Code): Code {
    const { m } = this
    if (this.is(']')) this.unexpected()
    const bound = (): Code => (this.is(':', ']') ? () => null : this.expression())
    const bounds = [bound()]
    while (bounds.length < 3 && this.take(':')) bounds.push(bound())
    this.expect(']')
    return this.part((scope) => {
      const value = object(scope)
      const given = this.valuesOf(bounds, scope)
      return given.length === 1 ? itemOf(m, value, given[0] as PyValue) : sliceOf(m, value, given)
    })
  }

  private atom(): Code {
    const { kind, text } = this
    if (kind === 'string') return this.strings()
    if (kind === 'end') return fail('invalid syntax: the expression ends too early, or is empty')
    if (kind === 'number' || kind === 'name') {
      this.next()
      const value = kind === 'number' ? numberOf(text) : null
      return kind === 'number' ? () => value : (scope) => scope.get(text)
    }
    if (this.take('None')) return () => null
    if (this.take('True')) return () => true
    if (this.take('False')) return () => false
    if (this.take('(')) return this.parenthesis()
    if (this.take('['))
      return this.display(
        ']',
        () => this.assignable(),
        (items) => items,
      )
    if (!this.take('{')) return this.unexpected()
    return this.display(
      '}',
      () => this.pair(),
      (pairs) => dictOf(this.m, pairs as [PyValue, PyValue][]),
    )
  }

  private parenthesis(): Code {
    if (this.take(')')) return () => tupleOf([])
    const value = this.tuple(() => this.assignable())
    const code = this.is('for') ? this.generator(value) : value
    this.expect(')')
    return code
  }

  /** A list or a dict: its items, or a comprehension. */
  private display(end: string, parse: () => Code, make: (values: PyValue[]) => PyValue): Code {
    if (this.take(end)) return () => make([])
    const first = parse()
    const generator = this.is('for') ? this.generator(first) : undefined
    const items = generator === undefined ? [first, ...this.more(parse)] : []
    this.expect(end)
    return this.part((scope) =>
      make(generator === undefined ? this.valuesOf(items, scope) : itemsOf(this.m, generator(scope))),
    )
  }

  /** A key and a value of a dict. */
  private pair(): Code {
    const key = this.expression()
    if (!this.take(':')) fail('a set in braces is not supported: use a list')
    const value = this.expression()
    return this.part((scope) => [key(scope), value(scope)])
  }

  /** `for ... in ... if ...` after an element. */
  private generator(element: Code): Code {
    const { m } = this
    const clauses: Clause[] = []
    while (this.take('for')) {
      const bind = this.target()
      this.expect('in')
      const clause: Clause = { bind, iterable: this.operation(1), conditions: [] }
      while (this.take('if')) clause.conditions.push(this.operation(1))
      clauses.push(clause)
    }
    return this.part((outer) => {
      const values: PyValue[] = []
      const scope = new Scope(new Map(), outer)
      const run = (at: number): void => {
        const clause = clauses[at]
        if (clause === undefined) {
          m.make(1)
          values.push(element(scope))
          return
        }
        for (const value of itemsOf(m, clause.iterable(at === 0 ? outer : scope))) {
          clause.bind(scope, value)
          if (clause.conditions.every((condition) => isTrue(m, condition(scope)))) run(at + 1)
        }
      }
      run(0)
      return new PyIterable('generator', values, true)
    })
  }

  /** The names that a `for` binds. */
  private target(): Clause['bind'] {
    if (this.is('(')) fail('a target of "for" in parentheses is not supported')
    const names = [this.name()]
    if (!this.is(',')) return (scope, value) => scope.names.set(names[0] as string, value)
    while (this.take(',')) names.push(this.name())
    return (scope, value) => {
      const values = itemsOf(this.m, value)
      if (values.length !== names.length) fail(`${names.length} names cannot take ${values.length} values`)
      for (const [i, name] of names.entries()) scope.names.set(name, values[i] as PyValue)
    }
  }

  private lambda(): Code {
    const names: string[] = []
    while (!this.take(':')) {
      names.push(this.name())
      if (this.is('=')) fail('a default value in a lambda is not supported')
      if (!this.is(':')) this.expect(',')
    }
    const body = this.expression()
    return this.part(
      (scope) =>
        new PyFunction('<lambda>', (_, { positional, named }) => {
          if (positional.length !== names.length || named.size > 0)
            fail(`a lambda of ${names.length} parameters is called with other arguments`)
          return body(new Scope(new Map(names.map((name, i) => [name, positional[i] as PyValue])), scope))
        }),
    )
  }

  /** String literals one after the other are one. */
  private strings(): Code {
    const pieces: Code[] = []
    let isBytes = false
    for (; this.kind === 'string'; this.next()) {
      const { mark, body } = stringOf(this)
      isBytes ||= mark === 'b'
      const text = mark === 'r' ? body : unescaped(body)
      pieces.push(...(mark === 'f' ? this.template(body) : [() => text]))
    }
    return this.part((scope) => {
      const texts = pieces.map((piece) => piece(scope) as string)
      this.m.make(texts.length > 1 ? texts.reduce((sum, text) => sum + text.length, 0) : 0)
      const whole = texts.join('')
      return isBytes ? new PyIterable('bytes', Array.from(Buffer.from(whole, 'latin1'), BigInt)) : whole
    })
  }

  /** Pieces of an f-string. */
  private template(body: string): Code[] {
    const { m } = this
    const pieces: Code[] = []
    let at = 0
    while (at < body.length) {
      const literal = /^(?:[^{}]|\{\{|\}\})+/.exec(body.slice(at))?.[0] ?? ''
      at += literal.length
      const text = unescaped(literal.replaceAll('{{', '{').replaceAll('}}', '}'))
      pieces.push(() => text)
      if (at >= body.length) break
      if (body[at] === '}') fail('a single "}" in an f-string')
      const field = new Compiler(body, m, at + 1, 1)
      const value = field.expression()
      const [whole, spec = ''] = /^(?::([^{}]*))?\}/.exec(body.slice(field.from)) ?? []
      if (whole === undefined)
        return fail(`a field of an f-string is not closed, or not supported: ${body.slice(at, at + 40)}`)
      pieces.push(this.part((scope) => formatted(m, value(scope), spec)))
      at = field.from + whole.length
    }
    return pieces
  }
}

/** Reads text that has to be exactly one expression. */
export function compile(text: string, m: Machine): Code {
  if (text.length > MAX_LENGTH)
    fail(`the expression is longer than ${MAX_LENGTH.toLocaleString('en')} characters`)
  const compiler = new Compiler(text.replace(/^[ \t]+|\s+$/g, ''), m)
  const code = compiler.tuple()
  return compiler.kind === 'end' ? code : compiler.unexpected()
}
