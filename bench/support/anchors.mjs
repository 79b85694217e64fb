/** What is measured beside: packages of `bench/anchors`, which are no dependencies of this one. */
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

export const anchors = resolve(import.meta.dirname, '../anchors')

/** Whether the anchors are installed. */
export function hasAnchors() {
  try {
    createRequire(join(anchors, 'package.json')).resolve('agentevals')
    return true
  } catch {
    return false
  }
}

/** Imports an anchor. */
export async function importAnchor(name) {
  if (!hasAnchors())
    throw new Error(
      `Failed to find ${name}: the anchors are not installed. Run: npm install --no-audit --no-package-lock --prefix bench/anchors`,
    )
  return import(pathToFileURL(createRequire(join(anchors, 'package.json')).resolve(name)).href)
}
