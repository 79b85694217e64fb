import type { User } from '../../schema/agent.ts'
import { messageOf } from '../../shared/errors.ts'

/** The user of one conversation, of whom it is known whether they failed: an agent is not to be blamed for that. */
export interface WatchedUser {
  user: User
  /** What went wrong with them; undefined where nothing did. */
  problem(): string | undefined
}

/** Watches who plays the user: for what they throw, and whether they are still thinking when the time is over. */
export function watchedUser(user: User): WatchedUser {
  let thrown: string | undefined
  let thinking = 0
  const watch = async <T>(act: () => Promise<T>): Promise<T> => {
    thinking++
    try {
      return await act()
    } catch (error) {
      thrown ??= messageOf(error)
      throw error
    } finally {
      thinking--
    }
  }
  return {
    user: {
      next: (request) => watch(() => user.next(request)),
      approve: (request) => watch(() => user.approve(request)),
    },
    problem: () => (thinking > 0 ? 'there was no answer when the time was over' : thrown),
  }
}
