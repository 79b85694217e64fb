import { nextTurn } from '../../shared/timer.ts'

/** Turns of the event loop for which a round waits for calls that are on their way. */
const MAX_EVENT_LOOP_TURNS = 10

/**
 * The rounds in which the calls of an attempt end. An answered call goes back to the agent with the next turn of the
 * event loop, once parallel calls were answered too or took many turns, in the order of their start.
 *
 * Without a turn an agent that makes one call after the other would stop all timers of its worker, since a request
 * that msw answers takes none. These are its time limit, the other cases', and the sign of life that Vitest waits for.
 * Without a fixed order parallel calls would return as requests happen to be answered, the first ones of a worker
 * otherwise than later ones.
 */
export class Rounds {
  private begun = 0
  private onTheirWay = 0
  private answered: { place: number; goOn: () => void }[] = []

  /** A call begins; gives its place among the calls of the attempt. */
  begin(): number {
    this.onTheirWay++
    return this.begun++
  }

  /** A call was answered; settles at the end of its round. */
  end(place: number): Promise<void> {
    this.onTheirWay--
    return new Promise((goOn) => {
      this.answered.push({ place, goOn })
      if (this.answered.length === 1) void this.round()
    })
  }

  private async round(): Promise<void> {
    for (let turns = 0; turns === 0 || (this.onTheirWay > 0 && turns < MAX_EVENT_LOOP_TURNS); turns++)
      await nextTurn()
    const answered = this.answered.sort((a, b) => a.place - b.place)
    this.answered = []
    for (const { goOn } of answered) goOn()
  }
}
