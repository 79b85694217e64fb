import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the lockfile of the example pins no build of this package: npm would refuse another, or take an old one', () => {
  const { packages } = JSON.parse(readFileSync('example-project/package-lock.json', 'utf8'))
  const own = packages['node_modules/tracewright']
  expect(own.resolved).toBe('file:.pack/tracewright.tgz')
  expect(own.integrity).toBeUndefined()
})
