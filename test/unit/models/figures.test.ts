import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Estimate, Limits } from '../../../src/models/limits.ts'
import { findPrice, formatMoney, readPrices } from '../../../src/models/prices.ts'

const dir = mkdtempSync(join(tmpdir(), 'tracewright-prices-'))
const fileOf = (value: unknown): string => {
  const file = join(dir, 'prices.json')
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}
const TABLE = {
  currency: 'EUR',
  per: 1000,
  models: { 'openai:a': { input: 2, output: 8 }, b: { input: 0, output: 1 } },
}

describe('prices', () => {
  it('are found by provider and name, or by the name alone', () => {
    const prices = readPrices(fileOf(TABLE))
    expect(findPrice(prices, ['openai:a'])).toEqual({ currency: 'EUR', input: 0.002, output: 0.008 })
    expect(findPrice(prices, ['anthropic:b'])).toMatchObject({ output: 0.001 })
    expect(findPrice(prices, ['./m.mjs', 'b'])).toMatchObject({ output: 0.001 })
    expect(findPrice(prices, ['a', 'constructor'])).toBeUndefined()
  })

  it.each([
    ['no JSON', '{', /Failed to read prices .*Correct the file or its path/],
    ['no currency', { models: {} }, /currency/],
    ['a price below zero', { ...TABLE, models: { a: { input: -1, output: 0 } } }, /models\.a\.input/],
    ['a price that is left out', { ...TABLE, models: { a: { input: 1 } } }, /models\.a\.output/],
  ])('are refused with %s', (_, value, problem) => {
    expect(() => readPrices(fileOf(value))).toThrow(problem)
  })

  it('make costs of the tokens', () => {
    const limits = new Limits({ price: { currency: 'EUR', input: 0.002, output: 0.008 } })
    expect(limits.usage.cost).toEqual({ amount: 0, currency: 'EUR' })
    limits.addTokens(10, 4)
    expect(formatMoney(limits.usage.cost as never)).toBe('0.052 EUR')
    expect(new Limits().usage.cost).toBeUndefined()
  })

  const price = { currency: 'EUR', input: 1, output: 1 }

  it('stop a run at the amount', async () => {
    const limits = new Limits({ price, maxCost: 5 })
    const call = () => limits.call(async () => limits.addTokens(2, 3))
    await call()
    await expect(call()).rejects.toThrow('the budget of 5 EUR is spent (5 EUR)')
    expect(limits.usage.calls).toBe(1)
  })

  it.each([1, 2, 4, 16])('go at most one call beyond the amount with %i at once', async (concurrency) => {
    for (const maxCost of [1, 10, 24, 25, 26, 61]) {
      const limits = new Limits({ price, maxCost, concurrency })
      let most = 0
      let inFlight = 0
      const call = () =>
        limits.call(async () => {
          most = Math.max(most, ++inFlight)
          await new Promise((done) => setTimeout(done, 1))
          inFlight--
          // A refusal costs nothing and tells nothing of what a call costs.
          if (limits.usage.calls > 1) limits.addTokens(2, 3)
        })
      await Promise.allSettled(Array.from({ length: 40 }, () => limits.turn(call)))
      const spent = limits.usage.cost?.amount ?? 0
      expect(spent, `of ${maxCost}`).toBeGreaterThanOrEqual(maxCost)
      expect(spent, `of ${maxCost}`).toBeLessThan(maxCost + 5)
      if (maxCost === 61) expect(most).toBe(Math.min(concurrency, 12))
    }
  })

  it('are estimated by the calls before', async () => {
    const seen: Estimate[] = []
    const limits = new Limits({ price, onEstimate: (estimate) => seen.push(estimate) })
    limits.announce('tools', 3)
    await limits.call(async () => limits.addTokens(20, 30))
    limits.announce('tasks', 2)
    limits.announce('none', 0)
    expect(seen).toEqual([
      {
        stage: 'tools',
        calls: 3,
        inputTokens: 4_500,
        outputTokens: 1_800,
        cost: { amount: 6_300, currency: 'EUR' },
      },
      { stage: 'tasks', calls: 2, inputTokens: 40, outputTokens: 60, cost: { amount: 100, currency: 'EUR' } },
    ])
  })
})
