import { expect, it } from 'vitest'
import { coverageOf } from '../../../../src/synthetic/rules/coverage.ts'
import { toolOf } from '../../../support/synthetic.ts'

it('says of each sentence what became of it', () => {
  const sentences = coverageOf(
    toolOf(
      {
        kiln_id: 'string|The kiln',
        heat: 'number|Heat',
        potter: 'string|Must be somebody that is known',
      },
      [
        'Missing kiln: kiln_id is required.',
        'Power cut: The mains are off.',
        'Wrong heat: heat must be positive.',
      ],
      'Name a kiln. Set heat.',
    ),
  )
  expect(sentences.map(({ text, fate }) => `${fate}: ${text}`)).toEqual([
    'silent: The kiln',
    'silent: Heat',
    'model: Must be somebody that is known',
    'silent: Name a kiln',
    'silent: Set heat',
    'model: Missing kiln: kiln_id is required.',
    'model: Power cut: The mains are off.',
    'compiled: Wrong heat: heat must be positive.',
  ])
})
