import { field } from '../../../schema/semantic.ts'
import type { Rng } from '../../../shared/rng.ts'
import { drawVolumeTitle, drawWorkTitle } from '../../content/pools/addresses.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { SPACE_RANGES } from './patterns.ts'

const UNWANTED = new RegExp(`[^a-z0-9_${SPACE_RANGES}-]`, 'gu')
const SEPARATORS = new RegExp(`[_${SPACE_RANGES}-]+`, 'gu')

const TITLES: readonly ((rng: Rng) => string)[] = [
  drawVolumeTitle,
  (rng) => `${drawWorkTitle(rng)} (${rng.int(1890, 2024)})`,
  (rng) => `${drawWorkTitle(rng)}: ${rng.int(3, 40)} Letters & a Map`,
  (rng) => `${drawWorkTitle(rng)} - ${rng.pick(['Café', 'Señor', 'Château', 'Großer'])} Edition`,
]

export const slugify = defineBuiltIn({
  name: 'slugify',
  category: 'text_processing',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Turns a title into a slug for web addresses and file names: lower-case ASCII letters and digits joined by single hyphens. Accents are dropped, and characters without an ASCII form vanish. Does not build a whole web address.',
  input: (z) => ({
    text: field(z.string(), 'title', 'Title or phrase, for example "Crème brûlée: a guide".'),
  }),
  output: (z) => ({
    slug: field(z.string(), 'slug', 'The slug, for example "creme-brulee-a-guide"; may be empty.'),
  }),
  run({ text }) {
    const slug = text
      .normalize('NFKD')
      .replace(/\P{ASCII}/gu, '')
      .toLowerCase()
      .replace(UNWANTED, '')
      .replace(SEPARATORS, '-')
      .replace(/^-|-$/g, '')
    return { slug }
  },
  drawArguments: (rng) => ({ text: rng.pick(TITLES)(rng) }),
})
