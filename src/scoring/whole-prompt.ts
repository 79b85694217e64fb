import type { UserTurn } from '../schema/conversation.ts'
import type { Task } from '../schema/task.ts'

const readSaid = (turn: UserTurn): string | undefined => (typeof turn === 'string' ? turn : turn.say)

/** All that the user says in a task: its prompt, and a line for each later turn. */
const joinWholePrompt = ({ prompt, turns = [] }: Pick<Task, 'prompt' | 'turns'>): string =>
  [prompt, ...turns.flatMap((turn) => readSaid(turn) ?? [])].join('\n')

/** A task whose prompt is all that the user says; the same one where that is the prompt. */
export const putInOnePrompt = <T extends Pick<Task, 'prompt' | 'turns'>>(task: T): T =>
  task.turns === undefined ? task : { ...task, prompt: joinWholePrompt(task) }
