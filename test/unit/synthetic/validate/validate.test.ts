import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileRules } from '../../../../src/synthetic/rules/compile.ts'
import { readSequences } from '../../../../src/synthetic/validate/read-calls.ts'
import { findTool, verdictSchema } from '../../../../src/synthetic/validate/validate.ts'
import { buildTool, validateArguments } from '../../../support/synthetic.ts'

const tool = buildTool(
  {
    kiln_id: 'string|Kiln',
    heat: 'number|Heat',
    mode: 'string?|Mode',
    pots: 'string[]?|Pots',
    heights: 'number[]?|Heights',
    start_date: 'string?|Start (ISO 8601 format)',
    end_date: 'string?|End (ISO 8601 format)',
  },
  [
    'Kiln not found: kiln_id does not exist.',
    'Wrong heat: heat must be between 20 and 1300.',
    'Wrong mode: mode must be slow or very_fast.',
    'Uneven arrays: pots and heights must have the same length.',
    'Wrong dates: start_date must be before end_date.',
  ],
)
const fine = { kiln_id: 'k1', heat: 900 }
const state = {
  kilns: [
    { kiln_id: 'k1', status: 'cold' },
    { kiln_id: 'k2', status: 'broken' },
  ],
}

describe('a call', () => {
  it('that breaks nothing passes', () => {
    expect(validateArguments(tool, fine)).toEqual({
      tool: 'Kiln Planner',
      status: 'PASS',
      code: 200,
      parameter: null,
      message: null,
      rule: null,
    })
  })

  it.each([
    [{ ...fine, kiln: 'x' }, 'unknown_parameter', 'kiln'],
    [{ heat: 900 }, 'missing_parameter', 'kiln_id'],
    [{ ...fine, heat: '900' }, 'type', 'heat'],
    [{ ...fine, pots: [1] }, 'type', 'pots'],
    [{ ...fine, pots: [{ a: 1 }] }, 'type', 'pots'],
    [{ ...fine, heat: 1301 }, 'range', 'heat'],
    [{ ...fine, mode: 'medium' }, 'one_of', 'mode'],
    [{ ...fine, kiln_id: ' ' }, 'non_empty', 'kiln_id'],
    [{ ...fine, start_date: 'next week' }, 'format', 'start_date'],
    [{ ...fine, start_date: '2031-02-30' }, 'format', 'start_date'],
    [{ ...fine, pots: ['a'], heights: [1, 2] }, 'equal_length', 'pots'],
    [{ ...fine, start_date: '2031-02-03', end_date: '2031-02-01T10:00:00Z' }, 'ordering', 'start_date'],
  ])('%j fails by %s of %s', (args, rule, parameter) => {
    expect(validateArguments(tool, args)).toMatchObject({ status: 'FAIL', code: 400, rule, parameter })
  })

  it('may give a bound itself, unless the bound is excluded', () => {
    const bounded = (words: string) =>
      buildTool({ heat: 'number|Heat' }, [`Wrong heat: heat must be ${words}.`])
    const passing = (words: string) =>
      [20, 21, 1299, 1300].filter((heat) => validateArguments(bounded(words), { heat }).status === 'PASS')
    expect(passing('between 20 and 1300')).toEqual([20, 21, 1299, 1300])
    expect(passing('greater than 20 and less than 1300')).toEqual([21, 1299])
  })

  it.each([
    [{ ...fine, mode: null }],
    [{ ...fine, mode: 'Very Fast' }],
    [{ ...fine, pots: ['a', 'b'], heights: [1, 2] }],
    [{ ...fine, pots: ['a', 'b'] }],
    [{ ...fine, start_date: '2031-02-01', end_date: '2031-02-01T10:00:00+02:00' }],
  ])('%j passes', (args) => {
    expect(validateArguments(tool, args).status).toBe('PASS')
  })

  it('is told the first failure only: name, missing, type, value, across, state', () => {
    const steps = [
      { bogus: 1, heat: 'x', mode: 'medium' },
      { heat: 'x', mode: 'medium' },
      { kiln_id: 'k9', heat: 'x', mode: 'medium' },
      { kiln_id: 'k9', heat: 900, mode: 'medium', pots: ['a'], heights: [] as number[] },
      { kiln_id: 'k9', heat: 900, pots: ['a'], heights: [1, 2] },
      { kiln_id: 'k9', heat: 900 },
    ]
    expect(steps.map((args) => validateArguments(tool, args, state).rule)).toEqual([
      'unknown_parameter',
      'missing_parameter',
      'type',
      'one_of',
      'equal_length',
      'exists',
    ])
  })

  it('to a tool that is not there is 404', () => {
    expect(validateArguments({ ...tool, id: 'other', name: 'Other' }, fine)).toMatchObject({ status: 'PASS' })
    expect(findTool('Nothing', [tool])).toBeUndefined()
  })

  it('whose arguments are no object fails', () => {
    expect(validateArguments(tool, [1])).toMatchObject({ status: 'FAIL', code: 400, rule: 'type' })
  })

  it('never makes the check throw, and the verdict has its form', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('kiln_id', 'heat', 'mode', 'pots', 'start_date', 'x'), fc.jsonValue()),
        (args) => {
          const verdict = verdictSchema.parse(validateArguments(tool, args as never, state))
          expect((verdict.status === 'PASS') === (verdict.code === 200)).toBe(true)
          expect((verdict.status === 'PASS') === (verdict.message === null)).toBe(true)
        },
      ),
    )
  })
})

