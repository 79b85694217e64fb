import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeSentences } from '../../../../src/synthetic/generate/sentences.ts'
import { compileRules, listWaitingSentences } from '../../../../src/synthetic/rules/compile.ts'
import { readToolRows } from '../../../../src/synthetic/tool-spec/read-published.ts'
import { readRows } from '../../../support/json-lines.ts'
import { ScriptedModel } from '../../../support/scripted-model.ts'
import { buildTool, validateArguments } from '../../../support/synthetic.ts'

const TOOLS = join(import.meta.dirname, 'sentences.tools.jsonl')
const ERRORS = readRows<{ errors: string[] }>(TOOLS)[0]?.errors ?? []
const RULE = { kind: 'one_of', parameter: 'hours', values: [2, 4, 8], error: ERRORS[0] }
const verdict = (sentence: number, word: string, rules: unknown[] = []) => ({
  sentence,
  verdict: word,
  rules,
})
const GOOD = { verdicts: [verdict(1, 'rule', [RULE]), verdict(2, 'run_time'), verdict(3, 'per_call')] }

function judging(script: (call: number) => unknown) {
  const dir = mkdtempSync(join(tmpdir(), 'sentences-'))
  const out = join(dir, 'judged.jsonl')
  const model = new ScriptedModel((_, call) => ({ value: script(call) }))
  const judge = () => judgeSentences(readToolRows(TOOLS), { model, out, cache: join(dir, 'answers.jsonl') })
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
    const verdicts = ['rule', 'run_time', 'per_call'].map((word, i) => ({ text: ERRORS[i], verdict: word }))
    expect(kiln.sentences).toEqual(verdicts)
    expect(listWaitingSentences(kiln)).toEqual([])
    expect(validateArguments(kiln, { kiln_id: 'k', hours: 3 })).toMatchObject({
      ...{ status: 'FAIL', rule: 'one_of', message: ERRORS[0] },
    })
    expect(validateArguments(kiln, { kiln_id: 'k', hours: 4 }).status).toBe('PASS')
    expect(validateArguments(kiln, { kiln_id: 'k', hours: -4 }).status).toBe('FAIL')
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

  it('are those of the failure modes, and those of other texts that demand something', () => {
    const tool = buildTool(
      { kiln_id: 'string|The kiln', potter: 'string|Must be somebody that is known', heat: 'number|Heat' },
      ['Power cut: The mains are off.', 'Wrong heat: heat must be positive.'],
      'Name a kiln. Set heat.',
    )
    expect(listWaitingSentences(tool).map(({ text }) => text)).toEqual([
      'Must be somebody that is known',
      'Power cut: The mains are off.',
    ])
  })
})
