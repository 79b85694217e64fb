import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import config from '../../tsdown.config.ts'
import { workspace } from '../support/pack.ts'

interface Manifest {
  bin: Record<string, string>
  exports: Record<string, string>
}

const installed = join(workspace, 'node_modules/tracewright')
const read = (file: string): string => readFileSync(join(installed, file), 'utf8')
const manifest: Manifest = JSON.parse(read('package.json'))
const modules = Object.values(manifest.exports).filter((file) => file.endsWith('.js'))

/** Entries that need Vitest around them, or the library that they adapt. */
const NEEDING_OTHERS = ['./plugin', './matchers', './fixtures', './anthropic']

/** What a build makes, without its ending: `dist/index`. */
const built = [config].flat().flatMap(({ entry }) => Object.keys(entry as Record<string, string>))

describe('the exports map', () => {
  it('names every entry once, and the manifest', () => {
    expect(Object.keys(manifest.exports)).toEqual([
      '.',
      './audit',
      './generate',
      './synthetic',
      './metrics',
      './calibration',
      './schemas',
      './traces',
      './tools',
      './plugin',
      './matchers',
      './fixtures',
      './langchain',
      './ai-sdk',
      './openai-agents',
      './openai',
      './anthropic',
      './mcp',
      './suite.schema.json',
      './toolkit.schema.json',
      './package.json',
    ])
    expect(new Set(modules).size).toBe(modules.length)
  })

  it.each([...modules, ...Object.values(manifest.bin)])('%s is built, with types', (file) => {
    expect(built).toContain(file.replace(/^\.\/dist\/|\.js$/g, ''))
    expect(read(file)).not.toBe('')
    expect(read(file.replace(/\.js$/, '.d.ts'))).not.toBe('')
  })

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
