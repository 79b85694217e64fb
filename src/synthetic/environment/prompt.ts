import { INFEASIBLE } from './result.ts'
import { SUBMIT } from './submit-tool.ts'

/** What an agent is asked for: the task, and how its environment works. */
export const promptOf = (task: string, maxTurns: number, attempts: number): string => `${task}

You work on this in two steps. First explore: call the tools as you like, on a copy of the data, to learn what they need
and what they answer. What you do there does not count as done. Then call ${SUBMIT} with the complete list of calls that
do the task, in order; it runs them on the untouched data. Leave out whatever the task does not need. You have at most
${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} and ${maxTurns} calls in all, ${SUBMIT} included.
If the task cannot be done with these tools and data, submit nothing; end with a message that says "${INFEASIBLE}" and
why.`
