import type { Simulator } from '../define-simulator.ts'
import { getSessionContext } from './get-session-context.ts'
import { listMemories } from './list-memories.ts'
import { retrieveMemory } from './retrieve-memory.ts'
import { storeMemory } from './store-memory.ts'

export const stateManagement: Simulator[] = [getSessionContext, listMemories, retrieveMemory, storeMemory]
