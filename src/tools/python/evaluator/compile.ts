import { arithmetic } from './arithmetic.ts'
import { COMPARISONS } from './compare.ts'
import { formatted, reprOf, strOf } from './format.ts'
import { fail, type Machine } from './machine.ts'
import { memberOf } from './methods.ts'
import { signed } from './numbers.ts'
import { itemOf, sliceOf } from './subscript.ts'
import { numberOf, Tokens, unescaped } from './tokens.ts'
import {
  call,
  dictOf,
  type Given,
  isTrue,
  iterate,
  PyDict,
  PyFunction,
  PyIterator,
  type PyValue,
  setOf,
  toArray,
  tupleOf,
  typeName,
} from './values.ts'

/** Names of the expression, of a call of a lambda, or of a comprehension. */
export class Scope {
  readonly names: Map<string, PyValue>
  private readonly parent: Scope | undefined
  private readonly isComprehension: boolean
  constructor(names: Map<string, PyValue>, parent?: Scope, isComprehension = false) {
    this.names = names
    this.parent = parent
    this.isComprehension = isComprehension
  }

  get(name: string): PyValue {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      const value = scope.names.get(name)
      if (value !== undefined) return value
    }
    return fail(`name ${JSON.stringify(name.slice(0, 60))} is not defined`)
  }

  /** What `:=` does: within a comprehension it binds the name outside. */
  assign(name: string, value: PyValue): PyValue {
    if (this.isComprehension && this.parent !== undefined) return this.parent.assign(name, value)
    this.names.set(name, value)
    return value
  }
}

/** A compiled expression. */
export type Code = (scope: Scope) => PyValue

/** A compiled element of a display or an argument; `name` is that of a keyword argument. */
interface Item {
  star: '' | '*' | '**'
  name?: string
  code: Code
}

/** One `for ... in ... if ...` of a comprehension. */
interface Clause {
  bind: (scope: Scope, value: PyValue) => void
  iterable: Code
  conditions: Code[]
}

/** Operators between two operands, from those that bind loosest on. The empty levels are those of `not` and of signs. */
const LEVELS = [
  ...[['or'], ['and'], [], Object.keys(COMPARISONS), ['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-']],
  ...[['*', '/', '//', '%'], [], ['**']],
]
const STRENGTH: Readonly<Record<string, number>> = Object.fromEntries(
  LEVELS.flatMap((operators, i) => operators.map((operator) => [operator, i + 1])),
)
const [NOT, COMPARISON, BIT_OR, UNARY, POWER] = [3, 4, 5, 11, 12]
const MAX_LENGTH = 20_000

/** Reads an expression and makes it a function, without a tree in between. */
class Compiler extends Tokens {
  private readonly m: Machine
  constructor(source: string, m: Machine) {
    super(source)
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
    this.expect(':=')
    const code = this.expression()
    return this.part((scope) => scope.assign(name, code(scope)))
  }

  /** Whether a name and the sign come next. */
  private isNamed(sign: string): boolean {
    const rest = this.source.slice(this.at).trimStart()
    return this.token.kind === 'name' && rest.startsWith(sign) && !rest.startsWith('==')
  }

  /** Expressions with commas between them: one value, or a tuple. */
  tuple(end: string, parse: () => Code = () => this.expression()): Code {
    const items = [this.item(parse)]
    if (this.token.text !== ',' && items[0]?.star === '') return items[0].code
    if (this.token.text !== ',') this.unexpected('*')
    this.rest(items, end, parse)
    return this.part((scope) => tupleOf(this.valuesOf(items, scope)))
  }

  private item(parse: () => Code): Item {
    const star = this.take('*') ? '*' : ''
    return { star, code: star === '' ? parse() : this.operation(BIT_OR) }
  }

  /** More items after the first, until the closing sign. */
  private rest(items: Item[], end: string, parse: () => Code): void {
    while (this.take(',')) {
      if (this.token.text === end || this.token.kind === 'end') return
      items.push(this.item(parse))
    }
  }

  private valuesOf(items: readonly Item[], scope: Scope): PyValue[] {
    const values: PyValue[] = []
    for (const { star, code } of items) {
      const value = code(scope)
      if (star === '') values.push(value)
      else for (const each of iterate(this.m, value)) values.push(each)
      this.m.make(1)
    }
    return values
  }

  /** The operator that comes next, where it binds at least so tightly. */
  private operator(least: number): string | undefined {
    const { kind, text } = this.token
    if (kind !== 'sign') return undefined
    const isNegated = text === 'not' && /^\s+in\b/.test(this.source.slice(this.at))
    const operator = isNegated ? 'not in' : text
    const strength = Object.hasOwn(STRENGTH, operator) ? (STRENGTH[operator] as number) : 0
    if (strength < least) return undefined
    this.next()
    if (isNegated) this.next()
    return operator === 'is' && this.take('not') ? 'is not' : operator
  }

