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
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({ slug: z.string() }),
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
