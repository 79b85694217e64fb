import { test } from 'tracewright/fixtures'
import { describe } from 'vitest'
import { question, reporter } from './agent.ts'

describe.concurrent('files of the south', () => {
  for (const city of ['Quito', 'Perth']) {
    test(`reports ${city}`, async ({ run, expect }) => {
      const result = await run(reporter(city), question(city))
      await expect(result).toMatchTraceFileSnapshot()
    })
  }

  test('keeps a file of its own', async ({ run, expect }) => {
    const result = await run(reporter('Quito'), question('Quito'))
    await expect(result).toMatchTraceFileSnapshot({ answer: true }, 'own/quito.txt')
  })
})
