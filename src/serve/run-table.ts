import { MAX_TIMER_MS } from '../shared/timer.ts'
import type { Registry } from '../tools/registry.ts'
import { KEPT_RUNS, type ServeLimits } from './limits.ts'
import { RefusedRequest } from './refused-request.ts'
import { type EndedRun, type RunEnd, type RunSpec, ServedRun } from './served-run.ts'

/** Told of each run that was ended, before its trace is given to anybody. */
export type OnEnded = (run: EndedRun) => void

export class RunTable {
  readonly registry: Registry
  private readonly limits: ServeLimits
  private readonly onEnded: OnEnded
  private readonly open = new Map<string, { run: ServedRun; timer: NodeJS.Timeout }>()
  private readonly ended = new Map<string, ServedRun>()
  /** Runs that are known, by what their tools are called with. */
  private readonly byCallKey = new Map<string, ServedRun>()

  constructor(registry: Registry, limits: ServeLimits, onEnded: OnEnded) {
    this.registry = registry
    this.limits = limits
    this.onEnded = onEnded
  }

  get size(): number {
    return this.open.size
  }

  computeTime({ attempted }: RunSpec): number {
    return Math.min(attempted?.here.task.timeout ?? this.limits.runTime, MAX_TIMER_MS)
  }

  /**
   * Opens a run in a world of its own.
   *
   * @throws RefusedRequest where as many are open as may be
   */
  begin(spec: RunSpec): ServedRun {
    const { maxRuns, maxCalls } = this.limits
    if (this.open.size >= maxRuns)
      throw new RefusedRequest(429, `${maxRuns} runs are open, the limit; end one first`)
    const run = new ServedRun(spec, this.registry, maxCalls)
    const time = this.computeTime(spec)
    const timer = setTimeout(() => {
      // What it rejects with is told to whoever fetches the trace.
      this.end(run, { reply: {}, failure: `it was not ended within ${time} ms` }).catch(() => {})
    }, time)
    timer.unref()
    this.open.set(run.id, { run, timer })
    this.byCallKey.set(run.callKey, run)
    return run
  }

  /**
   * The run of an id, open or ended.
   *
   * @throws RefusedRequest if it is unknown or ended
   */
  findRun(id: string): ServedRun {
    const run = this.open.get(id)?.run ?? this.ended.get(id)
    if (run !== undefined) return run
    throw new RefusedRequest(
      404,
      `unknown run ${JSON.stringify(id)}: it was never opened, was dropped, or ended more than ${KEPT_RUNS} runs ago`,
    )
  }

  /**
   * The run whose tools are called with a key.
   *
   * @throws RefusedRequest if it is unknown or ended
   */
  findRunByCallKey(callKey: string): ServedRun {
    const run = this.byCallKey.get(callKey)
    if (run !== undefined) return run
    throw new RefusedRequest(404, 'unknown address of a tool; its run may have been dropped')
  }

  async end(run: ServedRun, how: RunEnd): Promise<EndedRun> {
    const ending = run.end(how)
    this.release(run)
    this.ended.set(run.id, run)
    for (const old of [...this.ended.values()].slice(0, -KEPT_RUNS)) this.forget(old)
    const ended = await ending
    this.onEnded(ended)
    return ended
  }

  /** Forgets a run: it is neither judged nor written down. */
  drop(run: ServedRun): void {
    this.release(run)
    this.forget(run)
  }

  private forget(run: ServedRun): void {
    this.ended.delete(run.id)
    this.byCallKey.delete(run.callKey)
  }

  /** Forgets the runs that are open; gives how many there were. */
  dropAll(): number {
    const count = this.open.size
    for (const { run } of [...this.open.values()]) this.drop(run)
    return count
  }

  private release(run: ServedRun): void {
    clearTimeout(this.open.get(run.id)?.timer)
    this.open.delete(run.id)
  }
}
