import { expect, test } from 'vitest'

test('a test of the user that is no case is not refused by us', async () => {
  const error = await fetch('http://outside.invalid/').catch((thrown: Error) => thrown)
  expect(String((error as Error).cause ?? error)).not.toContain('tracewright')
})
