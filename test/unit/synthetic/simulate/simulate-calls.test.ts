import { describe, expect, it } from 'vitest'
import { auditToolkit } from '../../../../src/synthetic/audit/audit-report.ts'
import { respondWithPlaceholders as respond } from '../../../../src/synthetic/simulate/respond.ts'
import { simulateCalls } from '../../../../src/synthetic/simulate/simulators.ts'
import { shopOf, shopTool } from './kiln-shop.ts'

const shop = shopOf([shopTool('Advise', { glaze: 'string' }, { note: 'string' })])
const calls = ['a', 'b', 'c'].map((glaze) => ({ tool: 'Advise', args: { glaze } }))

describe('a model that throws', () => {
  it('leaves its call without an answer, and the batch goes on', async () => {
    const results = await simulateCalls(calls, shop, 0, (call, world) => {
      if (JSON.stringify(call.args).includes('b')) throw new Error('the socket hung up')
      return respond(call, shop, world)
    })
    expect(results.map(({ status }) => status)).toEqual(['PASS', 'ERROR', 'PASS'])
    expect(results[1]).toMatchObject({ tool: 'Advise', message: 'the socket hung up', output: null })
  })

  it('leaves open what it was to judge, and the audit has the rest', async () => {
    let asked = 0
    const report = await auditToolkit(shop, {
      judge: {
        name: 'flaky',
        async judge() {
          if (++asked === 2) throw new Error('the socket hung up')
          return { judgment: 'correct', confidence: 1, reasoning: 'x', checks: [], decided: true }
        },
      },
    })
    expect(report.stopped).toEqual({ open: 1, why: '1 questions failed, the last with: the socket hung up' })
    expect(report.tests).toBeGreaterThan(1)
  })

  it('three times in a row ends the asking', async () => {
    let asked = 0
    const report = await auditToolkit(shop, {
      judge: {
        name: 'gone',
        async judge() {
          asked++
          throw new Error('no route to the host')
        },
      },
    })
    expect(report.stopped?.why).toContain('the model failed')
    expect(asked).toBeLessThan(8)
    // Only calls that nothing covers need no judge.
    expect(report.tests).toBe(report.coverage.not_covered)
  })
})
