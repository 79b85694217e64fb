import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { chain, failureOf, guess } from './traces.ts'

const measured = {
  ...guess(),
  duration_ms: 1200.5,
  usage: { input_tokens: 900, output_tokens: 100, model_calls: 4 },
}

describe('toStayWithin', () => {
  it('holds every budget that is given', () => {
    expect(measured).toStayWithin({ calls: 4, tokens: 1000, ms: 1200.5, turns: 3 })
    expect(measured).not.toStayWithin({ calls: 3 })
    expect(measured).not.toStayWithin({ tokens: 999 })
    expect(measured).not.toStayWithin({ ms: 1200 })
    expect(measured).not.toStayWithin({ turns: 2 })
    expect(measured).not.toStayWithin({ calls: 4, turns: 2 })
    expect({ ...chain(), calls: [] }).toStayWithin({ calls: 0, turns: 0 })
  })

  it('is an error where the trace does not say', () => {
    const silent = (budget: object, trace: object = chain()) =>
      failureOf(() => expect(trace).not.toStayWithin(budget))
    expect(silent({ tokens: 5 })).toMatchInlineSnapshot(
      `"Failed to run toStayWithin: the trace does not record tokens, so the budget cannot be checked. Let the agent return its \`messages\` or its \`usage\`."`,
    )
    expect(silent({ ms: 5 })).toContain('the trace does not record how long it took')
    const usage = { input_tokens: 0, output_tokens: 0, model_calls: 0 }
    expect(silent({ tokens: 5 }, { ...chain(), usage })).toContain('does not record tokens')
    const [first] = chain().calls
    const { turn: _, ...turnless } = first as NonNullable<typeof first>
    expect(silent({ turns: 5 }, { ...chain(), calls: [turnless] })).toContain('does not record turns')
    expect(silent({ turns: 5 }, [{ name: 'get_weather', args: { city: 'Oslo' } }])).toContain(
      'does not record turns',
    )
  })

  it('says what was over', () => {
    expect(
      failureOf(() => expect(measured).toStayWithin({ calls: 2, ms: 500, turns: 10 })),
    ).toMatchInlineSnapshot(`
      "expect(run).toStayWithin(budget)

      Expected: calls at most 2, ms at most 500, turns at most 10
      Received: calls 4 (2 over), ms 1200.5 (700.5 over), turns 3

      Calls:
        (calls of guess)"
    `)
    expect(failureOf(() => expect(measured).not.toStayWithin({ calls: 5, turns: 3 }))).toContain(
      'Expected: calls over 5 or turns over 3\nReceived: calls 4, turns 3',
    )
  })

  it('refuses wrong usage', () => {
    const usage = (budget?: unknown) =>
      failureOf(() => expect(chain()).not.toStayWithin(budget as { calls: number }))
    expect(usage()).toContain('the budget is missing. Give some of { calls, tokens, ms, turns }.')
    expect(usage({})).toContain('the budget is missing.')
    expect(usage({ money: 1 })).toContain('unknown budget money')
    expect(usage({ calls: -1 })).toContain('the budget for calls is -1')
    expect(usage({ calls: Number.NaN })).toContain('the budget for calls is')
    expect(usage({ calls: '3' })).toContain('the budget for calls is "3"')
  })
})
