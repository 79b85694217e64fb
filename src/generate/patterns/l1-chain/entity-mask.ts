import type { Rng } from '../../../shared/rng.ts'
import { from } from '../../bind.ts'
import { drawDate } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { PEOPLE, type Person } from '../../pools/people.ts'

/** A note with the names, an address and a telephone number of two people. */
function drawNote(rng: Rng): string {
  const [one, other] = rng.sample(PEOPLE, 2) as [Person, Person]
  const [year, month, day] = drawDate(rng, 2030, 2034).split('-')
  const date = `${day}/${month}/${year}`
  return rng.pick([
    `We hear that ${one.name} waits for a call under ${one.phone} until ${date}, and ${other.name} wants the plans sent to ${other.email} today.`,
    `The keys are with ${one.name} as of ${date}; write to ${one.email} to get them, or ring ${other.name} under ${other.phone} at night.`,
    `For the tour on ${date} please tell ${one.name} that ${other.email} replaces the old address of ${other.name} and that ${one.phone} still works.`,
    `Our landlord ${one.name} uses ${one.phone} and ${one.email} from ${date} on, while ${other.name} is only reached through ${other.email} now.`,
  ])
}

export const entityMask = definePattern({
  key: 'entity_mask',
  name: 'analyze-redact',
  level: 'L1_chain',
  published: {
    mended:
      'In the published one both tools get the same text and nothing flows. Here the list of entities that was found is masked.',
  },
  tools: ['extract_entities', 'mask_pii'],
  draw(rng) {
    const note = drawNote(rng)
    return {
      steps: [
        { tool: 'extract_entities', arguments: { text: note } },
        { tool: 'mask_pii', arguments: { text: from(1, '/entities', 'json') } },
      ],
      prompts: [
        `Extract the entities from ${quote(note)} Then have the personal data masked in the complete list of entities, written as a JSON array.`,
        `I want to show around what a note mentions, but not how to reach anybody. The note: ${quote(note)} Find its entities, and put the list, whole and as a JSON array, through the masking of personal data.`,
        `Mask the personal data in a JSON array, namely the unchanged list of all entities that entity extraction gives for the following note: ${quote(note)}`,
      ],
      answer: { value: from(2, '/masked_text'), gives: 'the masked list exactly as it came back' },
    }
  },
})
