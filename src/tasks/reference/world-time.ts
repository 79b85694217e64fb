import { AsyncLocalStorage } from 'node:async_hooks'
import { memoizeOnce } from '../../shared/memoize.ts'
import { createRng, type Rng } from '../../shared/rng.ts'

/** What belongs to one run of a function, by its async context. */
export interface RunContext {
  /** The clock of its world. Default the present. */
  readonly now?: () => number
  /** Random numbers of its world. Default those of the process. */
  readonly rng?: () => Rng
  /** Ends a run that has taken too long: nothing else ends a loop that only makes dates. @param caller What is asked */
  readonly checkTime?: (caller: (...args: never[]) => unknown) => void
  /** Has later calls wait for a message of the user. */
  readonly waitForTurn?: (message: number) => Promise<void>
}

/** The only one of its kind here: each more of them costs time with every promise of the process. */
const running = new AsyncLocalStorage<RunContext | undefined>()

export const readRunContext = (): RunContext | undefined => running.getStore()

/** Runs something in a context that keeps what it has beside what is given. */
export const runInContext = <T>(context: RunContext, run: () => T): T =>
  running.run({ ...running.getStore(), ...context }, run)

const MAX_DRAWN = 2 ** 32
const UUID = 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'

/** The random numbers of a run in the world of a seed. */
export const createReferenceRng = (seed: number): Rng => createRng(seed, 'reference')

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
  const readNow = (): number => running.getStore()?.now?.() ?? native.now()
  const now = (): number => {
    running.getStore()?.checkTime?.(now)
    return readNow()
  }
  const construct: ProxyHandler<DateConstructor>['construct'] & {} = (target, args, made) => {
    running.getStore()?.checkTime?.(construct)
    return Reflect.construct(target, args.length === 0 ? [readNow()] : args, made) as object
  }
  return new Proxy(native, {
    construct,
    apply: (target) => new target(readNow()).toString(),
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  })
}

/** Whether nothing else, as fake timers, owns the clock. */
const isDateNative = (): boolean =>
  !('isFake' in Date) && /\[native code\]/.test(Function.prototype.toString.call(Date))

const replaceGlobals = (): (() => void)[] => [
  ...(isDateNative() ? [replace(globalThis, 'Date', makeWorldDate)] : []),
  replace(Math, 'random', (native) => () => {
    const rng = running.getStore()?.rng?.()
    return rng === undefined ? native() : rng.int(0, MAX_DRAWN - 1) / MAX_DRAWN
  }),
  replace(crypto, 'randomUUID', (native) => () => {
    const rng = running.getStore()?.rng?.()
    return rng === undefined ? native.call(crypto) : drawUuid(rng)
  }),
  replace(crypto, 'getRandomValues', (native) => (array) => {
    const rng = running.getStore()?.rng?.()
    if (rng === undefined || !ArrayBuffer.isView(array)) return native.call(crypto, array) as typeof array
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (let i = 0; i < bytes.length; i++) bytes[i] = rng.int(0, 255)
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

/** Runs something whose `Date`, `Math.random` and `crypto` are those of a world, by its async context. */
const runInWorldTime = <T>(seed: number, now: () => number, run: () => Promise<T>): Promise<T> =>
  replaceGlobalsDuring(() => runInContext({ now, rng: memoizeOnce(() => createReferenceRng(seed)) }, run))

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
