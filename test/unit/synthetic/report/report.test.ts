import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { computeWilsonInterval } from '../../../../src/metrics/intervals.ts'
import { auditRecordSchema, type auditTest } from '../../../../src/synthetic/audit/audit-test.ts'
import { auditWithModel } from '../../../../src/synthetic/audit/with-model.ts'
import { reportAudit } from '../../../../src/synthetic/report/report.ts'
import { writeToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { readRows } from '../../../support/json-lines.ts'
import { runCommand, runForJson } from '../../../support/run-command.ts'
import { ScriptedModel } from '../../../support/scripted-model.ts'
import { depot } from '../audit/depot.ts'

type AuditRecord = Awaited<ReturnType<typeof auditTest>> & { key: string }
type Judgment = AuditRecord['first']['judgment']

let made = 0
/** A record of a first response. @param model What the model said; null for no model */
function record(
  tool: string,
  judgment: Judgment,
  model: Judgment | null = null,
  fault = 'drawn',
): AuditRecord {
  const judged = (said: Judgment) => ({
    ...{ judgment: said, confidence: 1, reasoning: '', checks: [], decided: said !== 'unknown' },
  })
  const response = { status: 'PASS' as const, code: 200, message: null, parameter: null, output: {} }
  return auditRecordSchema.parse({
    key: String(made++),
    test: {
      ...{ id: `${tool}#${made}`, tool, kind: 'correct', fault, args: {} },
      expected: { status: 'PASS', code: 200, parameters: [] },
    },
    first: {
      ...{ attempt: 1, response, error: null, coverage: judgment === 'unknown' ? 'unchecked' : 'checked' },
      ...{ rules: judged(judgment), model: model && judged(model) },
      ...{ judgment, confidence: 1, reasoning: '' },
    },
    retries: [],
  })
}

const WRONG = 'inappropriate_response'

describe('the tables of an audit', () => {
  const records = [
    record('a', 'correct', 'correct'),
    record('a', 'correct', WRONG),
    record('a', 'correct', 'correct', 'known'),
    record('b', WRONG, 'correct'),
    record('b', WRONG, 'should_error_got_success', 'known'),
    record('b', 'unknown', 'correct'),
    record('c', 'unknown'),
    record('d', 'should_error_got_success'),
  ]
  const report = reportAudit(records)

  it('count responses that were checked, known input apart', () => {
    expect(report).toMatchObject({
      responses: 8,
      simulator: {
        all: { hits: 3, cases: 6, value: 0.5, ...computeWilsonInterval(3, 6) },
        known_input: { hits: 1, cases: 2 },
        new_input: { hits: 2, cases: 4 },
      },
    })
  })

  it('count tools by their wrong responses, without those that nothing checked', () => {
    expect(report.tools_by_errors).toEqual([1, 1, 1])
  })

  it('compare the model with the rules, where both decided', () => {
    expect(report.judge).toMatchObject({
      ...{ true_positive: 2, false_negative: 1, false_positive: 1, true_negative: 1 },
      accuracy: { hits: 3, cases: 5 },
      false_positive_rate: { hits: 1, cases: 2 },
    })
    expect(reportAudit([record('a', 'correct')]).judge.accuracy).toBeNull()
  })
})

describe('synth report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'synth-report-'))
  const at = (name: string): string => join(folder, name)
  writeToolkit(at('depot.toolkit.json'), depot)

  it('audits a toolkit, and writes what was judged correct as chats', async () => {
    const audited = await runForJson('synth', 'audit', '--toolkit', at('depot.toolkit.json'))
    process.exitCode = 0
    const report = await runForJson('synth', 'report', at('depot.toolkit.json'), '--chat', at('chat.jsonl'))
    expect(report.responses).toBe(audited.tests)
    expect(report.simulator.all).toMatchObject({ hits: audited.correct, cases: audited.coverage.checked })
    expect(report.simulator.known_input.cases).toBe(audited.known.cases)
    expect(report.judge.accuracy).toBeNull()
    const chats = readRows(at('chat.jsonl')) as { messages: { role: string; content: string }[] }[]
    expect(chats).toHaveLength(audited.correct)
    expect(report.chat.chats).toBe(chats.length)
    for (const { messages } of chats) {
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant'])
      const { tool } = JSON.parse(messages[1]?.content ?? '')
      expect(messages[0]?.content).toContain(`"name":${JSON.stringify(tool)}`)
      expect(['PASS', 'FAIL']).toContain(JSON.parse(messages[2]?.content ?? '').status)
    }
  })

  it('reads the judgments of an audit with a model, and shows its confusion matrix', async () => {
    const value = { judgment: 'correct', confidence: 1, reasoning: 'As it says.' }
    const model = new ScriptedModel(() => ({ value }))
    const judgments = at('other.judgments.jsonl')
    await auditWithModel(depot, { model, cache: at('answers.jsonl'), judgments, concurrency: 1 })
    const { judge } = await runForJson('synth', 'report', judgments)
    // It calls everything correct, and the rules find nothing wrong in the depot.
    expect(judge).toMatchObject({ false_negative: 0, true_negative: 0, false_positive: 0 })
    expect(judge.true_positive).toBe(judge.accuracy.cases)
    expect(judge.true_positive).toBeGreaterThan(10)
    const text = await runCommand('synth', 'report', judgments)
    expect(text).toMatch(/98\.0 % of 498 for known input.*known input +│ +\d+ │ +100\.0 \[/s)
    expect(text).toMatch(/judge: correct.*correct +│ +\d+ │ +0/s)
    await expect(runCommand('synth', 'report', judgments, '--chat', at('x.jsonl'))).rejects.toThrow(
      'no toolkit is next to the judgments',
    )
    copyFileSync(at('depot.toolkit.json'), at('other.toolkit.json'))
    expect(await runCommand('synth', 'report', judgments, '--chat', at('x.jsonl'))).toMatch(
      /\d+ conversations/,
    )
  })

  it('refuses files that are neither', async () => {
    writeFileSync(at('some.json'), '{}')
    await expect(runCommand('synth', 'report', at('some.json'))).rejects.toThrow(
      'expected NAME.toolkit.json or NAME.judgments.jsonl',
    )
  })
})
