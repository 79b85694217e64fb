import { expect, it } from 'vitest'
import { tryNotes } from '../support/notes.ts'
import { loadExampleTasks } from '../support/suites.ts'

it('a note in brackets with another value earns nothing, on a line, in structured output and in a gap', () => {
  const tried = tryNotes(loadExampleTasks().filter((_, i) => i % 6 === 0))
  expect(Math.min(...Object.values(tried))).toBeGreaterThan(10)
})
