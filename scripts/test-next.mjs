#!/usr/bin/env node
/**
 * Runs tests on the newer majors: Vitest 5, msw 3, Node 24. A copy of the tree gets dependencies of its own, so
 * that nothing of the other majors can be resolved by accident. `--update` renews the lockfile of that copy.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildWhereStale } from './build.mjs'

const root = resolve(import.meta.dirname, '..')
// Outside of the repository, or what the copy lacks would be found in the repository's own modules.
const copy = join(
  tmpdir(),
  `tracewright-next-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`,
)
const lockfile = join(root, 'test/legs/next/package-lock.json')
const NEWER = {
  vitest: '5.1.1',
  '@vitest/coverage-v8': '5.1.1',
  '@ai-sdk/openai': '4.0.118',
  '@openai/agents': '0.20.0',
  ai: '7.0.173',
  openai: '7.57.0',
  msw: '3.0.5',
  node: '24.21.0',
  '@types/node': '24.19.2',
}
const NEEDED = [
  '@anthropic-ai/sdk',
  '@dagrejs/dagre',
  '@langchain/anthropic',
  '@langchain/core',
  '@langchain/ollama',
  '@langchain/openai',
  '@readme/oas-examples',
  '@modelcontextprotocol/sdk',
  '@seriousme/openapi-schema-validator',
  'axe-core',
  'd3-shape',
  'dataloader',
  'fast-check',
  'hyparquet',
  'hyparquet-writer',
  'langchain',
  'playwright-core',
  'preact',
  'typescript',
  'umap-js',
  'undici',
  'vega',
  'vega-lite',
  'vite',
]

/**
 * Tests that a newer major can change, by the folders or files below a folder: of what uses Vitest, msw, a library with
 * another major here, or the processes, files and sockets of Node, and of the numbers that worlds are drawn from. All
 * others run on the other leg alone; CONTRIBUTING.md says how to choose.
 */
const ON_BOTH_LEGS = {
  'test/unit': [
    ...['adapters', 'cassettes', 'cli', 'fixtures', 'init', 'matchers', 'models', 'network', 'run', 'serve'],
    ...[
      'repair/record',
      'shared',
      'suites/pull-suite',
      'synthetic/environment',
      'synthetic/live',
      'trace',
      'vitest',
    ],
    ...['toolkit/import', 'toolkit/read-document', 'toolkit/serve'],
  ],
  'test/conformance': ['fault-matrix', 'golden-simulators', 'vectors'],
  'test/integration': [
    ...['core-imports', 'fixtures', 'network', 'serve-mcp', 'suite-modules', 'types'],
    // Modules, pools, reporters, snapshots, shards, watching and exit codes of Vitest.
    ...['attempts', 'blocked', 'code-lines', 'code-suites', 'exit-codes', 'record', 'secrets', 'shards'],
    ...['monorepo', 'package-managers', 'snapshots', 'suite-lines', 'suite-runs', 'watch'],
    // What msw answers, what Node starts and asks, and the libraries.
    ...['adapters', 'cassettes', 'docs-blocks', 'gateway', 'live', 'own-tools'],
    ...['network-table', 'routes', 'typescript-tools'],
  ],
}
const onBothLegs = Object.entries(ON_BOTH_LEGS).flatMap(([folder, names]) =>
  names.map((name) => `${folder}/${name}`),
)
const isOf = (file, name) => file.startsWith(`${name}/`) || file.startsWith(`${name}.`)
/** A test of this repository, not of the mini-projects that its tests run. */
const isTest = (file) => /^test\/(?!integration\/projects\/).*\.test\.ts$/.test(file)

const update = process.argv.includes('--update')
const args = process.argv.slice(2).filter((arg) => arg !== '--update')

// What is tested is the build, and one of before an edit would be tested in silence.
buildWhereStale()

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const gone = onBothLegs.filter((name) => !files.some((file) => isOf(file, name)))
if (gone.length > 0) throw new Error(`Failed to choose tests: there is no ${gone.join(', no ')}.`)
const copied = files.filter((file) => !isTest(file) || onBothLegs.some((name) => isOf(file, name)))

mkdirSync(copy, { recursive: true })
for (const entry of readdirSync(copy)) {
  if (entry !== 'node_modules') rmSync(join(copy, entry), { recursive: true, force: true })
}
for (const file of copied) {
  mkdirSync(join(copy, dirname(file)), { recursive: true })
  copyFileSync(join(root, file), join(copy, file))
}
cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true })

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const kept = Object.entries(manifest.devDependencies).filter(([name]) => NEEDED.includes(name))
manifest.devDependencies = { ...Object.fromEntries(kept), ...NEWER }
// Packing must not build again: what is tested is the build of the other leg.
manifest.scripts = {}
writeFileSync(join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

const runNpm = (...given) => {
  const { status } = spawnSync('npm', given, { cwd: copy, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
if (update) {
  // An installed tree leads npm to leave other platforms' packages out of a new lockfile.
  for (const stale of ['package-lock.json', 'node_modules'])
    rmSync(join(copy, stale), { recursive: true, force: true })
  runNpm('install', '--no-audit', '--no-fund', '--loglevel=error')
  copyFileSync(join(copy, 'package-lock.json'), lockfile)
} else {
  copyFileSync(lockfile, join(copy, 'package-lock.json'))
  const wanted = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json']) wanted.update(readFileSync(join(copy, name)))
  const digest = wanted.digest('hex')
  // `npm ci` deletes the folder with the mark, so that what an interrupted one leaves has none.
  const mark = join(copy, 'node_modules/.installed')
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== digest) {
    runNpm('ci', '--no-audit', '--no-fund', '--loglevel=error')
    writeFileSync(mark, digest)
  }
}

const { status } = spawnSync(
  join(copy, 'node_modules/.bin/node'),
  [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', ...args],
  {
    cwd: copy,
    stdio: 'inherit',
    env: {
      // Hundreds of processes load the same modules. Here, the next run deletes what this one compiled.
      NODE_COMPILE_CACHE: join(copy, '.work/compiled'),
      ...process.env,
      TRACEWRIGHT_SHARED: process.env.TRACEWRIGHT_SHARED ?? resolve(root, '../shared'),
    },
  },
)
process.exit(status ?? 1)
