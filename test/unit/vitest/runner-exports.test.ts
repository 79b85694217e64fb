import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as vitest from 'vitest'
import { describe, expect, it } from 'vitest'
import * as node from 'vitest/node'

const root = resolve(import.meta.dirname, '../../..')
const sources = ['src', 'matchers', 'fixtures'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
)

// Run on both legs; see decisions/0013-runner-through-vitest.md.
describe('what @vitest/runner gave up to 4.1', () => {
  it.each(['afterAll', 'describe', 'expect', 'inject', 'test', 'Snapshots', 'TestRunner'])(
    'vitest gives %s',
    (name) => {
      expect(vitest).toHaveProperty(name)
      expect((vitest as Record<string, unknown>)[name]).toBeDefined()
    },
  )

  it('vitest gives the same functions as @vitest/runner, where that has this version', async ({ skip }) => {
    // A name in a variable: the other leg, which does not have the package, cannot resolve it.
    const name = '@vitest/runner'
    const runner: Record<string, unknown> | undefined = await import(name).catch(() => undefined)
    if (runner === undefined) return skip('@vitest/runner ends at 4.1.12')
    for (const one of ['afterAll', 'describe', 'test'])
      expect((vitest as Record<string, unknown>)[one], one).toBe(runner[one])
    for (const one of ['createTaskCollector', 'getCurrentSuite', 'getCurrentTest'] as const)
      expect(vitest.TestRunner[one], one).toBe(runner[one])
  })

  it('vitest/node gives the task behind a reported module', () => {
    expect(node.experimental_getRunnerTask).toBeTypeOf('function')
  })

  it('fixtures extend the test that vitest gives', () => {
    expect(vitest.test.extend).toBeTypeOf('function')
  })

  it('is reached through these entries of vitest alone', () => {
    const imported = new Set(
      sources.flatMap((text) => [...text.matchAll(/from '(@?vitest[^']*)'/g)].map((match) => match[1])),
    )
    expect([...imported].sort()).toEqual(['vitest', 'vitest/config', 'vitest/node'])
  })
})
