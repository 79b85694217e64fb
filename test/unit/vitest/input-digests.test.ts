import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resolveOptions } from '../../../src/run/options.ts'
import { computeInputDigests } from '../../../src/vitest/input-digests.ts'

it('the digest of an input changes with each of its files, and an input that is missing is an error', () => {
  const root = mkdtempSync(join(tmpdir(), 'inputs-'))
  const write = (name: string, text: string): void => writeFileSync(join(root, name), text)
  mkdirSync(join(root, 'prompts/deep'), { recursive: true })
  write('prompts/deep/a.md', 'a')
  symlinkSync('..', join(root, 'prompts/deep/loop'))
  write('shop.toolkit.json', '{}')
  const options = resolveOptions({ inputs: ['prompts'], simulators: ['shop.toolkit.json'] })
  const digests = () =>
    Object.entries(computeInputDigests(root, options)).map(([name, digest]) => `${name} ${digest}`)
  const seen = [digests()]
  for (const [name, text] of [
    ['prompts/deep/a.md', 'b'],
    ['prompts/b.md', ''],
    ['shop.corrections.json', '{}'],
  ] as const) {
    write(name, text)
    seen.push(digests())
  }
  expect(new Set(seen.map(String)).size).toBe(4)
  expect(seen[3]?.map((line) => line.slice(0, -17))).toEqual([
    'inputs: prompts',
    'simulators: shop.toolkit.json',
    'simulators: shop.corrections.json',
  ])
  rmSync(join(root, 'prompts'), { recursive: true })
  expect(() => computeInputDigests(root, options)).toThrow('Correct the option `inputs`')
})
