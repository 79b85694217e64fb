import type { Approval } from '../../schema/agent.ts'
import type { UserTurn } from '../../schema/conversation.ts'

/** The user that a task describes: says its turns in order, and answers requests for approval as it says. */
export class ScriptedUser {
  private readonly left: UserTurn[]
  /** What was said to the last request for approval. */
  private agreed = true

  private readonly count: number

  constructor(turns: readonly UserTurn[]) {
    this.left = [...turns]
    this.count = turns.length
  }

  /** The message that the user has come to, from 1, which is the prompt. An approval counts as a message. */
  get turn(): number {
    return 1 + this.count - this.left.length
  }

  /** What they say next; undefined where that was all. Approvals that nobody asked for are passed over. */
  takeNext(): string | undefined {
    for (let turn = this.left.shift(); turn !== undefined; turn = this.left.shift())
      if (typeof turn === 'string') return turn
    return undefined
  }

  get unsaid(): number {
    return this.left.filter((turn) => typeof turn === 'string').length
  }

  /** The approval that is due; where none is, what they said last stands, and who was never asked agrees. */
  approve(): Approval {
    const [turn] = this.left
    if (turn === undefined || typeof turn === 'string') return { approved: this.agreed }
    this.left.shift()
    this.agreed = turn.approve
    return { approved: turn.approve, ...(turn.say === undefined ? {} : { say: turn.say }) }
  }
}
