import { World } from '../../world/world.ts'

/** A world that differs from that of its seed in some of its secrets: these are those of another world. */
export const skewedWorld = (seed: number, isSkewed: (secret: string) => boolean): World =>
  new World(seed, { isElsewhere: isSkewed })