  /** Operands with operators between them that bind at least so tightly. */
  private operation(least: number): Code {
    const { m } = this
    let left = m.nested(() => this.unary(least))
    for (let operator = this.operator(least); operator !== undefined; operator = this.operator(least)) {
      const [first, name, strength] = [left, operator, STRENGTH[operator] as number]
      if (strength === COMPARISON) {
        left = this.comparison(first, name)
        continue
      }
      const second = m.nested(() => this.operation(strength === POWER ? UNARY : strength + 1))
      if (name === 'and' || name === 'or')
        left = this.part((scope) => {
          const value = first(scope)
          return isTrue(m, value) === (name === 'or') ? value : second(scope)
        })
      else left = this.part((scope) => arithmetic(m, name, first(scope), second(scope)))
    }
    return left
  }

  /** A chain of comparisons: `a < b < c` compares each with the next. */
  private comparison(first: Code, operator: string): Code {
    const links: { compare: (typeof COMPARISONS)[string]; code: Code }[] = []
    for (let name: string | undefined = operator; name !== undefined; name = this.operator(COMPARISON))
      links.push({
        compare: COMPARISONS[name] as (typeof COMPARISONS)[string],
        code: this.operation(COMPARISON + 1),
      })
    return this.part((scope) => {
      let left = first(scope)
      return links.every(({ compare, code }) => {
        const right = code(scope)
        const holds = compare(this.m, left, right)
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
    const { text } = this.token
    if (!this.take('-') && !this.take('+') && !this.take('~')) return this.primary()
    const operand = this.operation(UNARY)
    return this.part((scope) => signed(text, operand(scope)))
  }

  /** An atom with what follows it: calls, members and subscripts. */
  private primary(): Code {
    const { m } = this
    let value = this.atom()
    for (;;) {
      const object = value
      if (this.take('.')) {
        const name = this.name()
        value = this.part((scope) => memberOf(object(scope), name))
      } else if (this.take('(')) {
        const args = this.args()
        value = this.part((scope) => {
          const callee = object(scope)
          const named = new Map<string, PyValue>()
          for (const { star, name, code } of args) {
            if (name !== undefined) named.set(name, code(scope))
            if (star !== '**') continue
            const dict = code(scope)
            if (!(dict instanceof PyDict)) fail('only a dict follows ** in a call')
            for (const [key, item] of dict.values()) named.set(strOf(m, key), item)
          }
          const positional = args.filter(({ star, name }) => star !== '**' && name === undefined)
          return call(m, callee, { positional: this.valuesOf(positional, scope), named })
        })
      } else if (this.take('[')) value = this.subscript(object)
      else return value
    }
  }

  private args(): Item[] {
    const args: Item[] = []
    while (!this.take(')')) {
      if (this.isNamed('=')) {
        const name = this.name()
        this.expect('=')
        args.push({ star: '', name, code: this.expression() })
      } else if (this.take('**')) args.push({ star: '**', code: this.expression() })
      else {
        const item = this.item(() => this.assignable())
        if (args.some(({ name }) => name !== undefined) && item.star === '')
          fail('invalid syntax: a positional argument follows a keyword argument')
        if (this.token.text === 'for')
          item.code = this.comprehension(item.code, ')', (values) => new PyIterator('generator', values))
        args.push(item)
      }
      if (this.token.text !== ')') this.expect(',')
    }
    return args
  }

  private subscript(object: Code): Code {
    const { m } = this
    const bounds: (Code | undefined)[] = []
    const bound = (): Code | undefined =>
      [':', ']', ','].includes(this.token.text) && this.token.kind === 'sign'
        ? undefined
        : this.tuple(']', () => this.assignable())
    bounds.push(bound())
    while (bounds.length < 3 && this.take(':')) bounds.push(bound())
    this.expect(']')
    const [index] = bounds
    if (bounds.length === 1) {
      if (index === undefined) return this.unexpected(']')
      return this.part((scope) => itemOf(m, object(scope), index(scope)))
    }
    return this.part((scope) =>
      sliceOf(
        m,
        object(scope),
        bounds.map((code): Given => code?.(scope)),
      ),
    )
  }

  private atom(): Code {
    const { kind, text } = this.token
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
    if (this.take('[')) return this.display(']', (values) => values)
    return this.take('{') ? this.braces() : this.unexpected(text)
  }

  private parenthesis(): Code {
    if (this.take(')')) return () => tupleOf([])
    const value = this.tuple(')', () => this.assignable())
    if (this.token.text === 'for')
      return this.comprehension(value, ')', (values) => new PyIterator('generator', values), true)
    this.expect(')')
    return value
  }

  /** A list, a set or a dict: its items, or a comprehension. */
  private display(end: string, make: (values: PyValue[]) => PyValue, parse = () => this.assignable()): Code {
    if (this.take(end)) return () => make([])
    const items = [this.item(parse)]
    if (this.token.text === 'for' && items[0]?.star === '')
      return this.comprehension(
        items[0].code,
        end,
        (values) => make(toArray(this.m, new PyIterator('generator', values))),
        true,
      )
    this.rest(items, end, parse)
    this.expect(end)
    return this.part((scope) => make(this.valuesOf(items, scope)))
  }

  /** A dict, whose items are pairs, or a set. */
  private braces(): Code {
    const { m } = this
    let isDict = this.token.text === '}'
    let isFirst = true
    const parse = (): Code => {
      const isSpread = this.take('**')
      const key = isSpread ? this.operation(BIT_OR) : this.assignable()
      const isPair = isSpread || this.take(':')
      if (!isFirst && isPair !== isDict) this.unexpected(this.token.text)
      isDict = isPair
      isFirst = false
      if (!isPair || isSpread) return key
      const value = this.expression()
      return this.part((scope) => tupleOf([key(scope), value(scope)], 'pair'))
    }
    const pairsOf = (value: PyValue): (readonly [PyValue, PyValue])[] => {
      if (value instanceof PyDict) return [...value.values()]
      return typeName(value) === 'pair'
        ? [value as unknown as [PyValue, PyValue]]
        : fail('only pairs, and a dict after **, stand in a dict')
    }
    return this.display(
      '}',
      (values) => (isDict ? dictOf(m, values.flatMap(pairsOf)) : setOf(m, values)),
      parse,
    )
  }

  /** `for ... in ... if ...` after an element; `end` closes the comprehension. */
  private comprehension(
    element: Code,
    end: string,
    make: (values: Generator<PyValue>) => PyValue,
    isClosed = false,
  ): Code {
    const { m } = this
    const clauses: Clause[] = []
    while (this.take('for')) {
      const bind = this.target('in')
      this.expect('in')
      const clause: Clause = { bind, iterable: this.operation(1), conditions: [] }
      while (this.take('if')) clause.conditions.push(this.operation(1))
      clauses.push(clause)
    }
    if (isClosed) this.expect(end)
    else if (this.token.text !== end) this.unexpected(this.token.text)
    function* rows(scope: Scope, at: number, values: Iterable<PyValue>): Generator<PyValue> {
      const { bind, conditions } = clauses[at] as Clause
      for (const value of values) {
        bind(scope, value)
        if (!conditions.every((condition) => isTrue(m, condition(scope)))) continue
        const inner = clauses[at + 1]
        if (inner === undefined) yield element(scope)
        else yield* rows(scope, at + 1, iterate(m, inner.iterable(scope)))
      }
    }
    return this.part((outer) => {
      const first = iterate(m, (clauses[0] as Clause).iterable(outer))
      return make(rows(new Scope(new Map(), outer, true), 0, first))
    })
  }

  /** The names that a `for` binds. */
  private target(end: string): Clause['bind'] {
    const targets: Clause['bind'][] = []
    let isTuple = false
    while (this.token.text !== end && this.token.text !== ')') {
      if (this.take('(')) {
        targets.push(this.target(')'))
        this.expect(')')
      } else {
        const name = this.name()
        targets.push((scope, value) => scope.names.set(name, value))
      }
      if (this.token.text === end) break
      this.expect(',')
      isTuple = true
    }
    const [single] = targets
    if (!isTuple && single !== undefined) return single
    return (scope, value) => {
      const values = toArray(this.m, value)
      if (values.length !== targets.length)
        fail(`${targets.length} names cannot take ${values.length} values`)
      for (const [i, bind] of targets.entries()) bind(scope, values[i] as PyValue)
    }
  }

  private lambda(): Code {
    const parameters: { name: string; fallback: Code | undefined }[] = []
    while (!this.take(':')) {
      const name = this.name()
      if (parameters.some((parameter) => parameter.name === name)) fail(`a lambda has two parameters ${name}`)
      parameters.push({ name, fallback: this.take('=') ? this.expression() : undefined })
      if (this.token.text !== ':') this.expect(',')
    }
    const body = this.expression()
    return this.part((scope) => {
      const fallbacks = parameters.map(({ fallback }) => fallback?.(scope))
      return new PyFunction('function', '<lambda>', (_, { positional, named }) => {
        const wrong = [...named.keys()].find(
          (key) => !parameters.some(({ name }, i) => name === key && i >= positional.length),
        )
        if (positional.length > parameters.length || wrong !== undefined)
          fail('a lambda is called with wrong arguments')
        const names = parameters.map(({ name }, i): [string, PyValue] => {
          const given =
            i < positional.length ? positional[i] : named.has(name) ? named.get(name) : fallbacks[i]
          return [name, given === undefined ? fail(`a lambda needs an argument "${name}"`) : given]
        })
        return body(new Scope(new Map(names), scope))
      })
    })
  }

  /** String literals one after the other are one. */
  private strings(): Code {
    const pieces: Code[] = []
    let isBytes = false
    while (this.token.kind === 'string') {
      const [, prefix = '', quote = ''] = /^(.*?)(['"]+)$/.exec(this.token.text.toLowerCase()) ?? []
      if (!/^(?:|r|u|b|f|br|rb|fr|rf)$/.test(prefix)) this.unexpected(this.token.text)
      isBytes ||= prefix.includes('b')
      if (prefix.includes('f')) pieces.push(...this.template(quote, prefix.includes('r')))
      else {
        const text = this.literal(quote, prefix.includes('r'), quote)
        this.at += quote.length
        pieces.push(() => text)
      }
      this.next()
    }
    const joined = (scope: Scope): string => {
      const texts = pieces.map((piece) => piece(scope) as string)
      this.m.make(pieces.length > 1 ? texts.reduce((sum, text) => sum + text.length, 0) : 0)
      return texts.join('')
    }
    if (!isBytes) return this.part(joined)
    return (scope) =>
      tupleOf(
        Array.from(joined(scope), (char) => BigInt(char.charCodeAt(0))),
        'bytes',
      )
  }

  /** Characters up to one of the stops, which stays; escape sequences are replaced. */
  private literal(quote: string, isRaw: boolean, ...stops: string[]): string {
    const from = this.at
    for (; !stops.some((stop) => this.source.startsWith(stop, this.at)); this.at++) {
      const char = this.source[this.at]
      if (char === undefined || (quote.length === 1 && (char === '\n' || char === '\r')))
        fail('a string is not closed')
      if (char === '\\') this.at++
    }
    const text = this.source.slice(from, this.at)
    return isRaw ? text : unescaped(text)
  }

  /** Pieces of an f-string, or of a format specification within one, which ends at a brace. */
  private template(quote: string, isRaw: boolean, isSpec = false): Code[] {
    const pieces: Code[] = []
    for (;;) {
      const text = this.literal(quote, isRaw, '{', '}', quote)
      pieces.push(() => text)
      const isEnd = this.source.startsWith(quote, this.at)
      const brace = this.source[this.at] as string
      if (isEnd && !isSpec) {
        this.at += quote.length
        return pieces
      }
      if (isEnd || (isSpec && brace === '}')) return pieces
      const isDouble = this.source[this.at + 1] === brace && !isSpec
      if (brace === '}' && !isDouble) fail('a single "}" in an f-string')
      this.at += isDouble ? 2 : 1
      pieces.push(isDouble ? () => brace : this.field(quote, isRaw))
    }
  }

  /** A replacement field of an f-string, from after its opening brace to its closing brace. */
  private field(quote: string, isRaw: boolean): Code {
    const { m } = this
    const [brackets, from] = [this.brackets, this.at]
    this.brackets = 1
    this.next()
    const value = this.tuple('}')
    this.at = this.token.from
    this.brackets = brackets
    const [suffix = '', label, conversion] = /^(=\s*)?(?:!([rs]))?/.exec(this.source.slice(this.at)) ?? []
    const prefix = label === undefined ? '' : this.source.slice(from, this.at) + label
    this.at += suffix.length
    const hasSpec = this.source[this.at] === ':'
    if (hasSpec) this.at++
    const spec = hasSpec ? this.template(quote, isRaw, true) : []
    if (this.source[this.at++] !== '}') fail('a field of an f-string is not closed, or not supported')
    const isRepr = conversion === 'r' || (label !== undefined && conversion === undefined && !hasSpec)
    return this.part((scope) => {
      const given = value(scope)
      const converted = isRepr ? reprOf(m, given) : conversion === 's' ? strOf(m, given) : given
      return prefix + formatted(m, converted, spec.map((piece) => piece(scope) as string).join(''))
    })
  }

  /** The whole source as one expression. */
  all(): Code {
    const code = this.tuple('')
    if (this.token.kind !== 'end') this.unexpected(this.token.text)
    return code
  }
}

/** Reads text that has to be exactly one expression. */
export function compile(text: string, m: Machine): Code {
  if (text.length > MAX_LENGTH)
    fail(`the expression is longer than ${MAX_LENGTH.toLocaleString('en')} characters`)
  return new Compiler(text.replace(/^[ \t]+/, ''), m).all()
}