describe('state', () => {
  it('has the record that a call names, or the call fails with 404', () => {
    expect(validateArguments(tool, { ...fine, kiln_id: 'k9' }, state)).toMatchObject({
      code: 404,
      rule: 'exists',
      parameter: 'kiln_id',
    })
    expect(validateArguments(tool, fine, state).status).toBe('PASS')
    expect(validateArguments(tool, { ...fine, kiln_id: 'k9' }, { kilns: { k9: {} } }).status).toBe('PASS')
  })

  it('says nothing of collections that it does not have', () => {
    expect(validateArguments(tool, { ...fine, kiln_id: 'k9' }, { pots: [] }).status).toBe('PASS')
    expect(validateArguments(tool, { ...fine, kiln_id: 'k9' }).status).toBe('PASS')
  })
})

it('a tool is found by id, and by a name that only it has, spaces or underscores', () => {
  const other = { ...tool, id: 'b' }
  expect(findTool('b', [tool, other])).toBe(other)
  expect(findTool('Kiln_Planner', [{ ...tool, id: 'a' }])?.id).toBe('a')
  expect(findTool('Kiln Planner', [{ ...tool, id: 'a' }, other])).toBeUndefined()
  expect(findTool('kiln planner', [{ ...tool, id: 'a' }])).toBeUndefined()
})

describe('a file of calls', () => {
  it('is read, with sequences', () => {
    const call = { tool: 'a', args: {} }
    expect(readSequences('{"tool":"a","args":{}}\n{"sequence":[{"tool":"a","args":{}}]}', 'c')).toEqual([
      { calls: [call], alone: true },
      { calls: [call], alone: false },
    ])
  })

  it.each([['{'], ['{"args":{}}'], ['{"tool":"a"}'], ['{"sequence":[]}'], ['']])('%j is an error', (text) => {
    expect(() => readSequences(text, 'c')).toThrow(/^Failed to read c/)
  })
})

describe('a rule without a message', () => {
  const mode = 'Unknown colour: colour must be one of: red, green, blue.'
  const rule = {
    ...{ kind: 'one_of' as const, parameter: 'colour', quantifier: 'every' as const },
    from: { source: 'schema' as const, text: 'enum' },
  }
  const compile = (values: string[]) =>
    compileRules({
      ...buildTool({ colour: 'string|Colour' }),
      ...{ failureModes: [mode], rules: [{ ...rule, values }] },
    })

  it('takes the sentence of the tool that demands the same', () => {
    expect(validateArguments(compile(['blue', 'red', 'green']), { colour: 'grey' }).message).toBe(mode)
  })

  it('has a standard message where the sentence demands something else', () => {
    const { message } = validateArguments(compile(['red', 'green']), { colour: 'blue' })
    expect(message).toMatch(/^Invalid value for colour/)
  })
})
