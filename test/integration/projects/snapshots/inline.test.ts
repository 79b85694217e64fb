import { test } from 'tracewright/fixtures'
import { describe } from 'vitest'
import { question, reporter } from './agent.ts'

describe.concurrent('inline', () => {
  test('first', async ({ run, expect }) => {
    const result = await run(reporter('Oslo', 10), question('Oslo'))
    expect(result).toMatchTraceInlineSnapshot()
  })

  test('second', async ({ run, expect }) => {
    expect(await run(reporter('Rome'), question('Rome'))).toMatchTraceInlineSnapshot({ answer: true })
    await expect(run(reporter('Rome'), question('Rome'))).resolves.toMatchTraceInlineSnapshot()
  })
})
