import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { auditWithModel } from '../../../../src/synthetic/audit/with-model.ts'
import { type Script, ScriptedModel } from '../../../support/scripted-model.ts'
import { depot } from './depot.ts'

const correct = { judgment: 'correct', confidence: 0.9, reasoning: 'As it should be.' }

function bench(script: Script) {
  const dir = mkdtempSync(join(tmpdir(), 'tracewright-audit-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const model = new ScriptedModel(script)
  const files = { cache: join(dir, 'answers.jsonl'), judgments: join(dir, 'judgments.jsonl') }
  const audit = (more: object = {}) => auditWithModel(depot, { model, ...files, concurrency: 1, ...more })
  return { model, audit, files }
}

describe('auditWithModel', () => {
  it('lets the model decide only what rules leave open', async () => {
    const { audit } = bench(({ prompt }) => ({
      value: prompt.includes('"PASS"')
        ? { judgment: 'inappropriate_response', confidence: 0.7, reasoning: 'Improbable.' }
        : correct,
    }))
    const report = await audit()
    expect(report.findings.length).toBeGreaterThan(0)
    // Refusals and known outputs are decided by rules.
    expect(report.findings.every(({ category }) => category === 'failure_3')).toBe(true)
    expect(report.findings.some(({ test }) => test === 'plan#known')).toBe(false)
  })

  it('does not tell the model what is expected, nor that there is a first error only', async () => {
    const { audit, model } = bench(() => ({ value: correct }))
    await audit()
    expect(model.asked.every(({ prompt }) => !/expected"|"fault"|"kind": "schema"/.test(prompt))).toBe(true)
    expect(model.asked[0]?.prompt).toContain('only the first')
  })

  it('shows known outputs of other calls alone', async () => {
    const { audit, model } = bench(() => ({ value: correct }))
    await audit()
    // The one known call of the depot is a test itself: its output stands in its own response and in no other question.
    const asked = model.asked.filter(({ prompt }) => prompt.includes('411.5'))
    const own = asked.filter(({ prompt }) => !prompt.includes('Another call, whose output is known'))
    expect(own).toHaveLength(1)
    expect(own[0]?.prompt.split('411.5')).toHaveLength(2)
    expect(asked.length).toBeGreaterThan(1)
  })

  it('counts verdicts that stay unusable as unknown and keeps to the rules', async () => {
    const { audit } = bench(() => ({ value: { judgment: 'fine' } }))
    const report = await audit()
    const judged = report.tests - report.coverage.not_covered
    expect(report.invalid).toBe(3 * judged)
    expect(report.coverage.unchecked).toBeGreaterThan(0)
  })

  it('asks again where a verdict contradicts the status', async () => {
    const { audit } = bench(({ prompt }) => ({
      value: /cannot be used/.test(prompt)
        ? correct
        : { judgment: 'should_error_got_success', confidence: 1, reasoning: 'No.' },
    }))
    const report = await audit()
    expect(report.retries).toBeGreaterThan(0)
    expect(report.retries).toBeLessThan(report.tests)
  })

  it('stops at its budget, goes on from there and asks nothing twice', async () => {
    const { audit, model, files } = bench(() => ({ value: correct }))
    const first = await audit({ maxCalls: 5 })
    // Two rules that break in the same call are one question.
    expect(first.tests).toBeGreaterThanOrEqual(5)
    expect(model.asked).toHaveLength(5)
    expect(first.stopped?.why).toContain('budget of 5 calls')
    expect(readFileSync(files.judgments, 'utf8').trim().split('\n')).toHaveLength(first.tests)
    const second = await audit()
    expect(second).toMatchObject({ resumed: first.tests, stopped: null })
    const asked = model.asked.length
    expect(new Set(model.asked.map(({ prompt }) => prompt)).size).toBe(asked)
    writeFileSync(files.judgments, '')
    const third = await audit({ maxCalls: 0 })
    expect(third.tests).toBe(second.tests)
    expect(model.asked).toHaveLength(asked)
    expect(existsSync(files.cache)).toBe(true)
  })
})
