import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Folder in which copies of the mini-projects run; the packed package is installed beside them. */
export const workspace: string = join(root, '.work', 'integration')

const PACKED = Symbol.for('tracewright.test.packed')
const holder = globalThis as { [PACKED]?: true }

/**
 * Packs the built package as npm would publish it and unpacks it where the mini-projects find it, so that they
 * run what users get. Everything else resolves to the repository's own modules.
 */
export default function pack(): void {
  // Each project asks for it.
  if (holder[PACKED]) return
  holder[PACKED] = true
  if (!existsSync(join(root, 'dist/plugin.js'))) {
    throw new Error('Failed to pack: there is no build. Run `npm run build` first.')
  }
  rmSync(workspace, { recursive: true, force: true })
  const installed = join(workspace, 'node_modules/tracewright')
  mkdirSync(installed, { recursive: true })
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', workspace], {
    cwd: root,
  })
  const tarball = readdirSync(workspace).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('Failed to pack: npm wrote no tarball.')
  execFileSync('tar', ['xzf', join(workspace, tarball), '-C', installed, '--strip-components', '1'])
}
