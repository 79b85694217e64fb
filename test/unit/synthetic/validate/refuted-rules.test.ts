import { describe, expect, it } from 'vitest'
import { compileRules } from '../../../../src/synthetic/rules/compile.ts'
import { buildToolkit, dropRefutedRules } from '../../../../src/synthetic/toolkit/build-toolkit.ts'
import { buildTool, validateArguments } from '../../../support/synthetic.ts'

const SENTENCE = 'Wrong heat: heat must be between 20 and 1300.'
const tool = buildTool(
  { kiln_id: 'string|Kiln', heat: 'number|Heat', hours: 'integer?|Hours' },
  [SENTENCE, 'Wrong hours: hours must be positive.'],
  '',
  { hours: { maximum: 24 } },
)

describe('a known call', () => {
  it('drops the rule of a sentence that refuses it, and leaves the sentence to be judged', () => {
    const found = dropRefutedRules(tool, [
      { kiln_id: 'k', heat: 500 },
      { kiln_id: 'k', heat: 1400 },
    ])
    expect(found.dropped).toEqual([
      { rule: expect.objectContaining({ kind: 'range', parameter: 'heat' }), call: 1 },
    ])
    expect(found.refused).toEqual([])
    expect(validateArguments(found.tool, { kiln_id: 'k', heat: 5000 }).status).toBe('PASS')
    expect(validateArguments(found.tool, { kiln_id: 'k', heat: 5000, hours: -1 }).rule).toBe('range')
    expect(found.tool.sentences).toEqual([{ text: SENTENCE, verdict: 'per_call' }])
    // Compiling anew does not bring it back.
    expect(validateArguments(compileRules(found.tool), { kiln_id: 'k', heat: 5000 }).status).toBe('PASS')
  })

  it.each([
    ['a rule of the schema', { kiln_id: 'k', heat: 500, hours: 30 }],
    ['the type of an argument', { kiln_id: 'k', heat: 'hot' }],
    ['an argument that is missing', { heat: 500 }],
  ])('that %s refuses changes no rule and is reported', (_, args) => {
    const found = dropRefutedRules(tool, [args])
    expect(found.tool).toBe(tool)
    expect(found).toMatchObject({ dropped: [], refused: [{ call: 0, message: expect.stringMatching(/\w/) }] })
  })

  it('is named with its line when a toolkit is built', () => {
    const known = [
      { tool: 'kiln', args: { kiln_id: 'k', heat: 1400 }, output: { state: 'on' } },
      { tool: 'kiln', args: { kiln_id: 'k', heat: 'hot' }, output: { state: 'on' } },
    ]
    const kiln = {
      ...{ id: 'kiln', name: 'Kiln', parameters: [], errors: [SENTENCE] },
      outputs: [{ name: 'state', type: 'string' }],
    }
    const parameters = [
      { name: 'kiln_id', type: 'string', required: true },
      { name: 'heat', type: 'number', required: true },
    ]
    const { toolkit, notes } = buildToolkit({
      name: 'kilns',
      tools: { file: 'tools.jsonl', text: JSON.stringify({ ...kiln, parameters }) },
      known: { file: 'known.jsonl', text: known.map((row) => JSON.stringify(row)).join('\n') },
    })
    expect(toolkit.known).toHaveLength(1)
    expect(notes).toEqual([
      expect.stringMatching(/^known.jsonl:2: left out, because the schema of "Kiln" refuses .*heat/),
      `known.jsonl:1: a rule refuses this known call and is dropped: range of "${SENTENCE}"`,
    ])
  })
})
