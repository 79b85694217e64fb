import { getSessionContext } from '../../../simulators/state-management/get-session-context/phrases.ts'
import { listMemories } from '../../../simulators/state-management/list-memories/phrases.ts'
import { retrieveMemory } from '../../../simulators/state-management/retrieve-memory/phrases.ts'
import { storeMemory } from '../../../simulators/state-management/store-memory/phrases.ts'
import type { Phrases } from '../phrases.ts'

export const stateManagement: readonly Phrases[] = [
  getSessionContext,
  listMemories,
  retrieveMemory,
  storeMemory,
]
