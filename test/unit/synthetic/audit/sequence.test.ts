import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { auditToolkit } from '../../../../src/synthetic/audit/audit-report.ts'
import type { TestedResponder } from '../../../../src/synthetic/audit/audit-test.ts'
import { auditSequences } from '../../../../src/synthetic/audit/sequence.ts'
import { respond, type SyntheticResponse } from '../../../../src/synthetic/simulate/respond.ts'
import { readToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { readRows } from '../../../support/json-lines.ts'

/** Tools that make, show, list, change and end loans. */
const [rest, ...tools] = readRows<JsonObject>(join(import.meta.dirname, 'loans.toolkit.jsonl'))
const LOANS = readToolkit('loans.toolkit.json', { ...rest, tools })

/** The contradictions that an audit of a responder finds in the tools of loans. */
async function contradictionsOf(responder: TestedResponder): Promise<string[]> {
  const reports = await auditSequences(LOANS, responder, 0)
  return reports.flatMap(({ contradictions }) =>
    contradictions.map(({ tool, detail }) => `${tool}: ${detail}`),
  )
}

/** Answers that are changed on the way. */
const changing =
  (change: (tool: string, output: JsonObject) => JsonObject): TestedResponder =>
  (call, own, world) => {
    const answer = respond(call, own, world)
    return answer.output === null ? answer : { ...answer, output: change(call.tool, answer.output) }
  }

/** A tool that leaves the records as they were. */
const without =
  (name: string): TestedResponder =>
  (call, own, world) => {
    const before = world.snapshot()
    const answer = respond(call, own, world)
    if (call.tool === name) world.restore(before)
    return answer
  }

/** The first answer to a call of a tool, by `key`, every time. */
function repeating(tool: string, key: (call: object) => string): TestedResponder {
  const answers = new Map<string, SyntheticResponse>()
  return (call, own, world) => {
    const answer = respond(call, own, world)
    if (call.tool !== tool) return answer
    const first = answers.get(key(call)) ?? answer
    answers.set(key(call), first)
    return first
  }
}

describe('sequences over the tools of one collection', () => {
  it.each([0, 1, 7])('find nothing in tools that agree, at seed %i', async (seed) => {
    const reports = await auditSequences(LOANS, respond, seed)
    expect(reports.flatMap(({ contradictions }) => contradictions)).toEqual([])
    expect(reports.map(({ collection, tools }) => [collection, tools.length])).toEqual([['loans', 5]])
  })

  it.each<[string, TestedResponder, ...RegExp[]]>([
    [
      'an id that was handed out and is not known',
      changing((tool, output) => (tool === 'lend' ? { ...output, loan_id: 'LN-1' } : output)),
      /lend: the new id "LN-1" existed before/,
      /two creations gave the id "LN-1"/,
    ],
    [
      'a list that knows nothing of what was created',
      repeating('list', () => ''),
      /list: "LN-\d+" is not listed after lend/,
    ],
    ['a removed record that is still there', without('end'), /still exists after end/, /is listed after end/],
    ['a change that is not carried out', without('extend'), /^get: weeks is 3 after extend gave 6$/],
    [
      'a tool that reads and changes the records',
      (call, own, world) => {
        const answer = respond(call, own, world)
        if (call.tool === 'get') respond({ tool: 'end', args: call.args }, own, world)
        return answer
      },
      /list: "LN-\d+" is not listed after lend/,
    ],
    [
      'an answer that was recorded before a change',
      repeating('get', JSON.stringify),
      /^get: weeks is 3 after extend gave 6$/,
    ],
    [
      'a change that is not shown',
      changing((tool, output) => (tool === 'get' ? { ...output, weeks: 99 } : output)),
      /get: weeks is 99 after lend gave 3/,
      /get: weeks is 99 after extend gave 6/,
    ],
    [
      'a responder that fails, which does not answer',
      () => {
        throw new Error('down')
      },
      /^\w+: down/,
    ],
  ])('find %s', async (_, responder, ...wanted) => {
    const contradictions = await contradictionsOf(responder)
    for (const one of wanted) expect(contradictions).toContainEqual(expect.stringMatching(one))
  })

  it('are part of the audit', async () => {
    const report = await auditToolkit(LOANS)
    expect(report.findings).toEqual([])
    expect(report.sequences.map(({ collection, tools }) => [collection, tools.length])).toEqual([
      ['loans', 5],
    ])
  })
})
