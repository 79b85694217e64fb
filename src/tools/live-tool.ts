import { zod } from '../schema/lazily.ts'
import type { Effect } from '../schema/tool.ts'
import type { Simulator } from './define-simulator.ts'
import { UnansweredCall } from './unanswered-call.ts'

/** What stands for a tool that answers itself: it knows no schemas, and is never run. */
export const createLiveTool = (name: string, effect: Effect | undefined): Simulator => ({
  name,
  category: 'external_services',
  capability: name,
  description: '',
  effect: effect ?? 'write',
  ...(effect === undefined ? { isEffectUnknown: true } : {}),
  isLive: true,
  inputSchema: {},
  outputSchema: {},
  get input() {
    return zod().looseObject({})
  },
  get output() {
    return zod().json()
  },
  checks: 'own',
  run() {
    throw new UnansweredCall(`${name} runs live: it has no simulator that could be called`)
  },
})
