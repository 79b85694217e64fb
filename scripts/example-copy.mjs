/**
 * A copy of the example project outside of the repository, where nothing but its own lockfile says what is installed:
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

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'example-project')
const packed = '.pack'

export const copy = join(
  tmpdir(),
  `tracewright-example-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`,
)

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Packs this package beside a fresh copy. */
function pack() {
  mkdirSync(join(copy, packed))
  run('npm', ['run', '--silent', 'build'], root)
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', join(copy, packed)], root)
  const [tarball] = readdirSync(join(copy, packed))
  renameSync(join(copy, packed, tarball), join(copy, packed, 'tracewright.tgz'))
}

/** The tarball differs with every build: by a checksum npm would refuse it, or take an older one out of its cache. */
function forgetChecksum(file) {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  delete lock.packages['node_modules/tracewright'].integrity
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

/** Copies the example, and installs the packed package and what the lockfile names; `update` renews that first. */
export function prepareCopy({ update = false } = {}) {
  mkdirSync(copy, { recursive: true })
  for (const entry of readdirSync(copy)) {
    // npm would keep the copy of an earlier build.
    const stale = entry === 'node_modules' && !update ? 'node_modules/tracewright' : entry
    rmSync(join(copy, stale), { recursive: true, force: true })
  }
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: example,
  })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !existsSync(join(example, file))) continue
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    copyFileSync(join(example, file), join(copy, file))
  }
  pack()
  if (update) {
    rmSync(join(copy, 'package-lock.json'), { force: true })
    run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund', '--loglevel=error'], copy)
    forgetChecksum(join(copy, 'package-lock.json'))
    copyFileSync(join(copy, 'package-lock.json'), join(example, 'package-lock.json'))
  }
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], copy)
}
