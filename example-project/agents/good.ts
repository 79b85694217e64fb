import { createScriptedAgent } from './scripted/create-agent.ts'
import { takesAnotherOrder, triesAgain } from './scripted/habits.ts'

/** Right in its own way. A task that it does not solve refuses a right agent. */
export default createScriptedAgent('good', 'reads twice, corrects its calls, and takes another order', [
  takesAnotherOrder,
  triesAgain,
])
