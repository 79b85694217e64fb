// biome-ignore-all lint/suspicious/noExplicitAny: results are read as their tools give them
import type { WrittenTask } from '../../../schema/task-in-world.ts'
import type { Json } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

/** Tools of one world, which answer at once. */
export type WorldTools = Readonly<Record<string, (args?: Readonly<Record<string, unknown>>) => any>>

/** What a family may know of the task that it draws. */
export interface Drawing {
  rng: Rng
  /**
   * A round number which about half of some numbers of the 20 worlds of the task are above.
   *
   * @param read Reads numbers by the tools of a world
   * @throws DrawError if the numbers of the worlds differ too little
   */
  limit(read: (tools: WorldTools) => number | readonly number[]): number
}

/** Says that a draw did not come out; another one may. */
export class DrawError extends Error {}

type DrawnOptions = Pick<WrittenTask, 'never' | 'within' | 'faults' | 'expected_state' | 'grade' | 'timeout'>

/** What one draw of a family gives: all of a task but the extra tools and its name. */
export interface FamilyDraft {
  /** Ways to put the request, each of which states every value that no call gives. */
  prompts: readonly string[]
  /** A noun phrase for the value that the function returns, or one for each of its keys. */
  answer?: string | Readonly<Record<string, string>>
  /** The body of the function. */
  calls: string
  /** Bodies of other functions that solve the task. */
  alternatives?: readonly string[]
  /** Tools to offer beside those that are called, since the request could mean them. */
  offer?: readonly string[]
  /** Tools that are not offered, nor what could stand in for them. */
  withhold?: readonly string[]
  /** Records that stores hold, with {@link vary} values. */
  state?: Readonly<Record<string, readonly Json[]>>
  /** What the user says after the request, in order. */
  turns?: readonly string[]
  options?: DrawnOptions
}

/** Tasks of one kind that decide: a function that draws them. */
export interface Family {
  /** Its own; names of tasks begin with it. */
  key: string
  /** What tasks carry as their `pattern`. Several families may share it. */
  name: string
  /** Tools to offer beside those that are needed, if more than usual. */
  distractors?: number
  /** Whether the function may make the same calls in all worlds, with other values. */
  isSteady?: true
  /** Whether its requests remove something: at most one task in ten does. */
  removes?: true
  /** Of own tools: the tool that its requests end in, and the kind of thing that this one is about. */
  ends?: { tool: string; kind: string }
  /** @throws DrawError where the draw did not come out */
  draw(drawing: Drawing): FamilyDraft
}

/** A value of a state that each world draws anew; null leaves a record out. */
export const vary = (values: readonly Json[]): Json => ({ $draw: [...values] })
