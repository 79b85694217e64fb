import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workspace } from '../support/pack.ts'

interface Manifest {
  exports: Record<string, string>
}

const installed = join(workspace, 'node_modules/tracewright')
const manifest: Manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))

/** Entries that need Vitest around them, or the library that they adapt. */
const NEEDING_OTHERS = ['./plugin', './matchers', './fixtures', './record', './environment', './anthropic']

describe('the exports map', () => {
  const alone = Object.keys(manifest.exports).filter(
    (entry) => !entry.endsWith('.json') && !NEEDING_OTHERS.includes(entry),
  )
  it.each(alone)('%s can be imported on its own', async (entry) => {
    const path = join(installed, manifest.exports[entry] ?? '')
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ path)
    expect(Object.keys(exported)).not.toEqual([])
    expect(Object.values(exported)).not.toContain(undefined)
  })
})
