import { test } from 'tracewright/fixtures'
import { describe } from 'vitest'
import { question, reporter } from './agent.ts'

describe.concurrent('stored', () => {
  for (const [i, city] of ['Oslo', 'Rome', 'Cairo', 'Quito'].entries()) {
    test(`reports ${city}`, async ({ run, expect }) => {
      const result = await run(reporter(city, (4 - i) * 5), question(city))
      expect(result).toMatchTraceSnapshot()
      expect(result).toMatchTraceSnapshot({ answer: true }, 'with its answer')
      await expect(run(reporter(city), question(city))).resolves.toMatchTraceSnapshot('again')
    })
  }
})
