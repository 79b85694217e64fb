import { AsyncLocalStorage } from 'node:async_hooks'
import { createRng } from '../../shared/rng.ts'

/** The clock, random numbers and uuids of one world, for one run of a function. */
interface WorldTime {
  now: () => number
  random: () => number
}

const running = new AsyncLocalStorage<WorldTime>()
const HEX_DIGITS = 16
const MAX_DRAWN = 2 ** 32

/** Replaces a method of a global object as long as something runs; returns what puts it back. */
function replace<T extends object, K extends keyof T>(
  owner: T,
  key: K,
  make: (native: T[K]) => T[K],
): () => void {
  const native = owner[key]
  const replacement = make(native)
  owner[key] = replacement
  return () => {
    if (owner[key] === replacement) owner[key] = native
  }
}

/** `Date` whose present is that of the world, within a run; elsewhere it is the native one. */
const worldDate = (native: DateConstructor): DateConstructor => {
  const now = (): number => running.getStore()?.now() ?? native.now()
  return new Proxy(native, {
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, made) as object,
    apply: (target) => new target(now()).toString(),
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  })
}

function replaceGlobals(): (() => void)[] {
  const { random } = Math
  return [
    replace(globalThis, 'Date', worldDate),
    replace(Math, 'random', () => () => running.getStore()?.random() ?? random()),
    replace(crypto, 'randomUUID', (native) => () => {
      const time = running.getStore()
      if (time === undefined) return native.call(crypto)
      const hex = Array.from({ length: 32 }, () =>
        Math.floor(time.random() * HEX_DIGITS).toString(HEX_DIGITS),
      ).join('')
      const variant = (8 + (Number.parseInt(hex.charAt(16), HEX_DIGITS) % 4)).toString(HEX_DIGITS)
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    }),
    replace(crypto, 'getRandomValues', (native) => (array) => {
      const time = running.getStore()
      if (time === undefined || array === null) return native.call(crypto, array) as typeof array
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
      for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(time.random() * 256)
      return array
    }),
  ]
}

let active = 0
let restorers: (() => void)[] = []

/** Whether fake timers own the clock: then theirs is the time. */
const isFaked = (): boolean => 'clock' in Date || (Date as { isFake?: boolean }).isFake === true

/**
 * Runs a function whose `Date`, `Math.random` and `crypto` are those of a world, by its async context. Other code keeps
 * its own at the same time.
 *
 * @param now Milliseconds since the epoch
 */
export async function runInWorldTime<T>(seed: number, now: number, run: () => Promise<T>): Promise<T> {
  const rng = createRng(seed, 'reference')
  if (active++ === 0 && !isFaked()) restorers = replaceGlobals()
  try {
    return await running.run({ now: () => now, random: () => rng.int(0, MAX_DRAWN - 1) / MAX_DRAWN }, run)
  } finally {
    if (--active === 0) for (const restore of restorers.splice(0)) restore()
  }
}

/** Runs the product's own code out of the time of the world. */
export const runInOwnTime = <T>(run: () => T): T => running.exit(run)
