import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { auditToolkit } from '../../../../src/synthetic/audit/audit-report.ts'
import type { TestedResponder } from '../../../../src/synthetic/audit/audit-test.ts'
import { auditSequences } from '../../../../src/synthetic/audit/sequence.ts'
import { respond, type SyntheticResponse } from '../../../../src/synthetic/simulate/respond.ts'
import { readToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { rowsIn } from '../../../support/json-lines.ts'

/** Tools that make, show, list, change and end loans. */
const [rest, ...tools] = rowsIn<JsonObject>(join(import.meta.dirname, 'loans.toolkit.jsonl'))
const LOANS = readToolkit('loans.toolkit.json', { ...rest, tools })

/** The contradictions that an audit of a responder finds in the tools of loans. */
async function contradictionsOf(responder: TestedResponder): Promise<string[]> {
  const reports = await auditSequences(LOANS, responder, 0)
  return reports.flatMap(({ contradictions }) =>
    contradictions.map(({ tool, detail }) => `${tool}: ${detail}`),
  )
}

/** The contradictions where answers are changed on the way. */
const found = (change: (tool: string, output: JsonObject) => JsonObject): Promise<string[]> =>
  contradictionsOf((call, own, world) => {
    const answer = respond(call, own, world)
    return answer.output === null ? answer : { ...answer, output: change(call.tool, answer.output) }
  })

/** The contradictions where a tool leaves the records as they were. */
const foundWithout = (name: string): Promise<string[]> =>
  contradictionsOf((call, own, world) => {
    const before = world.snapshot()
    const answer = respond(call, own, world)
    if (call.tool === name) world.restore(before)
    return answer
  })

describe('sequences over the tools of one collection', () => {
  it.each([0, 1, 7])('find nothing in tools that agree, at seed %i', async (seed) => {
    const reports = await auditSequences(LOANS, respond, seed)
    expect(reports.flatMap(({ contradictions }) => contradictions)).toEqual([])
    expect(reports.map(({ collection, tools }) => [collection, tools.length])).toEqual([['loans', 5]])
  })

  it('find an id that was handed out and is not known', async () => {
    const wrong = await found((tool, output) => (tool === 'lend' ? { ...output, loan_id: 'LN-1' } : output))
    expect(wrong.join('\n')).toMatch(/lend: the new id "LN-1" existed before/)
    expect(wrong.join('\n')).toMatch(/two creations gave the id "LN-1"/)
  })

  it('find a list that knows nothing of what was created', async () => {
    let first: JsonObject | undefined
    const wrong = await found((tool, output) => {
      if (tool !== 'list') return output
      first ??= output
      return first
    })
    expect(wrong).toContainEqual(expect.stringMatching(/list: "LN-\d+" is not listed after lend/))
  })

  it('find a removed record that is still there', async () => {
    const wrong = await foundWithout('end')
    expect(wrong).toContainEqual(expect.stringMatching(/still exists after end/))
    expect(wrong).toContainEqual(expect.stringMatching(/is listed after end/))
  })

  it('find a change that is not carried out', async () => {
    expect(await foundWithout('extend')).toContainEqual('get: weeks is 3 after extend gave 6')
  })

  it('find a tool that reads and changes the records', async () => {
    const wrong = await contradictionsOf((call, own, world) => {
      const answer = respond(call, own, world)
      if (call.tool === 'get') respond({ tool: 'end', args: call.args }, own, world)
      return answer
    })
    expect(wrong).toContainEqual(expect.stringMatching(/list: "LN-\d+" is not listed after lend/))
  })

  it('find an answer that was recorded before a change', async () => {
    const answers = new Map<string, SyntheticResponse>()
    const wrong = await contradictionsOf((call, own, world) => {
      const key = JSON.stringify(call)
      const answer = answers.get(key) ?? respond(call, own, world)
      if (call.tool === 'get') answers.set(key, answer)
      return answer
    })
    expect(wrong).toContainEqual('get: weeks is 3 after extend gave 6')
  })

  it('find a change that is not shown', async () => {
    const wrong = await found((tool, output) => (tool === 'get' ? { ...output, weeks: 99 } : output))
    expect(wrong).toContainEqual(expect.stringMatching(/get: weeks is 99 after lend gave 3/))
    expect(wrong).toContainEqual(expect.stringMatching(/get: weeks is 99 after extend gave 6/))
  })

  it('take a responder that fails for one that does not answer', async () => {
    const wrong = await contradictionsOf(() => {
      throw new Error('down')
    })
    expect(wrong.join()).toMatch(/\w+: down/)
  })

  it('are part of the audit', async () => {
    const report = await auditToolkit(LOANS)
    expect(report.findings).toEqual([])
    expect(report.sequences.map(({ collection, tools }) => [collection, tools.length])).toEqual([
      ['loans', 5],
    ])
  })
})
