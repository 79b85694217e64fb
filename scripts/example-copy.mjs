/**
 * Copies of the example projects outside of the repository, where nothing but their own manifests and lockfiles say what is installed:
 * below the repository node would find the root's modules too.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildWhereStale } from './build.mjs'

const root = resolve(import.meta.dirname, '..')
const packed = '.pack'
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']
const checkout = createHash('sha256').update(root).digest('hex').slice(0, 12)

/** Where the copy of an example is; the example project itself has no name. */
export const buildCopyPath = (name = '') =>
  join(tmpdir(), `tracewright-example-${name === '' ? '' : `${name}-`}${checkout}`)

/** The copy of the example project. */
export const copy = buildCopyPath()

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

let packedOnce

/** Puts this package, built where need be and packed once for all copies of a process, into a folder of a fresh copy. */
function packInto(folder) {
  mkdirSync(folder)
  const tarball = join(folder, 'tracewright.tgz')
  if (packedOnce === undefined) {
    buildWhereStale()
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], root)
    renameSync(join(folder, readdirSync(folder)[0]), tarball)
    packedOnce = tarball
  } else copyFileSync(packedOnce, tarball)
}

/** The tarball differs with every build: by a checksum npm would refuse it, or take an older one out of its cache. */
function forgetChecksum(file) {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  delete lock.packages['node_modules/tracewright'].integrity
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

/**
 * Copies an example, and installs the packed package and what the lockfile names, or the manifest of an example without
 * one; `update` renews a lockfile first.
 *
 * @param from Folder of the example
 * @param copy Folder of its copy
 */
export function prepareCopy({
  update = false,
  from = join(root, 'example-project'),
  copy = buildCopyPath(),
} = {}) {
  mkdirSync(copy, { recursive: true })
  for (const entry of readdirSync(copy)) {
    // npm would keep the copy of an earlier build.
    const stale = entry === 'node_modules' && !update ? 'node_modules/tracewright' : entry
    rmSync(join(copy, stale), { recursive: true, force: true })
  }
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: from,
  })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || file.startsWith('frameworks/') || !existsSync(join(from, file))) continue
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    copyFileSync(join(from, file), join(copy, file))
  }
  packInto(join(copy, packed))
  const hasLockfile = existsSync(join(from, 'package-lock.json'))
  if (!hasLockfile) {
    // It remembers the checksum of an earlier tarball.
    rmSync(join(copy, 'node_modules/.package-lock.json'), { force: true })
    run('npm', ['install', '--no-package-lock', '--prefer-offline', ...QUIET], copy)
    return
  }
  if (update) {
    rmSync(join(copy, 'package-lock.json'), { force: true })
    run('npm', ['install', '--package-lock-only', ...QUIET], copy)
    forgetChecksum(join(copy, 'package-lock.json'))
    copyFileSync(join(copy, 'package-lock.json'), join(from, 'package-lock.json'))
  }
  run('npm', ['ci', '--prefer-offline', ...QUIET], copy)
}
