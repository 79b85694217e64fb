import { AsyncLocalStorage } from 'node:async_hooks'
import { memoizeOnce } from '../../shared/memoize.ts'
import { createRng, type Rng } from '../../shared/rng.ts'

/** The clock and random numbers of one world, for one run of a function. */
interface WorldTime {
  readonly now: () => number
  readonly rng: () => Rng
}

const running = new AsyncLocalStorage<WorldTime | undefined>()
const MAX_DRAWN = 2 ** 32
const UUID = 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'

const drawUuid = ({ int }: Rng): ReturnType<typeof crypto.randomUUID> =>
  UUID.replaceAll(/[xy]/g, (digit) =>
    (digit === 'x' ? int(0, 15) : int(8, 11)).toString(16),
  ) as `${string}-${string}-${string}-${string}-${string}`

/** Replaces a method of a global object; returns what puts it back. */
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
const makeWorldDate = (native: DateConstructor): DateConstructor => {
  const now = (): number => running.getStore()?.now() ?? native.now()
  return new Proxy(native, {
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, made) as object,
    apply: (target) => new target(now()).toString(),
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  })
}

/** Whether nothing else, as fake timers, owns the clock. */
const isDateNative = (): boolean =>
  !('isFake' in Date) && /\[native code\]/.test(Function.prototype.toString.call(Date))

const replaceGlobals = (): (() => void)[] => [
  ...(isDateNative() ? [replace(globalThis, 'Date', makeWorldDate)] : []),
  replace(Math, 'random', (native) => () => {
    const time = running.getStore()
    return time === undefined ? native() : time.rng().int(0, MAX_DRAWN - 1) / MAX_DRAWN
  }),
  replace(crypto, 'randomUUID', (native) => () => {
    const time = running.getStore()
    return time === undefined ? native.call(crypto) : drawUuid(time.rng())
  }),
  replace(crypto, 'getRandomValues', (native) => (array) => {
    const time = running.getStore()
    if (time === undefined || !ArrayBuffer.isView(array)) return native.call(crypto, array) as typeof array
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (let i = 0; i < bytes.length; i++) bytes[i] = time.rng().int(0, 255)
    return array
  }),
]

let active = 0
let restorers: (() => void)[] = []

/** Runs something that makes many runs, so that globals are replaced once. Code outside of a run keeps its own. */
export async function replaceGlobalsDuring<T>(run: () => Promise<T>): Promise<T> {
  if (active++ === 0) restorers = replaceGlobals()
  try {
    return await run()
  } finally {
    if (--active === 0) for (const restore of restorers.splice(0)) restore()
  }
}

/** Runs a function whose `Date`, `Math.random` and `crypto` are those of a world, by its async context. */
export const runInWorldTime = <T>(seed: number, now: () => number, run: () => Promise<T>): Promise<T> =>
  replaceGlobalsDuring(() => running.run({ now, rng: memoizeOnce(() => createRng(seed, 'reference')) }, run))

/** Runs something whose `Date` is ahead, in whole milliseconds, and whose random values are a world's. */
export const runInShiftedTime = <T>(seed: number, shift: number, run: () => Promise<T>): Promise<T> =>
  runInWorldTime(seed, () => Math.floor(performance.timeOrigin + performance.now()) + shift, run)

/** Runs something whose `Date` goes on by a millisecond whenever it is read: times within it are the same in every run. */
export function runInFixedTime<T>(seed: number, start: number, run: () => Promise<T>): Promise<T> {
  let reads = 0
  return runInWorldTime(seed, () => start + reads++, run)
}

/** Runs the product's own code out of the time of the world. */
export const runInOwnTime = <T>(run: () => T): T => running.run(undefined, run)
