import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AIMessage } from '@langchain/core/messages'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { rubricCheck } from '../../../src/run/checks/rubric-check.ts'
import { performGold } from '../../support/perform.ts'
import { type Script, ScriptedModel, ScriptedTextModel } from '../../support/scripted-model.ts'
import { buildTask, step } from '../../support/task.ts'

const task = buildTask('How is the weather in Oslo?', [step(1, 'get_weather', { city: 'Oslo' })])
const run = (final_answer: string) => ({ task, trace: { ...performGold(task), final_answer } })

/** A judge that wants the name of the city in the answer. */
const wantsOslo: Script = ({ prompt }) => {
  const { record } = JSON.parse(prompt.split('\n\n')[0] ?? '') as { record: { final_answer: string } }
  const holds = record.final_answer.includes('Oslo')
  return { value: { reason: `it says ${record.final_answer}`, verdict: holds ? 'holds' : 'does not hold' } }
}
const RUBRIC = 'The answer names the city.'

let judgments = ''
beforeEach(() => {
  judgments = mkdtempSync(join(tmpdir(), 'judgments-'))
})
afterEach(() => rmSync(judgments, { recursive: true }))

describe('toSatisfyRubric', () => {
  it('passes and fails as the model says, and gives its reason', async () => {
    const model = new ScriptedModel(wantsOslo)
    await expect(run('Oslo is foggy.')).toSatisfyRubric(RUBRIC, { model, judgments })
    await expect(run('It is foggy.')).not.toSatisfyRubric(RUBRIC, { model, judgments })
    await expect(expect(run('It is foggy.')).toSatisfyRubric(RUBRIC, { model, judgments })).rejects.toThrow(
      /Expected: The answer names the city\.\nReceived: it does not hold: it says It is foggy\./,
    )
    expect(model.asked[0]?.prompt).toContain('"tool":"get_weather"')
  })

  it('keeps judgments, and asks again for another answer, rubric or model', async () => {
    const model = new ScriptedModel(wantsOslo)
    for (let i = 0; i < 3; i++) await expect(run('Oslo.')).toSatisfyRubric(RUBRIC, { model, judgments })
    expect(model.asked).toHaveLength(1)
    const silent = new ScriptedModel(() => {
      throw new Error('no key')
    })
    await expect(run('Oslo.')).toSatisfyRubric(RUBRIC, { model: silent, judgments })
    await expect(run('Oslo!')).toSatisfyRubric(RUBRIC, { model, judgments })
    await expect(run('Oslo.')).toSatisfyRubric(`${RUBRIC} Once.`, { model, judgments })
    expect(model.asked).toHaveLength(3)
    expect(readdirSync(judgments)).toHaveLength(3)
    const [file = ''] = readdirSync(judgments)
    expect(JSON.parse(readFileSync(join(judgments, file), 'utf8')).question.system).toContain('rubric')
  })

  it('takes a model that answers in text', async () => {
    const model = new ScriptedTextModel(() => new AIMessage('{"reason": "so", "verdict": "holds"}'))
    await expect(run('Oslo.')).toSatisfyRubric(RUBRIC, { model, judgments })
  })

  it('never passes without a verdict, also under not', async () => {
    const model = new ScriptedModel(() => ({ value: { reason: 'hm', verdict: 'maybe' } }))
    for (const held of [expect(run('Oslo.')), expect(run('Oslo.')).not])
      await expect(held.toSatisfyRubric(RUBRIC, { model, judgments })).rejects.toThrow('gave no verdict')
  })

  it('says which judgment is torn', async () => {
    const model = new ScriptedModel(wantsOslo)
    await expect(run('Oslo.')).toSatisfyRubric(RUBRIC, { model, judgments })
    const [file = ''] = readdirSync(judgments)
    writeFileSync(join(judgments, file), '{"model"')
    await expect(expect(run('Oslo.')).toSatisfyRubric(RUBRIC, { model, judgments })).rejects.toThrow(
      /Failed to read the judgment .*Delete it/,
    )
  })

  it.each([
    ['', {}, 'the rubric is missing'],
    [RUBRIC, {}, 'a model is missing'],
  ])('refuses %j with %j', async (rubric, options, message) => {
    await expect(expect(run('x')).toSatisfyRubric(rubric, options as never)).rejects.toThrow(message)
  })

  it('keeps secrets from the judge and from the disk', async () => {
    const key = `sk-proj-${'a1B2'.repeat(12)}`
    const model = new ScriptedModel(wantsOslo)
    await expect(run(`Oslo ${key}`)).toSatisfyRubric(RUBRIC, { model, judgments })
    const kept = readdirSync(judgments).map((file) => readFileSync(join(judgments, file), 'utf8'))
    expect(kept.join('') + model.asked.map(({ prompt }) => prompt).join('')).not.toContain(key)
  })
})

it('rubricCheck is a check of one’s own', async () => {
  const check = rubricCheck(RUBRIC, { model: new ScriptedModel(wantsOslo), judgments })
  const subject = { ...run('It is foggy.'), score: {} as never }
  expect(await check(subject)).toBe('it says It is foggy.')
  expect(await check({ ...run('Oslo.'), score: {} as never })).toBe(true)
})
