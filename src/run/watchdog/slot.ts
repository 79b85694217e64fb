import { hrtime } from 'node:process'
import type { BlockedLine, Head } from '../journal/lines.ts'

/** What the watchdog leaves of an attempt, or of a run of a reference, that blocks its thread. */
export type Watched =
  | { head: Head; line: Omit<BlockedLine, 'after' | 'sure'> }
  /** Printed by a command before it ends. */
  | { message: string }

// Bytes 0 to 3 hold the attempt's id, 4 to 7 the length of its text, 8 to 15 its deadline, the rest the text.
const ID = 0
const LENGTH = 1
const DEADLINE = 1
const TEXT = 16
const MIN_BYTES = 2_048

/** Milliseconds on a clock that all threads of a process share. */
export const readSharedClock = (): number => Number(hrtime.bigint() / 1_000_000n)

/**
 * One attempt at a time, in memory that a watched thread shares with its watchdog: to say what begins costs no message,
 * and is known although the thread blocks at once.
 */
export class WatchSlot {
  readonly memory: SharedArrayBuffer
  private readonly words: Int32Array
  private readonly times: Float64Array
  private readonly text: Buffer

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory
    this.words = new Int32Array(memory, 0, 2)
    this.times = new Float64Array(memory, 0, 2)
    this.text = Buffer.from(memory, TEXT)
  }

  static allocate(bytes: number): WatchSlot {
    return new WatchSlot(new SharedArrayBuffer(TEXT + Math.max(MIN_BYTES, bytes)))
  }

  fits(bytes: number): boolean {
    return bytes <= this.text.length
  }

  /** @param deadline On the clock of {@link readSharedClock} */
  begin(id: number, deadline: number, text: string): void {
    this.times[DEADLINE] = deadline
    this.words[LENGTH] = this.text.write(text)
    Atomics.store(this.words, ID, id)
  }

  end(): void {
    Atomics.store(this.words, ID, 0)
  }

  read(): { id: number; deadline: number; watched: Watched } | undefined {
    const id = Atomics.load(this.words, ID)
    if (id === 0) return undefined
    const text = this.text.toString('utf8', 0, this.words[LENGTH])
    return { id, deadline: this.times[DEADLINE] ?? 0, watched: JSON.parse(text) as Watched }
  }
}
