import type { Rng } from '../../shared/rng.ts'

const ITEMS = [
  'rye bread',
  'lamp oil',
  'oak planks',
  'sea salt',
  'wool socks',
  'brass hooks',
  'pear jam',
  'canvas bags',
  'roof tiles',
  'goat cheese',
  'candle wax',
  'garden twine',
  'fish nets',
  'tin cups',
  'linen towels',
  'barley flour',
  'cork stoppers',
  'felt slippers',
  'honey jars',
  'iron nails',
  'plum cake',
  'straw hats',
  'tree bark',
  'walnut oil',
] as const

/** So many goods of two words each, in small letters. */
export const drawItems = (rng: Rng, count: number): string[] => rng.sample(ITEMS, count)
