import { expect, test } from 'vitest'
import type { RuleOf } from '../../../../src/synthetic/tool-spec/rule.ts'
import { checkValue } from '../../../../src/synthetic/validate/checks/value-checks.ts'
import { UnansweredCall } from '../../../../src/tools/unanswered-call.ts'

const rule: RuleOf<'pattern'> = {
  kind: 'pattern',
  parameter: 'code',
  pattern: '(a+)+',
  from: { source: 'schema', text: '(a+)+' },
}

test('a long text is checked like a short one', () => {
  expect(checkValue('a'.repeat(2_000), rule)).toBeUndefined()
  expect(checkValue('b'.repeat(2_000), rule)).toBe('expected the pattern (a+)+')
})

const hostile = `${'a'.repeat(40)}!`

test('a pattern that would backtrack for hours is answered', () => {
  expect(checkValue(hostile, rule)).toBe('expected the pattern (a+)+')
})

test('a value that takes too long to check is neither right nor wrong', { timeout: 10_000 }, () => {
  const looking = { ...rule, pattern: '(?=a)(a+)+' }
  expect(() => checkValue(hostile, looking)).toThrow(UnansweredCall)
  expect(() => checkValue(hostile, looking)).toThrow('code takes more than 500 ms')
})
