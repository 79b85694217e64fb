import type { Json } from '../../shared/json.ts'
import { formatReprFloat } from '../../shared/python/number.ts'
import { formatBySpec, formatStr } from './format.ts'
import { readMember } from './library.ts'
import { applySign, COMPARISONS, computeArithmetic, readItem, takeSlice } from './operators.ts'
import { type Expression, readExpression, throwUnsupported } from './syntax.ts'
import {
  buildDict,
  callFunction,
  convertGiven,
  createItems,
  createScope,
  EvaluationError,
  isSequence,
  isTrue,
  listItems,
  Machine,
  PyDict,
  PyFunction,
  type PythonScope,
  type PyValue,
  throwEvaluationError,
  typeName,
} from './values.ts'

/** Parts of an expression, of which the grammar says how many there are. */
type ExpressionParts = [Expression, Expression, Expression, Expression, Expression]
/** @param of Evaluates a part */
type Evaluate = (
  parts: ExpressionParts,
  of: (part: Expression) => PyValue,
  m: Machine,
  scope: PythonScope,
  node: Expression,
) => PyValue

const readName = (node: Expression): string =>
  node.kind === 'VariableName' ? node.text : throwUnsupported(node)

const EVALUATORS: Readonly<Record<string, Evaluate>> = {
  Constant: (_, __, ___, ____, { constant }) => constant,
  VariableName: (_, __, ___, scope, { text }) =>
    text in scope
      ? (scope[text] as PyValue)
      : throwEvaluationError(`name ${JSON.stringify(text.slice(0, 60))} is not defined`),
  ExpressionStatement: ([inner], of) => of(inner),
  ParenthesizedExpression: ([inner], of) => of(inner),
  Template: (parts, of, m) => {
    const texts = parts.map((part) => convertGiven('str', of(part), 'each joined text'))
    m.make(texts.reduce((sum, text) => sum + text.length, 0))
    return texts.join('')
  },
  FormatReplacement: ([value, format], of, m) => {
    if (format && (format.kind !== 'FormatSpec' || format.parts.length > 1)) throwUnsupported(format)
    return formatBySpec(m, of(value), format?.text.slice(1) ?? '')
  },
  ArrayExpression: (parts, of, m) => {
    m.make(parts.length)
    return parts.map(of)
  },
  TupleExpression: (parts, of, m) => {
    m.make(parts.length)
    return createItems('tuple', parts.map(of))
  },
  DictionaryExpression: (parts, of, m) => {
    const keys = parts.filter((_, i) => i % 3 === 0)
    return buildDict(
      m,
      keys.map((key, i) => [of(key), of(parts[i * 3 + 2] as Expression)]),
    )
  },
  ComprehensionExpression: (parts, _, m, scope) =>
    createItems('generator', evaluateComprehension(m, parts, scope)),
  ArrayComprehensionExpression: (parts, _, m, scope) => evaluateComprehension(m, parts, scope),
  DictionaryComprehensionExpression: (parts, _, m, scope) =>
    buildDict(m, evaluateComprehension(m, parts, scope) as [PyValue, PyValue][]),
  not: ([operand], of, m) => !isTrue(m, of(operand)),
  and: ([left, right], of, m) => {
    const value = of(left)
    return isTrue(m, value) ? of(right) : value
  },
  or: ([left, right], of, m) => {
    const value = of(left)
    return isTrue(m, value) ? value : of(right)
  },
  UnaryExpression: ([operator, operand], of) => applySign(operator.text, of(operand)),
  BinaryExpression: ([left, operator, right], of, m) =>
    computeArithmetic(m, operator.text, of(left), of(right)),
  // A chain `a < b < c` compares each with the next.
  Comparison: ([first, ...links], of, m) => {
    let left = of(first)
    return links.every((link, i) => {
      if (i % 2 === 0) return true
      const [before, right] = [left, of(link)]
      left = right
      return COMPARISONS[links[i - 1]?.text ?? '']?.(m, before, right)
    })
  },
  ConditionalExpression: ([value, , condition, , other], of, m) =>
    isTrue(m, of(condition)) ? of(value) : of(other),
  NamedExpression: ([target, , value], of, _, scope) => {
    const assigned = of(value)
    scope[readName(target)] = assigned
    return assigned
  },
  LambdaExpression: ([, parameters, , body], _, m, scope) => {
    const names = parameters.parts.map(readName)
    return new PyFunction('<lambda>', (__, args, named) => {
      if (args.length !== names.length || named.size > 0)
        throwEvaluationError(`a lambda with ${names.length} parameters was called with other arguments`)
      const given = names.map((name, i) => [name, args[i] as PyValue] as const)
      return evaluateNode(m, body, createScope(scope, given))
    })
  },
  MemberExpression: ([value, sign, ...rest], of, m) => {
    const object = of(value)
    if (sign.kind === '.') return readMember(object, rest[0].text)
    const bounds: PyValue[] = [null]
    for (const [i, node] of [sign, ...rest].entries())
      if (node.kind === ':') bounds.push(null)
      else if (i > 0 && rest[i - 2]?.kind !== ':' && sign.kind !== ':') throwUnsupported(node)
      else bounds[bounds.length - 1] = of(node)
    return bounds.length === 1 ? readItem(m, object, bounds[0] as PyValue) : takeSlice(m, object, bounds)
  },
  CallExpression: ([callee, { parts }], of, m, scope) => {
    const called = of(callee)
    if (parts.some(({ kind }) => kind === 'for'))
      return callFunction(m, called, [createItems('generator', evaluateComprehension(m, parts, scope))])
    const firstNamed = parts.findIndex(({ kind }) => kind === 'Keyword')
    const [args, named] = firstNamed < 0 ? [parts, []] : [parts.slice(0, firstNamed), parts.slice(firstNamed)]
    const evaluatePair = ({ kind, parts: [name, , value] }: Expression): [string, PyValue] =>
      kind === 'Keyword' && name && value
        ? [readName(name), of(value)]
        : throwEvaluationError('invalid syntax: a positional argument follows a keyword argument')
    return callFunction(m, called, args.map(of), new Map(named.map(evaluatePair)))
  },
}

