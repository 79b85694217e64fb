import type { Rng } from '../../../shared/rng.ts'
import { from } from '../../bind.ts'
import { drawDate } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { listed, quote } from '../../phrases.ts'
import { drawBands } from '../../pools/chain-names.ts'
import { PEOPLE } from '../../pools/people.ts'

/** Programme notes whose own wording has a mood too, so that it matters what is judged. */
function drawNotes(rng: Rng): string {
  const bands = listed(drawBands(rng))
  const [year, month, day] = drawDate(rng, 2030, 2034).split('-')
  const date = `${day}/${month}/${year}`
  const { email } = rng.pick(PEOPLE)
  return rng.pick([
    `On ${date} the bill lists ${bands}, and we recommend an umbrella because the roof is in a sad state. Tickets come from ${email} this time.`,
    `Despite the annoying rain of ${date} nobody missed ${bands}. Write to ${email} for nice pictures.`,
    `We love the new hall. It opens on ${date} with ${bands}; the guest list is kept by ${email} as before.`,
    `The poor sound on ${date} did not stop ${bands}. Our friend at ${email} has the perfect recording.`,
  ])
}

export const entitySentiment = definePattern({
  key: 'entity_sentiment',
  name: 'analyze-classify',
  level: 'L1_chain',
  published: {
    mended:
      'In the published one both tools get the same text and nothing flows. Here the mood is judged of the list of entities that was found.',
  },
  tools: ['extract_entities', 'sentiment_analysis'],
  draw(rng) {
    const notes = drawNotes(rng)
    return {
      steps: [
        { tool: 'extract_entities', arguments: { text: notes } },
        { tool: 'sentiment_analysis', arguments: { text: from(1, '/entities', 'json') } },
      ],
      prompts: [
        `Extract the entities from this text: ${quote(notes)} Then have the sentiment judged, not of the text, but of the complete list of entities, written as a JSON array.`,
        `Do the names in here sound friendly? ${quote(notes)} Find all entities of the text first. The list that you get, unchanged and written as a JSON array, is what the sentiment analysis should look at.`,
        `Run the sentiment check on a list of entities, passed on whole and as a JSON array. The list is what entity extraction finds in the note ${quote(notes)}`,
        `I have a note: ${quote(notes)} Get the entities out of this note, and judge how positive or negative the resulting list (all entries, as a JSON array) is on its own.`,
      ],
      answer: {
        value: [from(2, '/positive_signals'), from(2, '/negative_signals'), from(2, '/confidence')],
        gives:
          'the number of positive signals, the number of negative signals and the confidence, in this order',
      },
    }
  },
})
