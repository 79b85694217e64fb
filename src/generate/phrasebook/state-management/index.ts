import type { Phrases } from '../phrases.ts'
import { getSessionContext } from './get-session-context.ts'
import { listMemories } from './list-memories.ts'
import { retrieveMemory } from './retrieve-memory.ts'
import { storeMemory } from './store-memory.ts'

export const stateManagement: readonly Phrases[] = [
  getSessionContext,
  listMemories,
  retrieveMemory,
  storeMemory,
]
