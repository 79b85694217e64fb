import type { Approval } from '../../schema/agent.ts'
import type { UserTurn } from '../../schema/conversation.ts'

/** The user that a task describes: says its turns in order, and answers requests for approval as it says. */
export class ScriptedUser {
  private readonly left: UserTurn[]

  constructor(turns: readonly UserTurn[]) {
    this.left = [...turns]
  }

  /** What they say next; undefined where that was all. Approvals that nobody asked for are passed over. */
  next(): string | undefined {
    for (let turn = this.left.shift(); turn !== undefined; turn = this.left.shift())
      if (typeof turn === 'string') return turn
    return undefined
  }

  /** The approval that is due; where none is, they agree. */
  approve(): Approval {
    const [turn] = this.left
    if (turn === undefined || typeof turn === 'string') return { approved: true }
    this.left.shift()
    return { approved: turn.approve, ...(turn.say === undefined ? {} : { say: turn.say }) }
  }
}