function evaluateNode(m: Machine, node: Expression, scope: PythonScope): PyValue {
  m.step()
  const run = EVALUATORS[node.kind] ?? throwUnsupported(node)
  return m.runNested(() =>
    run(node.parts as ExpressionParts, (part) => evaluateNode(m, part, scope), m, scope, node),
  )
}

/** Values of an element, or of the key and the value of a dict, with `for ... in ... if ...` after it. */
function evaluateComprehension(m: Machine, parts: Expression[], outer: PythonScope): PyValue[] {
  const from = parts.findIndex(({ kind }) => kind === 'for')
  const [element, colon, value] = parts.slice(0, from) as ExpressionParts
  if (colon !== undefined && colon.kind !== ':') throwUnsupported(colon)
  const [values, scope]: [PyValue[], PythonScope] = [[], createScope(outer)]
  runRounds(m, parts.slice(from), scope, () => {
    m.make(1)
    const first = evaluateNode(m, element, scope)
    values.push(value === undefined ? first : [first, evaluateNode(m, value, scope)])
  })
  return values
}

/** Runs the work for each round of the loops whose conditions hold. */
function runRounds(m: Machine, [word, ...nodes]: Expression[], scope: PythonScope, work: () => void): void {
  m.step(nodes.length / 16)
  if (word === undefined) return void work()
  const at = word.kind === 'for' ? nodes.findIndex(({ kind }) => kind === 'in') + 1 : 0
  const [source, rest] = [nodes[at] as Expression, nodes.slice(at + 1)]
  const runNextRound = (): void => m.runNested(() => runRounds(m, rest, scope, work))
  if (word.kind === 'if') return void (isTrue(m, evaluateNode(m, source, scope)) && runNextRound())
  if (word.kind !== 'for') throwUnsupported(word)
  const names = nodes.slice(0, at - 1).map(readName)
  for (const item of listItems(m, evaluateNode(m, source, scope))) {
    const items = names.length === 1 ? [item] : listItems(m, item)
    if (items.length !== names.length)
      throwEvaluationError(`cannot assign ${items.length} values to ${names.length} names`)
    for (const [i, name] of names.entries()) scope[name] = items[i] as PyValue
    runNextRound()
  }
}

/** What an expression can name. */
export type Vocabulary = Iterable<readonly [string, PyValue]>

/**
 * Evaluates text as one Python expression.
 *
 * @param finish Makes the result of the value; its last argument has the names that `:=` assigned
 * @throws EvaluationError where the expression is wrong, is not supported, or takes more steps or space than is allowed
 */
export function evaluate<T>(
  text: string,
  vocabulary: Vocabulary,
  finish: (value: PyValue, m: Machine, assigned: PythonScope) => T,
): T {
  const m = new Machine()
  const scope = createScope(createScope(null, vocabulary))
  return finish(evaluateNode(m, readExpression(text, m), scope), m, scope)
}

/** What is wrong with the notation of an expression; undefined where it can be read. */
export function findSyntaxProblem(text: string): string | undefined {
  try {
    readExpression(text, new Machine())
    return undefined
  } catch (error) {
    if (error instanceof EvaluationError) return error.message
    throw error
  }
}

/** The value as JSON. Ints beyond 2^53, infinities and NaN are given as the text that `str` makes of them. */
export function toJson(m: Machine, value: PyValue): Json {
  m.make(typeof value === 'string' ? value.length : 1)
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : formatReprFloat(value)
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (isSequence(value)) return m.runNested(() => value.map((item) => toJson(m, item)))
  if (!(value instanceof PyDict))
    return throwEvaluationError(`a result of type ${typeName(value)} is not supported: list() may help`)
  const formatDictKey = (key: PyValue): string =>
    key === null || typeof key === 'boolean' ? String(key) : formatStr(m, key)
  return m.runNested(() =>
    Object.fromEntries(Array.from(value.values(), ([key, item]) => [formatDictKey(key), toJson(m, item)])),
  )
}

/** The Python value of JSON: a whole number is an int. */
export function convertFromJson(value: Json): PyValue {
  if (Array.isArray(value)) return value.map(convertFromJson)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (value === null || typeof value !== 'object') return value
  return buildDict(
    new Machine(),
    Object.entries(value).map(([key, item]) => [key, convertFromJson(item)]),
  )
}
