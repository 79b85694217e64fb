import { test } from 'tracewright/fixtures'
import { describe } from 'vitest'
import { question, reporter } from './agent.ts'

describe.concurrent('files of the north', () => {
  for (const city of ['Oslo', 'Bergen', 'Turku']) {
    test(`reports ${city}`, async ({ run, expect }) => {
      const result = await run(reporter(city), question(city))
      await expect(result).toMatchTraceFileSnapshot()
    })
  }
})
