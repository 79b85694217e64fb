import type { Simulator } from '../define-simulator.ts'
import { getSessionContext } from './get-session-context/simulator.ts'
import { listMemories } from './list-memories/simulator.ts'
import { retrieveMemory } from './retrieve-memory/simulator.ts'
import { storeMemory } from './store-memory/simulator.ts'

export const stateManagement: Simulator[] = [getSessionContext, listMemories, retrieveMemory, storeMemory]
