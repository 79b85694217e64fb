import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * A folder of its own for a test, with the files by their paths in it; removed at the end.
 *
 * @param atEnd `afterAll` outside of a test
 */
export function createFolder(
  files: Readonly<Record<string, string>> = {},
  atEnd: (remove: () => void) => void = onTestFinished,
): string {
  const root = mkdtempSync(join(tmpdir(), 'tracewright-'))
  atEnd(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}
