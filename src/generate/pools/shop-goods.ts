import type { Rng } from '../../shared/rng.ts'

const TRAITS = [
  'blue',
  'green',
  'black',
  'small',
  'large',
  'sturdy',
  'lightweight',
  'second-hand',
  'foldable',
  'quiet',
  'waterproof',
  'wooden',
  'professional',
] as const

const GOODS = [
  'bicycle bell',
  'camping stove',
  'cast iron pan',
  'desk lamp',
  'drum stool',
  'espresso machine',
  'folding chair',
  'garden hose',
  'head torch',
  'label printer',
  'letter scale',
  'music stand',
  'office chair',
  'paper shredder',
  'picnic blanket',
  'rain jacket',
  'sewing machine',
  'sleeping bag',
  'standing desk',
  'tool box',
  'travel kettle',
  'wall clock',
  'water filter',
  'wool blanket',
] as const

/** Words to search a shop for, such as `sturdy travel kettle`. */
export const drawShopQuery = (rng: Rng): string => `${rng.pick(TRAITS)} ${rng.pick(GOODS)}`
