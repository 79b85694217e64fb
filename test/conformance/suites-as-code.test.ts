import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { registryOf } from '../../src/tools/registry.ts'
import { judgeAll } from '../support/suites-as-code.ts'

const shared = process.env.TRACEWRIGHT_SHARED ?? join(process.cwd(), '../shared')
const folder = join(shared, 'prototypes/suites-as-code')

test.skipIf(!existsSync(folder))(
  '51 tasks',
  async () => {
    const { T } = (await import('./zz/tasks.mjs' as never)) as never
    const { shop } = (await import('./zz/shop.mjs' as never)) as never
    const only = process.env.ONLY?.split(',')
    const chosen = Object.fromEntries(Object.entries(T).filter(([k]) => !only || only.includes(k)))
    const { builtInRegistry } = (await import('../support/suites-as-code.ts')) as never
    const t = await judgeAll(
      chosen as never,
      registryOf([
        ...(builtInRegistry as never as Map<string, never>).values(),
        ...(shop as never[]),
      ]) as never,
      Number(process.env.N ?? 20),
    )
    console.log(JSON.stringify(t))
    expect(t.right[1]).toBeGreaterThan(0)
  },
  900_000,
)
