import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { insertCommandPlace } from '../../../src/vitest/command-place.ts'

const root = mkdtempSync(join(tmpdir(), 'tracewright-command-place-'))
const folders = new Map(
  ['lockers', 'parcel', 'web'].map((name) => [`@post/${name}`, join(root, 'packages', name)]),
)
for (const [name, folder] of folders) {
  mkdirSync(folder, { recursive: true })
  const devDependencies = name === '@post/web' ? {} : { tracewright: '1' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, devDependencies }))
}

it.each([
  [
    'a command about a project begins in its package',
    'next: `npx tracewright report` shows it; `npx tracewright baseline update --project @post/parcel --accept REASON`',
    'next: `cd packages/lockers && npx tracewright report` shows it; `cd packages/parcel && npx tracewright baseline update --project @post/parcel --accept REASON`',
  ],
  [
    'a project without the command takes the first package that has it',
    'npx tracewright baseline check --project @post/web\n',
    'cd packages/lockers && npx tracewright baseline check --project @post/web\n',
  ],
])('%s', (_, text, shown) => {
  expect(insertCommandPlace(text, root, folders)).toBe(shown)
})

it('leaves commands as they are if the root has the command', () => {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ devDependencies: { tracewright: '1' } }))
  expect(insertCommandPlace('`npx tracewright report`', root, folders)).toBe('`npx tracewright report`')
})
