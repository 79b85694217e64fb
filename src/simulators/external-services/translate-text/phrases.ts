import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { FOREIGN_TEXTS } from '../../../generate/pools/dag-foreign-texts.ts'
import { LANGUAGES } from '../../../generate/pools/dag-languages.ts'
import { drawStory } from '../../../generate/pools/story-parts.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

const CODES = LANGUAGES.map(({ code }) => code)

function drawForeign(rng: Rng): JsonObject {
  const [from_language, sentences] = rng.pick(Object.entries(FOREIGN_TEXTS))
  const text = rng.sample(sentences, rng.int(1, 2)).join(' ')
  const to_language = rng.pick(['en', ...CODES].filter((code) => code !== from_language))
  return { text, from_language, to_language }
}

export const translateText = definePhrases({
  tool: 'translate_text',
  draw: (rng) =>
    rng.int(0, 2) === 0
      ? drawForeign(rng)
      : { text: drawStory(rng, rng.int(1, 2)), from_language: 'en', to_language: rng.pick(CODES) },
  asks: [
    'translate {text} from {from_language} to {to_language}',
    'put {text}, which is in {from_language}, into {to_language}',
    'have {text} translated; its language is {from_language}, the one wanted is {to_language}',
    'translate {text} with {from_language} as the language that it is in and {to_language} as the language to put it into',
  ],
  outputs: { '/translated_text': 'translation' },
  answers: [{ at: ['/translated_text'], gives: 'the translation, word for word as it came out' }],
})
