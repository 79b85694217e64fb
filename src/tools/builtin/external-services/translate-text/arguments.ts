import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { FOREIGN_TEXTS } from '../../../content/pools/foreign-texts.ts'
import { LANGUAGES } from '../../../content/pools/languages.ts'
import { drawStory } from '../../../content/pools/story-parts.ts'

const CODES = LANGUAGES.map(({ code }) => code)

function drawForeign(rng: Rng): JsonObject {
  const [from_language, sentences] = rng.pick(Object.entries(FOREIGN_TEXTS))
  const text = rng.sample(sentences, rng.int(1, 2)).join(' ')
  const to_language = rng.pick(['en', ...CODES].filter((code) => code !== from_language))
  return { text, from_language, to_language }
}

export const drawArguments = (rng: Rng): JsonObject =>
  rng.int(0, 2) === 0
    ? drawForeign(rng)
    : { text: drawStory(rng, rng.int(1, 2)), from_language: 'en', to_language: rng.pick(CODES) }
