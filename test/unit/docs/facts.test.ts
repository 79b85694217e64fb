/** Numbers and versions that pages state, compared with what the package has: no page says what another denies. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { FULL_RECORD, MAX_RERUNS } from '../../../src/baseline/thresholds.ts'
import { CAPABILITIES, CATEGORIES } from '../../../src/schema/tool.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'

const root = resolve(import.meta.dirname, '../../..')
const FOLDERS = ['docs', 'docs/guides', 'skills/tracewright', 'skills/tracewright/references']
const pages = [
  'README.md',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(resolve(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
].map((name) => ({ name, text: readFileSync(resolve(root, name), 'utf8') }))

/** Each match of a pattern in the pages, as `page: text` with what its groups hold. */
const find = (pattern: RegExp): { place: string; groups: string[] }[] =>
  pages.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(([whole, ...groups]) => ({ place: `${name}: ${whole}`, groups })),
  )
/** Places whose groups differ from what is expected; there has to be a place. */
function expectEverywhere(pattern: RegExp, ...expected: string[]): void {
  const found = find(pattern)
  expect(found.length, String(pattern)).toBeGreaterThan(0)
  expect(found.filter(({ groups }) => groups.join() !== expected.join()).map(({ place }) => place)).toEqual(
    [],
  )
}

/** The majors that a range allows: `^4.1.0 || ^5.0.0` gives 4 and 5. */
const majorsOf = (range: string): string[] =>
  [...range.matchAll(/(?:\^|>=)(\d+)/g)].map(([, major]) => major ?? '')
const peers = manifest.peerDependencies

describe('pages state', () => {
  it('the number of built-in tools', () => {
    expectEverywhere(/\b(\d+) (?:built[- ]in|simulators come)/gi, String(registry.size))
  })

  it('the least versions of Node', () => {
    const [, twenty, later] = /^\^(20\.\d+)\.0 \|\| >=(22\.\d+)\.0$/.exec(manifest.engines.node) ?? []
    expectEverywhere(/Node (20\.\d+) or (22\.\d+) and later/g, twenty ?? '', later ?? '')
    expectEverywhere(/Node 20 from (20\.\d+) on, or Node (22\.\d+) or later/g, twenty ?? '', later ?? '')
  })

  it('the majors of Vitest and msw', () => {
    expectEverywhere(/Vitest (\d) or (\d)/g, ...majorsOf(peers.vitest))
    expectEverywhere(/msw (\d) or (\d)/g, ...majorsOf(peers.msw))
    expectEverywhere(/vitest@(\d) msw@(\d)/g, majorsOf(peers.vitest)[0] ?? '', majorsOf(peers.msw)[0] ?? '')
  })

  it('the majors of libraries that have an adapter', () => {
    expectEverywhere(/\*\*AI SDK\*\*: `ai` (\d) and (\d)/g, ...majorsOf(peers.ai))
    expectEverywhere(/of the AI SDK, of which the tests run (\d) and (\d)/g, ...majorsOf(peers.ai))
    expectEverywhere(/\*\*The `openai` client\*\*: `openai` (\d) and (\d)/g, ...majorsOf(peers.openai))
  })

  it('how many reruns a task gets, and how many attempts a record holds', () => {
    expectEverywhere(
      /(?:at most|up to) (\d+)(?: in all| more times| times before it calls it broken)/g,
      String(MAX_RERUNS),
    )
    expectEverywhere(/until the record holds (\d+)/g, String(FULL_RECORD))
    expectEverywhere(/up to (\d+) attempts\./g, String(FULL_RECORD))
  })

  it('the rate of false alarms that was simulated', () => {
    const [, rate = ''] =
      /; ([\d.]+) % of them all\./.exec(readFileSync(resolve(root, 'docs/gate-rates.md'), 'utf8')) ?? []
    expectEverywhere(/([\d.]+) % of the simulated gates/g, rate)
  })

  it('every category and capability of a simulator, in the glossary', () => {
    const { text = '' } = pages.find(({ name }) => name === 'docs/glossary.md') ?? {}
    const valuesOf = (term: string): string[] =>
      [...(new RegExp(`^\\| ${term} .*?: (.*)`, 'm').exec(text)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
        ([, value = '']) => value,
      )
    expect(valuesOf('category')).toEqual([...CATEGORIES])
    expect(valuesOf('capability')).toEqual([...CAPABILITIES])
  })

  it('one version of the package in commands that install it', () => {
    expectEverywhere(/\.\/tracewright-([\d.]+)\.tgz/g, manifest.version)
  })
})
