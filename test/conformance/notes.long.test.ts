import { expect, it } from 'vitest'
import { tryNotes } from '../support/notes.ts'
import { loadExample } from '../support/suites.ts'

it('a note in brackets with another value earns nothing in any task of the example', async () => {
  const tried = tryNotes(await loadExample())
  expect(Math.min(...Object.values(tried))).toBeGreaterThan(100)
})
