import { expect, test } from 'vitest'
import { parseYaml } from '../../../src/tools/imported/import/openapi/parse-yaml.ts'

test('what the parser takes the square of is refused after its time is over', { timeout: 20_000 }, () => {
  expect(() => parseYaml('!!a '.repeat(20_000))).toThrow(/more than \d+ ms to read as YAML|at most one tag/)
  const long = Array.from({ length: 10_000 }, (_, i) => `k${i}: 1`).join('\n')
  expect(Object.keys(parseYaml(long) as object)).toHaveLength(10_000)
})
