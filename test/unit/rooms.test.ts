import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listRoomFolders } from '../../scripts/test.mjs'

const root = resolve(import.meta.dirname, '../..')
const listFolders = (folder: string): string[] =>
  readdirSync(resolve(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )

it.each([...listFolders('src'), 'matchers', 'fixtures'])('npm test -- %s has tests to run', (room) => {
  expect(listRoomFolders(room)).not.toEqual([])
})

it('a room with parts runs the tests of all of them, and a part its own', () => {
  expect(listRoomFolders('suites')).toContain('test/unit/audit/')
  expect(listRoomFolders('audit')).toEqual(['test/unit/audit/'])
})

it('other words and options are for Vitest', () => {
  for (const word of [undefined, '', '--reporter=json', 'score.test.ts', '../unit', 'nothing'])
    expect(listRoomFolders(word)).toEqual([])
})
