import { expect, it } from 'vitest'
import { z } from 'zod'
import { judgeLogged, type LoggedCase } from '../../../src/synthetic/audit/judge-logged.ts'
import { readPublishedResponse } from '../../../src/synthetic/audit/read-published-response.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import { describeWithShared, sharedLines } from '../../support/shared-data.ts'

const jsonObject = z.record(z.string(), z.json())
const caseSchema = z.looseObject({
  source: z.string(),
  tool: z.looseObject({}).optional(),
  call: jsonObject,
  known_return: jsonObject.optional(),
  response: z
    .looseObject({
      status: z.string(),
      code: z.number(),
      error: z.string().nullable(),
      return: z.json().optional(),
    })
    .nullable(),
  verdict: z.looseObject({ judgment: z.string() }).optional(),
  expected_judgment: z.string().optional(),
})
type Case = z.infer<typeof caseSchema>

/** The response as the published logs write it. */
function textOf({ status, code, error, ...rest }: NonNullable<Case['response']>): string {
  const head = `Status: ${status}\nStatus Code: ${code}\nError Message: ${error ?? 'null'}`
  if (rest.return === undefined) return head
  return `${head}\nTool call response:\n${typeof rest.return === 'string' ? rest.return : JSON.stringify({ tool_call: {}, return_data: rest.return })}`
}

const loggedOf = ({ tool, call, known_return: output, response }: Case): LoggedCase => ({
  tool: tool && compileRules(readPublishedTool(tool)),
  args: call,
  response: response === null ? undefined : readPublishedResponse(textOf(response)),
  known: output && { args: call, output },
})

describeWithShared('published judgments', 'synthtools', () => {
  const cases = sharedLines('synthtools/judge-cases.jsonl').map((line) => caseSchema.parse(JSON.parse(line)))
  const judged = cases.map((one) => ({
    due: one.expected_judgment ?? one.verdict?.judgment,
    by: judgeLogged(loggedOf(one)),
    one,
  }))

  it('agree with those by rules wherever rules can tell', () => {
    const told = judged.filter(({ by, due }) => by.judgment !== 'unknown' && due !== undefined)
    expect(cases).toHaveLength(19)
    expect(told).toHaveLength(12)
    expect(told.filter(({ by, due }) => by.judgment !== due)).toEqual([])
    expect(told.every(({ by }) => by.confidence === 1)).toBe(true)
  })

  it('cannot be told where the response or the specification is lost', () => {
    const unknown = judged.filter(({ by }) => by.judgment === 'unknown')
    expect(unknown).toHaveLength(6)
    expect(unknown.every(({ one }) => one.response === null || one.tool === undefined)).toBe(true)
  })

  it('are joined by one for the log that has none: a stray key, rightly refused', () => {
    const open = judged.filter(({ due }) => due === undefined)
    expect(open.map(({ by }) => by.judgment)).toEqual(['correct'])
  })

  it('would have come out otherwise, had the responses been broken', () => {
    const sound = judged.filter(({ one, by }) => one.response?.status === 'PASS' && by.judgment === 'correct')
    expect(sound.length).toBeGreaterThan(9)
    for (const { one } of sound) {
      const logged = loggedOf(one)
      const response = logged.response
      if (response === undefined) throw new Error('a sound case has a response')
      const output = { ...(one.known_return ?? {}) }
      const [first = ''] = Object.keys(output)
      const verdictOf = (changed: Partial<typeof response>): string =>
        judgeLogged({ ...logged, response: { ...response, ...changed } }).judgment
      expect(verdictOf({ output: { ...output, [first]: 'another thing' } })).toBe('inappropriate_response')
      expect(verdictOf({ output: { ...output, more: 1 } })).toBe('inappropriate_response')
      expect(verdictOf({ message: 'but beware' })).toBe('inappropriate_response')
      expect(verdictOf({ status: 'FAIL', code: 400, message: 'Bad.', output: null })).toBe(
        'should_success_got_error',
      )
    }
  })
})
