import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeSentences } from '../../../../src/synthetic/generate/sentences.ts'
import { compileRules } from '../../../../src/synthetic/rules/compile.ts'
import { coverageOf } from '../../../../src/synthetic/rules/coverage.ts'
import { readToolRows } from '../../../../src/synthetic/tool-spec/read-published.ts'
import { ScriptedModel } from '../../../support/scripted-model.ts'
import { verdictOn } from '../../../support/synthetic.ts'

const LINES = [
  {
    ...{ id: 'kiln', field: 'pottery', name: 'Kiln Booker', description: 'Books a kiln.', usage: '' },
    parameters: [
      { name: 'kiln_id', type: 'string', required: true, description: 'The kiln' },
      { name: 'hours', type: 'integer', required: true, description: 'Hours' },
    ],
    errors: [
      'Odd booking: The number of hours has to be two, four or eight.',
      'Power cut: The mains are off.',
      'Kiln too small: The pots do not fit the kiln.',
      'Wrong hours: hours must be positive.',
    ],
    outputs: [],
  },
  {
    ...{
      id: 'bell',
      field: 'pottery',
      name: 'Bell',
      description: 'Rings.',
      usage: '',
      errors: [],
      outputs: [],
    },
    parameters: [{ name: 'times', type: 'integer', required: true, description: 'Times' }],
  },
]
const RULE = { kind: 'one_of', parameter: 'hours', values: [2, 4, 8], error: LINES[0]?.errors[0] }
const verdict = (sentence: number, word: string, rules: unknown[] = []) => ({
  sentence,
  verdict: word,
  rules,
})
const GOOD = { verdicts: [verdict(1, 'rule', [RULE]), verdict(2, 'run_time'), verdict(3, 'per_call')] }

function judging(script: (call: number) => unknown) {
  const dir = mkdtempSync(join(tmpdir(), 'sentences-'))
  const [tools, out] = [join(dir, 'tools.jsonl'), join(dir, 'judged.jsonl')]
  writeFileSync(tools, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const model = new ScriptedModel((_, call) => ({ value: script(call) }))
  const judge = () => judgeSentences(readToolRows(tools), { model, out, cache: join(dir, 'answers.jsonl') })
  return { judge, model, out }
}

describe('sentences that no rule was compiled from', () => {
  it('get a verdict each, which is kept with the tool', async () => {
    const { judge, model, out } = judging(() => GOOD)
    expect(await judge()).toMatchObject({ items: 1, done: 1, calls: 1, failed: [], stopped: null })
    expect(model.asked[0]?.prompt).toContain('2. Power cut: The mains are off.')
    expect(model.asked[0]?.prompt).not.toContain('4. ')
    const [kiln, bell] = readToolRows(out).map(({ tool }) => compileRules(tool))
    expect(readFileSync(out, 'utf8')).toContain('"field":"pottery"')
    expect(bell?.name).toBe('Bell')
    if (kiln === undefined) throw new Error('no kiln')
    const judged = coverageOf(kiln).sentences.flatMap(({ fate, text }) =>
      fate === 'silent' || fate === 'compiled' ? [] : [[fate, text]],
    )
    expect(judged).toEqual(['rule', 'run_time', 'per_call'].map((fate, i) => [fate, LINES[0]?.errors[i]]))
    expect(verdictOn(kiln, { kiln_id: 'k', hours: 3 })).toMatchObject({
      ...{ status: 'FAIL', rule: 'one_of', message: LINES[0]?.errors[0] },
    })
    expect(verdictOn(kiln, { kiln_id: 'k', hours: 4 }).status).toBe('PASS')
    expect(verdictOn(kiln, { kiln_id: 'k', hours: -4 }).status).toBe('FAIL')
    await judge()
    expect(model.asked).toHaveLength(1)
  })

  it.each<[string, unknown, string]>([
    ['a sentence is left out', { verdicts: GOOD.verdicts.slice(1) }, 'sentence 1 needs exactly one verdict'],
    [
      'there is no such sentence',
      { verdicts: [...GOOD.verdicts, verdict(4, 'run_time')] },
      'unknown sentence 4',
    ],
    [
      'a rule is missing',
      { verdicts: [verdict(1, 'rule'), ...GOOD.verdicts.slice(1)] },
      'sentence 1: rules stand',
    ],
    [
      'a rule is about another tool',
      { verdicts: [verdict(1, 'rule', [{ ...RULE, parameter: 'days' }]), ...GOOD.verdicts.slice(1)] },
      '"days"',
    ],
  ])('are asked for again where %s', async (_, wrong, problem) => {
    const { judge, model } = judging((call) => (call === 1 ? wrong : GOOD))
    expect(await judge()).toMatchObject({ done: 1, retries: 1 })
    expect(model.asked[1]?.prompt).toContain(problem)
  })

  it('count as left to a model until they have one', () => {
    const [kiln] = readToolRows(judgingFile()).map(({ tool }) => tool)
    if (kiln === undefined) throw new Error('no kiln')
    expect(coverageOf(kiln).sentences.filter(({ fate }) => fate === 'model')).toHaveLength(3)
  })
})

function judgingFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'sentences-')), 'tools.jsonl')
  writeFileSync(file, `${JSON.stringify(LINES[0])}\n`)
  return file
}
