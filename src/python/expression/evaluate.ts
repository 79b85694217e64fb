import { arithmetic, negate } from './arithmetic.ts'
import type { ExpressionNode, Item, Piece } from './ast.ts'
import { dictOf, setEntry, setOf } from './collections.ts'
import { comparison } from './compare.ts'
import { comprehension } from './comprehension.ts'
import type { Evaluation } from './evaluation.ts'
import { convert } from './format-method.ts'
import { format } from './format-spec.ts'
import { iterate } from './iterate.ts'
import { lambda } from './lambda.ts'
import { fail, type Machine } from './machine.ts'
import { member } from './members.ts'
import type { NameScope } from './scope.ts'
import { subscript } from './subscript.ts'
import { isTrue } from './truth.ts'
import { type Args, call, PyDict, PyList, PySlice, PyTuple, type PyValue, typeName } from './values.ts'

/** Evaluates expression trees within the bounds of one machine. */
export class Evaluator implements Evaluation {
  readonly m: Machine
  constructor(m: Machine) {
    this.m = m
  }

  evaluate(node: ExpressionNode, scope: NameScope): PyValue {
    this.m.step()
    if (node.kind === 'constant') return node.value
    if (node.kind === 'name') return scope.get(node.name)
    this.m.enter()
    const value = this.compound(node, scope)
    this.m.leave()
    return value
  }

  private compound(node: Exclude<ExpressionNode, { kind: 'constant' | 'name' }>, scope: NameScope): PyValue {
    const { m } = this
    switch (node.kind) {
      case 'format':
        return this.text(node.pieces, scope)
      case 'list':
        return new PyList(this.items(node.items, scope))
      case 'tuple':
        return new PyTuple(this.items(node.items, scope))
      case 'set':
        return setOf(m, this.items(node.items, scope))
      case 'dict':
        return this.dict(node.entries, scope)
      case 'comprehension':
        return comprehension(this, node, scope)
      case 'unary':
        return negate(m, node.operator, this.evaluate(node.operand, scope))
      case 'not':
        return !isTrue(m, this.evaluate(node.operand, scope))
      case 'arithmetic': {
        let value = this.evaluate(node.first, scope)
        for (const { operator, operand } of node.rest) {
          m.step()
          value = arithmetic(m, operator, value, this.evaluate(operand, scope))
        }
        return value
      }
      case 'comparison':
        return this.comparison(node, scope)
      case 'logic': {
        let value: PyValue = node.operator === 'and'
        for (const operand of node.operands) {
          value = this.evaluate(operand, scope)
          if (isTrue(m, value) !== (node.operator === 'and')) break
        }
        return value
      }
      case 'conditional':
        return this.evaluate(
          isTrue(m, this.evaluate(node.condition, scope)) ? node.whenTrue : node.whenFalse,
          scope,
        )
      case 'lambda':
        return lambda(this, node, scope)
      case 'call': {
        const callee = this.evaluate(node.callee, scope)
        return call(m, callee, this.args(node, scope))
      }
      case 'member':
        return member(this.evaluate(node.object, scope), node.name)
      case 'subscript':
        return subscript(m, this.evaluate(node.object, scope), this.evaluate(node.index, scope))
      case 'slice':
        return new PySlice(
          this.evaluate(node.start, scope),
          this.evaluate(node.stop, scope),
          this.evaluate(node.step, scope),
        )
      case 'assign': {
        const value = this.evaluate(node.value, scope)
        scope.assign(node.name, value)
        return value
      }
    }
  }

  private comparison(node: Extract<ExpressionNode, { kind: 'comparison' }>, scope: NameScope): PyValue {
    let left = this.evaluate(node.first, scope)
    for (const { operator, operand } of node.rest) {
      const right = this.evaluate(operand, scope)
      if (!comparison(this.m, operator, left, right)) return false
      left = right
    }
    return true
  }

  private items(items: Item[], scope: NameScope): PyValue[] {
    const values: PyValue[] = []
    for (const { value: node, star } of items) {
      const value = this.evaluate(node, scope)
      for (const item of star ? iterate(this.m, value) : [value]) {
        this.m.make(1)
        values.push(item)
      }
    }
    return values
  }

  private dict(
    entries: { key: ExpressionNode | undefined; value: ExpressionNode }[],
    scope: NameScope,
  ): PyDict {
    const dict = dictOf(this.m, [])
    for (const { key, value } of entries) {
      if (key !== undefined) {
        setEntry(this.m, dict, this.evaluate(key, scope), this.evaluate(value, scope))
        continue
      }
      const other = this.evaluate(value, scope)
      if (!(other instanceof PyDict)) fail(`"**" spreads a dict, not ${typeName(other)}`)
      for (const [otherKey, item] of other.entries.values()) setEntry(this.m, dict, otherKey, item)
    }
    return dict
  }

  private args(node: Extract<ExpressionNode, { kind: 'call' }>, scope: NameScope): Args {
    const positional: PyValue[] = []
    const named = new Map<string, PyValue>()
    const addNamed = (name: PyValue, value: PyValue): void => {
      if (typeof name !== 'string') fail('names of arguments are texts')
      if (named.has(name)) fail(`the argument "${name.slice(0, 60)}" is given twice`)
      this.m.make(1)
      named.set(name, value)
    }
    for (const { name, star, value: given } of node.args) {
      const value = this.evaluate(given, scope)
      if (name === '**') {
        if (!(value instanceof PyDict)) fail(`"**" spreads a dict, not ${typeName(value)}`)
        for (const [key, item] of value.entries.values()) addNamed(key, item)
      } else if (name !== undefined) addNamed(name, value)
      else {
        for (const item of star ? iterate(this.m, value) : [value]) {
          this.m.make(1)
          positional.push(item)
        }
      }
    }
    return { positional, named }
  }

  private text(pieces: Piece[], scope: NameScope): string {
    let text = ''
    for (const piece of pieces) {
      let part: string
      if (typeof piece === 'string') part = piece
      else {
        const value = convert(this.m, this.evaluate(piece.value, scope), piece.conversion)
        part = piece.label + format(this.m, value, this.text(piece.spec, scope))
      }
      this.m.make(part.length)
      text += part
    }
    return text
  }
}
