import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawHost, drawPagePath } from '../../../content/pools/url-parts.ts'

const capitalized = (host: string): string =>
  host.replace(/(^|\.)([a-z])/g, (_, dot: string, letter: string) => dot + letter.toUpperCase())

/** Ways to write a host with capital letters, which do not count in it. */
const WAYS: readonly ((host: string) => string)[] = [
  (host) => host.toUpperCase(),
  capitalized,
  (host) => `WWW.${host.toUpperCase()}`,
]

const drawShoutedUrl = (rng: Rng): string =>
  `https://${rng.pick(WAYS)(drawHost(rng))}${rng.int(0, 2) === 0 ? '' : drawPagePath(rng)}`

export const drawArguments = (rng: Rng): JsonObject => ({ url: drawShoutedUrl(rng) })
