import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawVolumeTitle, drawWorkTitle } from '../../../generate/pools/work-titles.ts'
import type { Rng } from '../../../shared/rng.ts'

const TITLES: readonly ((rng: Rng) => string)[] = [
  drawVolumeTitle,
  (rng) => `${drawWorkTitle(rng)} (${rng.int(1890, 2024)})`,
  (rng) => `${drawWorkTitle(rng)}: ${rng.int(3, 40)} Letters & a Map`,
  (rng) => `${drawWorkTitle(rng)} - ${rng.pick(['Café', 'Señor', 'Château', 'Großer'])} Edition`,
]

export const slugify = definePhrases({
  tool: 'slugify',
  draw: (rng) => ({ text: rng.pick(TITLES)(rng) }),
  asks: [
    'make a slug for a web address out of {text}',
    'turn {text} into a slug with hyphens',
    'work out which slug {text} gets in the address of its page',
    'derive a slug from {text}, fit for file names and web addresses',
    'convert {text} to a lower-case slug',
  ],
  outputs: { '/slug': 'slug' },
  answers: [{ at: ['/slug'], gives: 'the slug' }],
})
