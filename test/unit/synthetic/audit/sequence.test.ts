import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { auditToolkit } from '../../../../src/synthetic/audit/audit.ts'
import type { TestedResponder } from '../../../../src/synthetic/audit/run-test.ts'
import { auditSequences } from '../../../../src/synthetic/audit/sequence.ts'
import { respond } from '../../../../src/synthetic/simulate/respond.ts'
import { statefulToolkit } from '../../../support/stateful-tools.ts'

const toolkit = statefulToolkit()
const loans = {
  ...toolkit,
  name: 'loans',
  tools: toolkit.tools.filter(({ name }) => /Loan/.test(name)),
}

/** The contradictions of the loans' tools where answers are changed on the way. */
async function found(change: (tool: string, output: JsonObject) => JsonObject): Promise<string[]> {
  const responder: TestedResponder = (call, own, world) => {
    const answer = respond(call, own, world)
    return answer.output === null ? answer : { ...answer, output: change(call.tool, answer.output) }
  }
  const [report] = await auditSequences(loans, responder, 0)
  return report?.contradictions.map(({ tool, detail }) => `${tool}: ${detail}`) ?? []
}

describe('sequences over tools of one kind', () => {
  it.each([0, 1, 7])('find nothing in 69 tools of twelve kinds, at seed %i', async (seed) => {
    const reports = await auditSequences(toolkit, respond, seed)
    expect(reports.flatMap(({ contradictions }) => contradictions)).toEqual([])
    expect(reports).toHaveLength(12)
    expect(new Set(reports.flatMap(({ tools }) => tools)).size).toBe(69)
  })

  it('find an id that was handed out and is not known', async () => {
    const wrong = await found((tool, output) =>
      /createLoan/.test(tool) ? { ...output, loan_id: 'loan-1' } : output,
    )
    expect(wrong.join('\n')).toMatch(/getLoan: "loan-1" is refused .* after createLoan/)
    expect(wrong.join('\n')).toMatch(/two creations gave the id "loan-1"/)
  })

  it('find a list that knows nothing of what was created', async () => {
    let first: JsonObject | undefined
    const wrong = await found((tool, output) => {
      if (!/listLoans/.test(tool)) return output
      first ??= output
      return first
    })
    expect(wrong).toContainEqual(
      expect.stringMatching(/listLoans: "loan-\w+" is not listed after createLoan/),
    )
  })

  it('find a removed thing that is still there', async () => {
    const responder: TestedResponder = (call, own, world) => {
      const before = world.snapshot()
      const answer = respond(call, own, world)
      if (/deleteLoan/.test(call.tool)) world.restore(before)
      return answer
    }
    const [report] = await auditSequences(loans, responder, 0)
    const details = report?.contradictions.map(({ detail }) => detail) ?? []
    expect(details).toContainEqual(expect.stringMatching(/is still there after deleteLoan/))
    expect(details).toContainEqual(expect.stringMatching(/is listed after deleteLoan/))
  })

  it('find a change that is not shown', async () => {
    const wrong = await found((tool, output) =>
      /getLoan/.test(tool) ? { ...output, borrower_name: 'Somebody Else' } : output,
    )
    expect(wrong).toContainEqual(
      expect.stringMatching(/borrower_name is "Somebody Else" after createLoan gave/),
    )
  })

  it('take a responder that fails for one that refuses', async () => {
    const responder: TestedResponder = () => {
      throw new Error('down')
    }
    const [report] = await auditSequences(loans, responder, 0)
    expect(report?.calls).toBeGreaterThan(0)
  })

  it('are part of the audit, whose calls are over things that there are', async () => {
    const report = await auditToolkit(loans)
    expect(report.findings).toEqual([])
    expect(report.sequences.map(({ kind, tools }) => [kind, tools.length])).toEqual([['Loan', 6]])
  })
})
