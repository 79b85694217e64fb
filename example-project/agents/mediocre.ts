import { createScriptedAgent } from './scripted/create-agent.ts'
import {
  actsAtOnce,
  forgetsEarlierMessages,
  givesUp,
  inventsAnswers,
  inventsWhatIsToCome,
  skipsRules,
  takesFirstPage,
  takesLookAlikes,
} from './scripted/habits.ts'

/** Never asks back, never turns a page, never tries again. */
export const mediocreHabits = [
  skipsRules,
  takesFirstPage,
  actsAtOnce,
  inventsWhatIsToCome,
  forgetsEarlierMessages,
  takesLookAlikes,
  givesUp,
  inventsAnswers,
]

/** Right where one message asks for a few calls that work. */
export default createScriptedAgent('mediocre', 'never asks back, pages or tries again', mediocreHabits)
