import { describe, expect, test } from 'vitest'
import { phrasebook } from '../../../src/tools/builtin/phrasebook.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { describePhrases } from '../../support/phrases.ts'

test('every tool has phrases', () => {
  expect([...phrasebook.keys()]).toEqual([...registry.keys()])
})

describe.each([...phrasebook.values()])('$tool', describePhrases)
