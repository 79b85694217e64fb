import { mediocreHabits } from './mediocre.ts'
import { createScriptedAgent } from './scripted/create-agent.ts'
import { dropsTheLast, roundsTooEarly, slipsALine } from './scripted/habits.ts'

/** The mediocre agent, which also copies wrong. */
export default createScriptedAgent('careless', 'slips a line, rounds too early, and drops the last call', [
  dropsTheLast,
  ...mediocreHabits,
  slipsALine,
  roundsTooEarly,
])
