import type { Task } from '../../schema/task.ts'
import type { Draw } from './drawer.ts'
import { SuiteDraft, type SuiteOptions } from './generate-suite.ts'
import type { Turn } from './turns.ts'

/** Draws elsewhere, such as in another thread; like {@link SuiteDraft.draw} of a suite without tasks. */
export type DrawElsewhere = (turn: Turn) => Promise<Draw>

/**
 * Like {@link generateSuite}, with draws made elsewhere ahead of their turn. A draw is taken as it is where every task
 * that was looked at for it is new here as well, else it is made again here. So the suite is the same, byte for byte.
 *
 * @param width Draws that are made ahead
 */
export async function* generateSuiteAhead(
  options: SuiteOptions,
  width: number,
  elsewhere: DrawElsewhere,
): AsyncGenerator<Task, void, undefined> {
  const draft = new SuiteDraft(options)
  const begun = new Map<string, Promise<Draw>>()
  for (let turn = draft.turn(); turn !== undefined; turn = draft.turn()) {
    for (const next of draft.turnsToCome(width)) {
      const key = keyOf(next)
      if (begun.has(key)) continue
      const drawn = elsewhere(next)
      // Told when its turn comes; until then it is not an unhandled rejection.
      drawn.catch(() => {})
      begun.set(key, drawn)
    }
    const key = keyOf(turn)
    const task = draft.take(turn, await begun.get(key))
    begun.delete(key)
    if (task !== undefined) yield task
  }
}

const keyOf = ({ level, pattern, round }: Turn): string => `${level} ${pattern} ${round}`
