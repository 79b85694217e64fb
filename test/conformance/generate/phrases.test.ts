import { describe, expect, test } from 'vitest'
import { phrasebook } from '../../../src/simulators/phrasebook.ts'
import { registry } from '../../../src/simulators/registry.ts'
import { describePhrases } from '../../support/phrases.ts'

test('every tool has phrases', () => {
  expect([...phrasebook.keys()]).toEqual([...registry.keys()])
})

describe.each([...phrasebook.values()])('$tool', describePhrases)
